import type { Culprit, OrderEnded } from '#shared/protocol/event.js';
import type { EventType } from '../freeciv/generated/packets.js';
import { hasExtra, knownTile } from '../rules/lookup/tiles.js';
import { routeOf } from '../rules/movement/path.js';
import { canFoundCities } from '../rules/units/action-enablers.js';
import { type Message, plainText } from '../world/messages.js';
import type { Unit } from '../world/unit.js';
import { turnOf, type World } from '../world/world.js';
import {
  describeCulprits,
  describeOccupation,
  extraName,
  placeName,
  typeName,
  unitCulprit,
} from './descriptions.js';
import { type Obstacle, obstacleTo } from './obstacle.js';
import type { Occupation } from './occupation.js';
import { lossesAt, messagesAboutUnit, plainTexts } from './server-messages.js';
import { foreignUnits, unitsInSight } from './sightings.js';

/** An order that ended without an action of the agent: the unit at the last check, and the messages since. */
export interface EndedOrder {
  readonly unitId: number;
  readonly occupation: Occupation;
  /** Undefined after a restart of the proxy. */
  readonly before: Unit | undefined;
  /** The server's messages since the last check. */
  readonly messages: readonly Message[];
}

/** How a standing order ended, and why, as far as the seat's world shows. */
export interface OrderEnd {
  readonly outcome: OrderEnded['outcome'];
  readonly obstacle?: string;
  readonly by?: readonly Culprit[];
  /** What happened, as the rest of a sentence that begins with the unit. */
  readonly words: string;
  readonly said: readonly string[];
}

/** How an order of a unit ended, from world and messages; `now` is undefined when the unit is no longer the seat's. */
export function orderEnd(world: World, ended: EndedOrder, now: Unit | undefined): OrderEnd {
  if (now === undefined) return goneOrder(world, ended);
  const said = plainTexts(messagesAboutUnit(ended.unitId, ended.messages));
  return { said, ...endOf(world, ended, now, said) };
}

function goneOrder(world: World, { unitId, occupation, before, messages }: EndedOrder): OrderEnd {
  const said = messagesAboutUnit(unitId, messages);
  // Of a unit that is gone the server links only the place and names the type.
  const nearby = before === undefined ? [] : lossesAt(before.tile, typeName(world, before), messages);
  const all = plainTexts(said.length > 0 ? said : nearby);
  const use =
    all.length > 0 || before === undefined ? undefined : useOf(world, before, occupation.goal, messages);
  if (use !== undefined) return { outcome: 'finished', words: use, said: [] };
  return {
    outcome: 'lost',
    words: because(`was lost while it was ${describeOccupation(world, occupation)}`, all),
    said: all,
  };
}

function endOf(world: World, ended: EndedOrder, now: Unit, said: readonly string[]): Omit<OrderEnd, 'said'> {
  const { occupation, before } = ended;
  switch (occupation.kind) {
    case 'goto':
      return gotoEnd(world, ended, now, said);
    case 'patrol':
    case 'sentry':
      return watchEnd(world, ended, now);
    case 'explore':
      return { outcome: 'finished', words: 'found nothing more to explore, or no way to it' };
    case 'work':
      return isWorkDone(world, occupation, now)
        ? { outcome: 'finished', words: `finished its work on ${extraName(world, occupation.extra)}` }
        : interrupted(world, ended);
    case 'convert':
      return before !== undefined && now.type !== before.type
        ? { outcome: 'finished', words: 'was converted' }
        : interrupted(world, ended);
    case 'fortify':
    case 'auto_work':
      return interrupted(world, ended);
  }
}

function gotoEnd(
  world: World,
  { occupation: { goal }, before }: EndedOrder,
  now: Unit,
  said: readonly string[],
): Omit<OrderEnd, 'said'> {
  const onTheWay = goal === undefined ? '' : ` on its way to ${placeName(world, goal)}`;
  if (now.tile === goal) return { outcome: 'arrived', words: `arrived at ${placeName(world, goal)}` };
  const words = `stopped at ${placeName(world, now.tile)}${onTheWay}`;
  const obstacle = obstacleAhead(world, before, now);
  if (obstacle !== undefined) {
    const { kind, by } = obstacle;
    return { outcome: 'blocked', obstacle: kind, by, words: `${words}: ${obstacle.words}` };
  }
  // The server says why it gives up a route, but not why it moves a unit away; the unit in the way may have left.
  return { outcome: said.length > 0 ? 'blocked' : 'interrupted', words: because(words, said) };
}

/** What keeps a unit from going on along the route it had. */
function obstacleAhead(world: World, before: Unit | undefined, now: Unit): Obstacle | undefined {
  if (before?.detail === undefined) return undefined;
  const route = [before.tile, ...routeOf(world.map, before.detail)];
  const next = route[route.lastIndexOf(now.tile) + 1];
  return next === undefined || !route.includes(now.tile) ? undefined : obstacleTo(world, now, next);
}

/** Patrols and sentries end at the sight of strangers; sentries also when they have recovered. */
function watchEnd(world: World, ended: EndedOrder, now: Unit): Omit<OrderEnd, 'said'> {
  const { before, occupation } = ended;
  const full = world.ruleset.unitTypes.get(now.type)?.hp ?? 0;
  if (occupation.kind === 'sentry' && before !== undefined && before.hp < full && now.hp >= full)
    return { outcome: 'finished', words: 'has recovered on sentry' };
  const by = unitsInSight(world, now, foreignUnits(world, 'foreign')).map((unit) => unitCulprit(world, unit));
  if (by.length > 0)
    return { outcome: 'interrupted', by, words: `stopped at the sight of ${describeCulprits(by)}` };
  return interrupted(world, ended);
}

/** By what has become of the tile. */
function isWorkDone(world: World, { activity, extra, terrain }: Occupation, { tile: index }: Unit): boolean {
  const tile = knownTile(world, index);
  if (tile === undefined) return false;
  if (extra === undefined || extra < 0) return terrain !== undefined && tile.terrain !== terrain;
  return hasExtra(tile, extra) !== removing.has(activity ?? '');
}

const removing: ReadonlySet<string> = new Set(['ACTIVITY_PILLAGE', 'ACTIVITY_POLLUTION', 'ACTIVITY_FALLOUT']);

function interrupted(world: World, ended: EndedOrder): Omit<OrderEnd, 'said'> {
  const said = plainTexts(messagesAboutUnit(ended.unitId, ended.messages));
  return {
    outcome: 'interrupted',
    words: because(`is no longer ${describeOccupation(world, ended.occupation)}`, said),
  };
}

function because(words: string, said: readonly string[]): string {
  return said.length === 0 ? words : `${words}: ${said.join(' ')}`;
}

/** What the server says when a unit helps build a wonder, trades or joins a city. */
const OF_USE: ReadonlySet<EventType> = new Set<EventType>(['E_CARAVAN_ACTION', 'E_CITY_BUILD']);
/** Tiles that a unit may go between what is known of it last and its end. */
const MAX_LAST_STEPS = 3;

/** What a unit that is gone was used for, as the end of a sentence about it; undefined for a loss. `goal`: a tile index. */
function useOf(
  world: World,
  before: Unit,
  goal: number | undefined,
  messages: readonly Message[],
): string | undefined {
  const isNear = (tile: number) =>
    goal === undefined
      ? world.map.distance(before.tile, tile) <= MAX_LAST_STEPS
      : tile === goal || tile === before.tile;
  const city = canFoundCities(world, before) ? foundedCity(world, isNear) : undefined;
  if (city !== undefined) return `founded ${placeName(world, city.tile)}`;
  const said = messages.find((message) => isUse(message, typeName(world, before), isNear));
  return said && `was used: ${plainText(said.text)}`;
}

/** An own city that came to be in this turn or in the change to it. */
function foundedCity(world: World, isNear: (tile: number) => boolean) {
  return [...world.cities.values()].find(
    ({ owner, tile, detail }) =>
      owner === world.seat.player && (detail?.turnFounded ?? 0) >= turnOf(world) - 1 && isNear(tile),
  );
}

function isUse({ event, tile, text }: Message, type: string, isNear: (tile: number) => boolean): boolean {
  return OF_USE.has(event) && tile !== undefined && isNear(tile) && text.includes(type);
}
