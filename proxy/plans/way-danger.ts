import { nationOf, unitName } from '../orders/descriptions.js';
import { areAtWar } from '../rules/lookup/players.js';
import { knownTile } from '../rules/lookup/tiles.js';
import { findPath, routeOf } from '../rules/movement/path.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';

/** An enemy so near to a tile of the way may attack the unit there. */
const NEAR_TILES = 2;
/** The search for the way. */
const MAX_LEGS = 500;

/**
 * `danger: Legion 7 (Pirate) at (3, 4), 2 tiles from the way`: the enemy in sight that is nearest to the way of a unit or to its
 * goal, and can attack on its land or from the sea; undefined where none is within two tiles.
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

/** The tiles from where a unit stands to its goal: those of its orders, where these lead there. */
function wayOf(world: World, unit: Unit, goal: number): readonly number[] {
  const { detail, tile } = unit;
  if (detail?.hasOrders === true && detail.gotoTile === goal)
    return [tile, ...routeOf(world.map, detail), goal];
  const path = tile === goal ? undefined : findPath(world, unit, goal, MAX_LEGS);
  return [tile, ...(path?.steps ?? []).map((step) => step.tile), goal];
}

/** Tiles to the nearest tile of the way that an enemy on the same land, or at sea, can come to. */
function distanceTo(world: World, way: readonly number[], { tile }: Unit): number {
  const land = knownTile(world, tile)?.continent ?? 0;
  const reached = way.filter((one) => land <= 0 || knownTile(world, one)?.continent === land);
  return Math.min(...reached.map((one) => world.map.distance(one, tile)));
}
