import type { Level } from '#shared/protocol/state/common.js';
import { occupationOf } from '../../orders/occupation.js';
import { cityAt, extrasOn, knownTile, unitsOn } from '../../rules/lookup/tiles.js';
import { unexploredContinents } from '../../rules/movement/unexplored-continents.js';
import type { TerrainWork } from '../../rules/terrain/terrain-work.js';
import { canFoundCities, canTypeDo } from '../../rules/units/action-enablers.js';
import { isScout, unitTypeOf } from '../../rules/units/unit-type.js';
import { nameText } from '../../world/name-text.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import type { ActorOffer } from '../offer-maker.js';

/** A unit that waits and may go and look, where there is something unknown on its own continent. */
export function mayFindNews(world: World, unit: Unit): boolean {
  if (occupationOf(world, unit) !== undefined) return false;
  if (!isScout(world, unit) && !isFreeToGo(world, unit)) return false;
  return unexploredContinents(world).has(knownTile(world, unit.tile)?.continent ?? 0);
}

function isFreeToGo(world: World, unit: Unit): boolean {
  return !hasCalling(world, unit) && cityAt(world, unit.tile) === undefined;
}

/** What makes a unit more than a scout. */
const callings = ['ACTION_FOUND_CITY', 'ACTION_TRADE_ROUTE', 'ACTION_ESTABLISH_EMBASSY_STAY'] as const;

function hasCalling(world: World, unit: Unit): boolean {
  const type = unitTypeOf(world, unit);
  if (type === undefined || type.flags.has('UTYF_SETTLERS')) return true;
  return callings.some((action) => canTypeDo(world, type, action));
}

/** The last one to guard a city should stay there. */
export function fortifyOffer(world: World, unit: Unit): Pick<ActorOffer, 'priority' | 'what' | 'reason'> {
  const city = cityAt(world, unit.tile);
  const others = unitsOn(world, unit.tile).filter(
    (other) => other.id !== unit.id && isDefender(world, other),
  );
  const alone = city !== undefined && others.length === 0 && isDefender(world, unit);
  return alone
    ? { priority: 'medium', what: `fortify in ${nameText(city.name)}`, reason: 'its only defender' }
    : { priority: 'low', what: 'fortify' };
}

function isDefender(world: World, unit: Unit): boolean {
  const type = unitTypeOf(world, unit);
  return type !== undefined && type.defenseStrength > 0 && !type.flags.has('UTYF_CIVILIAN');
}

/** A village is worth a detour. */
export function movePriority(world: World, tile: number): Pick<ActorOffer, 'priority' | 'reason'> {
  const info = knownTile(world, tile);
  const hut = info !== undefined && extrasOn(world, info).some((extra) => extra.causes.has('EC_HUT'));
  return hut ? { priority: 'medium', reason: 'a village to enter' } : { priority: 'low' };
}

/** Medium for useful work on the nation's own land by a worker that has nothing to do; settlers found cities instead. */
export function workPriority(world: World, unit: Unit, work: TerrainWork): Level {
  if (work === 'pillage' || work === 'base') return 'low';
  const isOwnLand = knownTile(world, unit.tile)?.owner === world.seat.player;
  const isIdle = occupationOf(world, unit) === undefined;
  return isOwnLand && isIdle && !canFoundCities(world, unit) ? 'medium' : 'low';
}
