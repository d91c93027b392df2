import type { Offer } from '#shared/protocol/state/offer.js';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { AgentError } from '../../../agent/client.js';

/** What a scripted seat has seen, in milliseconds of each request. */
export interface SeatTimes {
  readonly states: number[];
  readonly actions: number[];
  readonly turnChanges: number[];
  actionCount: number;
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

/** How a script is played. */
export interface ScriptOptions {
  readonly turns: number;
  /** Of a turn, at most. */
  readonly actions: number;
  /** One request a turn: its actions, its end and the next state. */
  readonly inOneRequest?: boolean;
  /** Requests a second of each seat, about; 0 for as many as it can make. */
  readonly perSecond?: number;
}

/** Plays this many turns by the same script: the state with its offers, some of these, the end of the turn. */
export function playScript(agent: AgentConnection, options: ScriptOptions, times: SeatTimes): Promise<void> {
  return options.inOneRequest === true
    ? playInOneRequest(agent, options, times)
    : playInMany(agent, options, times);
}

const OFFERS = { format: 'llm_optimized', include_legal_actions: true } as const;

async function playInOneRequest(
  agent: AgentConnection,
  { turns, actions, perSecond = 0 }: ScriptOptions,
  times: SeatTimes,
): Promise<void> {
  const due = pacer(perSecond, 1);
  await due();
  let state = await timed(times.states, () => agent.state(OFFERS));
  for (let played = 0; played < turns; played += 1) {
    const { turn, legal_actions: offers } = state;
    await due();
    const next = await timed(times.turnChanges, () =>
      agent.playTurn(chosen(offers, turn).slice(0, actions), OFFERS),
    );
    times.actionCount += next.verdicts.length - 1;
    if (next.state === undefined) throw new Error(`there is no state after turn ${turn}`);
    state = next.state;
  }
}

async function playInMany(
  agent: AgentConnection,
  { turns, actions, perSecond = 0 }: ScriptOptions,
  times: SeatTimes,
): Promise<void> {
  // Beside the actions the state and the end of the turn.
  const due = pacer(perSecond, actions + 2);
  for (let played = 0; played < turns; played += 1) {
    await due();
    const { turn, offers } = await timed(times.states, () => agent.offers());
    const wanted = chosen(offers, turn).slice(0, actions);
    for (const offer of wanted) {
      await due();
      await timed(times.actions, () => agent.act(offer).catch(ignoreRefusal));
    }
    times.actionCount += wanted.length;
    await due();
    await timed(times.turnChanges, async () => {
      await agent.act('end_turn');
      await agent.push('turn_start', (begun) => begun.turn > turn);
    });
  }
}

/**
 * A wait before each request, so that there are about so many a second. It takes from half to one and a half of the interval, as
 * models do, and the first request comes at any time of a turn, so that games that begin together do not stay in step.
 */
function pacer(perSecond: number, requestsOfTurn: number): () => Promise<void> {
  if (perSecond === 0) return () => Promise.resolve();
  const interval = 1000 / perSecond;
  let next = performance.now() + Math.random() * interval * requestsOfTurn;
  return async () => {
    const left = next - performance.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    next = Math.max(next, performance.now()) + interval * (0.5 + Math.random());
  };
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
