import type { Offer } from '#shared/protocol/state/offer.js';
import type { AgentConnection } from '../../agent/agent-connection.js';

/** What a turn of play came to. */
export interface TurnReport {
  readonly applied: Map<string, number>;
  /** Offers that were certain and did not work: there must be none. */
  readonly broken: string[];
}

/** For each kind of actor the actions it likes, best first; nothing else is known of the game. */
const taste = [
  'unit_build_city',
  'unit_attack',
  'unit_build_irrigation',
  'unit_build_mine',
  'unit_build_road',
  'unit_explore',
  'unit_move',
  'unit_fortify',
  'city_production',
  'tech_research',
];

/** Plays one turn from the offers alone: for every actor the first of its offers that this player likes. */
export async function playTurn(agent: AgentConnection, random: () => number): Promise<TurnReport> {
  const report: TurnReport = { applied: new Map(), broken: [] };
  // A new city changes what others may do near it, so each is founded on a look of its own.
  for (let founding = await found(agent, random); founding; founding = await found(agent, random)) {
    await act(agent, founding, report);
  }
  const busy = new Set<string>();
  for (const offer of await chosenOffers(agent, random)) {
    const actor = `${offer.type.split('_')[0]} ${offer.unit_id ?? offer.city_id ?? ''}`;
    if (busy.has(actor)) continue;
    busy.add(actor);
    await act(agent, offer, report);
  }
  return report;
}

async function found(agent: AgentConnection, random: () => number): Promise<Offer | undefined> {
  return (await chosenOffers(agent, random)).find(({ type }) => type === 'unit_build_city');
}

async function act(agent: AgentConnection, offer: Offer, report: TurnReport): Promise<void> {
  const verdict = await agent.act(offer.type, { ...offer }).catch((error: Error) => error);
  const outcome = verdict instanceof Error ? verdict.message : verdict.outcome;
  if (outcome === 'applied') report.applied.set(offer.type, (report.applied.get(offer.type) ?? 0) + 1);
  else if (offer.certain) report.broken.push(`${JSON.stringify(offer)}: ${outcome}`);
}

async function chosenOffers(agent: AgentConnection, random: () => number): Promise<Offer[]> {
  const { offers } = await agent.offers();
  return offers
    .filter((offer) => taste.includes(offer.type))
    .map((offer) => ({ offer, key: taste.indexOf(offer.type) + 3 * random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ offer }) => offer);
}
