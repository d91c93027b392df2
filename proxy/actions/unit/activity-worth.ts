import { occupationOf } from '../../orders/occupation.js';
import { unexploredContinents } from '../../rules/frontier.js';
import { cityAt, knownTile, unitsOn } from '../../rules/tiles.js';
import { canTypeDo } from '../../rules/unit-actions.js';
import { isScout, typeOf } from '../../rules/unit-activities.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import type { ActorOffered } from '../offer.js';

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
  const type = typeOf(world, unit);
  if (type === undefined || type.flags.has('UTYF_SETTLERS')) return true;
  return callings.some((action) => canTypeDo(world, type, action));
}

/** The last one to guard a city should stay there. */
export function fortifyOffer(world: World, unit: Unit): Pick<ActorOffered, 'priority' | 'what' | 'reason'> {
  const city = cityAt(world, unit.tile);
  const others = unitsOn(world, unit.tile).filter(
    (other) => other.id !== unit.id && isDefender(world, other),
  );
  const alone = city !== undefined && others.length === 0 && isDefender(world, unit);
  return alone
    ? { priority: 'medium', what: `fortify in ${city.name}`, reason: 'its only defender' }
    : { priority: 'low', what: 'fortify' };
}

function isDefender(world: World, unit: Unit): boolean {
  const type = typeOf(world, unit);
  return type !== undefined && type.defenseStrength > 0 && !type.flags.has('UTYF_CIVILIAN');
}
