import type { Offer } from '#shared/protocol/state/offer.js';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { AgentError } from '../../../agent/client.js';

/** What a scripted seat has seen, in milliseconds of each request. */
export interface SeatTimes {
  readonly states: number[];
  readonly actions: number[];
  readonly turnChanges: number[];
}

/** For each actor the first of its offers whose action is here is done, in this order of actions. */
const LIKED = [
  'unit_build_city',
  'tech_research',
  'city_production',
  'unit_build_irrigation',
  'unit_build_mine',
  'unit_build_road',
  'unit_explore',
  'unit_move',
  'unit_fortify',
];

/** Plays this many turns by the same script: the state with its offers, some of these, the end of the turn. */
export async function playScript(
  agent: AgentConnection,
  { turns, actions, times }: { readonly turns: number; readonly actions: number; readonly times: SeatTimes },
): Promise<void> {
  for (let played = 0; played < turns; played += 1) {
    const { turn, offers } = await timed(times.states, () => agent.offers());
    for (const offer of chosen(offers, turn).slice(0, actions))
      await timed(times.actions, () => agent.act(offer).catch(ignoreRefusal));
    await timed(times.turnChanges, async () => {
      await agent.act('end_turn');
      await agent.push('turn_start', (begun) => begun.turn > turn);
    });
  }
}

/** At most one offer of each actor. Moves take another direction each turn, so that units get about. */
function chosen(offers: readonly Offer[], turn: number): readonly Offer[] {
  const liked = offers
    .map((offer, index) => ({ offer, rank: LIKED.indexOf(offer.type), spread: (index * 7 + turn * 5) % 11 }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank || a.spread - b.spread);
  const busy = new Set<string>();
  return liked.flatMap(({ offer }) => {
    const actor = `${offer.unit_id} ${offer.city_id}`;
    if (busy.has(actor)) return [];
    busy.add(actor);
    return [offer];
  });
}

/** A unit may have been lost, or a tile taken, since the state was made. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof AgentError)) throw error;
}

async function timed<T>(times: number[], work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  times.push(performance.now() - began);
  return result;
}
