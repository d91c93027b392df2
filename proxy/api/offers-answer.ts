import type { StateQueryData } from '#shared/protocol/agent-requests.js';
import { type Bound, boundedOffers } from '../actions/bounded-offers.js';
import { legalActions } from '../actions/legal-actions.js';
import { numberedOffers } from '../actions/numbered-offers.js';
import { inOrderOfUse, type Offer } from '../actions/offer.js';
import { offerSchema } from '../actions/offer-schema.js';
import type { Seat } from '../games/seats/seat.js';
import { occupationOf } from '../orders/occupation.js';
import type { World } from '../world/world.js';
import type { ProxyMetrics } from './metrics/proxy-metrics.js';
import { suggestedJourneys } from './suggested-journeys.js';

/** How long an answer in the optimized format may be by default, in bytes: it grows with the game up to a limit. */
const FIRST_TURN = 3900;
const EACH_TURN = 80;
const LATEST = 11_500;
/** The message around the state, and the counts of what is left out. */
const AROUND = 500;

/** The offers of a state answer. */
export interface OffersAnswer {
  /** How many there are; undefined when none are wanted. */
  readonly found: number | undefined;
  /** What the answer holds of them: all, or the most useful with counts of the rest. */
  readonly shown: Readonly<Record<string, unknown>>;
}

/** Finds the offers that a query wants. */
export async function offersAnswer(
  seat: Seat,
  query: StateQueryData,
  state: object,
  metrics: ProxyMetrics,
): Promise<OffersAnswer> {
  const form = query.legal_actions ?? (query.include_legal_actions ? 'list' : 'none');
  if (form === 'none') return { found: undefined, shown: {} };
  const all = await metrics.timed('offers', () => allOffers(seat));
  const found = all.length;
  const bound = boundOf(query, seat.world.game?.turn ?? 0, state);
  if (bound === undefined) return { found, shown: { legal_actions: inForm(seat, form, all) } };
  const { offers, more } = boundedOffers(all, bound, busyUnits(seat.world));
  return { found, shown: { legal_actions: inForm(seat, form, offers), legal_actions_more: more } };
}

/** Everything the seat can do now, and the longer moves that the state suggests, by priority. */
async function allOffers(seat: Seat): Promise<readonly Offer[]> {
  const legal = await legalActions(seat);
  return inOrderOfUse([...suggestedJourneys(seat.world), ...legal]);
}

/** Own units that go on with something by themselves. */
function busyUnits(world: World): ReadonlySet<number> {
  const own = [...world.units.values()].filter(({ owner }) => owner === world.seat.player);
  return new Set(own.filter((unit) => occupationOf(world, unit) !== undefined).map(({ id }) => id));
}

function inForm({ world }: Seat, form: 'list' | 'numbered' | 'schema', offers: readonly Offer[]): unknown {
  switch (form) {
    case 'list':
      return offers;
    case 'numbered':
      return numberedOffers(world, offers);
    case 'schema':
      return offerSchema(offers);
  }
}

function boundOf(query: StateQueryData, turn: number, state: object): Bound | undefined {
  const { max_legal_actions: most, format } = query;
  if (most !== undefined) return { most };
  if (format !== 'llm_optimized') return undefined;
  const whole = Math.min(LATEST, FIRST_TURN + EACH_TURN * turn);
  return { bytes: whole - AROUND - Buffer.byteLength(JSON.stringify(state)) };
}
