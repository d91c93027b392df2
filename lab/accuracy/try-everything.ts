import type { Offer } from '#shared/protocol/state/offer.js';
import { changesSince, stateBefore } from '../../proxy/actions/changes.js';
import { legalActions } from '../../proxy/actions/legal-actions.js';
import { OfferContext } from '../../proxy/actions/offer-context.js';
import { actions } from '../../proxy/actions/registry.js';
import type { Reply } from '../../proxy/freeciv/brackets.js';
import type { Seat } from '../../proxy/games/seats/seat.js';
import type { World } from '../../proxy/world/world.js';
import { ownCities, ownUnits } from '../../test/support/own-things.js';
import { activityAttempts } from './activity-attempts.js';
import type { Attempt } from './attempt.js';
import { cityAttempts } from './city-attempts.js';
import { tryClauses } from './clause-attempts.js';
import { deedAttempts, moveAttempts } from './deed-attempts.js';
import { nationAttempts } from './nation-attempts.js';
import type { Recall } from './recall.js';

const UNITS_TRIED = 3;
const CITIES_TRIED = 1;
/** Of the offers that can be done again and again, one in this many is sent. */
const LIGHT_SHARE = 4;

/** Tries with a nation, and with some units and cities of it, whatever there is, and notes what the server took. */
export async function tryEverything(
  seats: readonly Seat[],
  seat: Seat,
  random: () => number,
  recall: Recall,
  ruleset: string,
): Promise<void> {
  const some = <T>(things: readonly T[], count: number) =>
    things
      .map((thing) => ({ thing, key: random() }))
      .sort((a, b) => a.key - b.key)
      .slice(0, count)
      .map(({ thing }) => thing);
  const { world } = seat;
  const trial = { seat, random, recall, ruleset };
  const [other] = seats.filter((one) => one !== seat);
  if (other !== undefined) await tryClauses(seat, other, random, recall, ruleset);
  for (const { types, attempts } of nationAttempts) await tryAll(trial, attempts(world), types);
  for (const { id } of some(ownCities(world), CITIES_TRIED))
    await tryAll(trial, cityAttempts(world, id), CITY);
  for (const { id } of some(ownUnits(world), UNITS_TRIED)) await tryAll(trial, unitAttempts(world, id), UNIT);
}

const CITY = [
  'city_production',
  'city_make_specialist',
  'city_make_worker',
  'city_change_specialist',
  'city_sell',
  'city_buy',
];
/** Whatever a unit may do. */
const UNIT = undefined;

interface Trial {
  readonly seat: Seat;
  readonly random: () => number;
  readonly recall: Recall;
  readonly ruleset: string;
}

/** First all that is not offered, and some of what is; last one thing that is and cannot be taken back. */
async function tryAll(
  trial: Trial,
  attempts: readonly Attempt[],
  types: readonly string[] | undefined,
): Promise<void> {
  const { seat, random, recall } = trial;
  const { world } = seat;
  if (world.turn.phase !== 'movement') return;
  const kept: Attempt[] = [];
  let offers = await offersOf(seat, types);
  for (const attempt of attempts) {
    const offer = offers.find((one) => attempt.offered(one));
    if (offer !== undefined && isKept(attempt, random)) {
      kept.push(attempt);
      continue;
    }
    const { version } = world;
    await tryOne(trial, attempt, offer);
    if (world.version === version) continue;
    if (!attempt.stillThere()) break;
    offers = await offersOf(seat, types);
  }
  const heavy = kept.filter((attempt) => attempt.isLight !== true && attempt.stillThere());
  const last = heavy[Math.floor(random() * heavy.length)];
  for (const attempt of kept) if (attempt !== last) trust(recall, attempt);
  const offer = last && offers.find((one) => last.offered(one));
  if (last !== undefined && offer !== undefined) await tryOne(trial, last, offer);
}

/** Whether what is offered is not sent, or not yet. */
function isKept({ isLight, isOneOfSeveral }: Attempt, random: () => number): boolean {
  if (isOneOfSeveral === true) return false;
  return isLight !== true || random() * LIGHT_SHARE > 1;
}

/** Offered, and not sent. */
function trust(recall: Recall, { kind }: Attempt): void {
  recall.add(kind, { offered: true, sent: false, taken: false });
}

async function tryOne({ seat, recall, ruleset }: Trial, attempt: Attempt, offer: Offer | undefined) {
  const { world } = seat;
  const before = stateBefore(world);
  const reply = await attempt.send(seat);
  const taken = attempt.taken(before, reply) && !wasIllegal(reply);
  recall.add(attempt.kind, { offered: offer !== undefined, sent: true, taken });
  const told = () => {
    const changes = JSON.stringify(changesSince(before, world)).slice(0, 200);
    const said = reply.messages.map(({ message }) => message).join(' ');
    return `${ruleset} turn ${world.game?.turn}: ${attempt.what}: ${changes} ${said}`;
  };
  if (taken && offer === undefined) recall.missed.push({ kind: attempt.kind, told: told() });
  if (!taken && offer?.certain === true && attempt.isOneOfSeveral !== true)
    recall.refused.push({ kind: attempt.kind, told: told() });
}

async function offersOf(seat: Seat, types: readonly string[] | undefined): Promise<readonly Offer[]> {
  if (types === undefined) return legalActions(seat);
  const offering = new OfferContext(seat);
  const found = await Promise.all(
    types.map(async (type) => (await actions.get(type)?.offers(offering)) ?? []),
  );
  return found.flat();
}

const against: ReadonlySet<string> = new Set(['E_UNIT_ILLEGAL_ACTION', 'E_BAD_COMMAND']);

/** For what is against the rules the server may take moves away without doing anything. */
function wasIllegal({ messages }: Reply): boolean {
  return messages.length > 0 && messages.every(({ event }) => against.has(event));
}

/** All that could be tried with a unit. */
function unitAttempts(world: World, id: number): Attempt[] {
  const unit = world.units.get(id);
  if (unit === undefined) return [];
  return [...moveAttempts(world, unit), ...activityAttempts(world, unit), ...deedAttempts(world, unit)];
}
