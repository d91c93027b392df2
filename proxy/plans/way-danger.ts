import { nationOf, unitName } from '../orders/descriptions.js';
import { areAtWar } from '../rules/lookup/players.js';
import { knownTile } from '../rules/lookup/tiles.js';
import { findPath, routeOf } from '../rules/movement/path.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';

/** An enemy within this many tiles of the way may attack the unit. */
const NEAR_TILES = 2;
/** The search for the way ends after this many steps. */
const MAX_LEGS = 500;

/**
 * `danger: Legion 7 (Pirate) at (3, 4), 2 tiles from the way`: the visible enemy nearest to the way of a unit, among those that can
 * attack it on its land or from the sea. Undefined where none is within two tiles of the way.
 */
export function wayDanger(world: World, unit: Unit, goal: number): string | undefined {
  const within = world.map.distance(unit.tile, goal) + NEAR_TILES;
  const attackers = [...world.units.values()].filter(
    (other) =>
      isAttacker(world, other, unit.owner) &&
      Math.min(world.map.distance(other.tile, unit.tile), world.map.distance(other.tile, goal)) <= within,
  );
  if (attackers.length === 0) return undefined;
  const way = wayOf(world, unit, goal);
  const [nearest] = attackers
    .map((other) => ({ other, distance: distanceTo(world, way, other) }))
    .filter(({ distance }) => distance <= NEAR_TILES)
    .sort((a, b) => a.distance - b.distance || a.other.id - b.other.id);
  if (nearest === undefined) return undefined;
  const { other, distance } = nearest;
  const { x, y } = world.map.position(other.tile);
  const tiles = `${distance} ${distance === 1 ? 'tile' : 'tiles'}`;
  return `danger: ${unitName(world, other)} (${nationOf(world, other.owner, 'unknown')}) at (${x}, ${y}), ${tiles} from the way`;
}

/** Whether a unit in the open can attack and belongs to barbarians or to a player at war with the owner. */
function isAttacker(world: World, { owner, type, transportedBy }: Unit, own: number): boolean {
  if (owner === own || transportedBy !== undefined) return false;
  if ((world.ruleset.unitTypes.get(type)?.attackStrength ?? 0) <= 0) return false;
  const isBarbarian = world.players.get(owner)?.barbarianType !== 'NOT_A_BARBARIAN';
  return isBarbarian || areAtWar(world, owner, own) === true;
}

/** The tiles from a unit to its goal: by its orders if they lead there, else by a path search. */
function wayOf(world: World, unit: Unit, goal: number): readonly number[] {
  const { detail, tile } = unit;
  if (detail?.hasOrders === true && detail.gotoTile === goal)
    return [tile, ...routeOf(world.map, detail), goal];
  const path = tile === goal ? undefined : findPath(world, unit, goal, MAX_LEGS);
  return [tile, ...(path?.steps ?? []).map((step) => step.tile), goal];
}

/** The distance in tiles from an enemy to the nearest tile of the way on its own land; from an enemy at sea to any tile. */
function distanceTo(world: World, way: readonly number[], { tile }: Unit): number {
  const land = knownTile(world, tile)?.continent ?? 0;
  const reached = way.filter((one) => land <= 0 || knownTile(world, one)?.continent === land);
  return Math.min(...reached.map((one) => world.map.distance(one, tile)));
}
