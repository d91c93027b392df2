import { areAllied, areAtWar } from '../rules/lookup/players.js';
import { effectValue } from '../rules/requirements/effects.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';

/** Anybody who is no ally, or only those one fights: at war, barbarians and animals. */
export type ForeignScope = 'foreign' | 'enemy';

/** The units of others that this seat sees now. */
export function foreignUnits(world: World, who: ForeignScope): readonly Unit[] {
  const own = world.seat.player ?? -1;
  const owners = new Map<number, boolean>();
  return [...world.units.values()].filter(({ owner }) => {
    let counts = owners.get(owner);
    if (counts === undefined) {
      counts = owner !== own && (who === 'enemy' ? isEnemy(world, own, owner) : isForeign(world, own, owner));
      owners.set(owner, counts);
    }
    return counts;
  });
}

/** Those of them within the sight of one unit itself. */
export function unitsInSight(world: World, unit: Unit, strangers: readonly Unit[]): readonly Unit[] {
  if (strangers.length === 0) return strangers;
  const radius = visionRadius(world, unit);
  return strangers.filter(({ tile }) => world.map.squaredDistance(unit.tile, tile) <= radius);
}

function isForeign(world: World, own: number, other: number): boolean {
  return areAllied(world, own, other) !== true;
}

function isEnemy(world: World, own: number, other: number): boolean {
  const player = world.players.get(other);
  const isWild = player !== undefined && player.barbarianType !== 'NOT_A_BARBARIAN';
  return isWild || areAtWar(world, own, other) === true;
}

/** Squared, as the server counts it (README.effects, Unit_Vision_Radius_Sq). */
function visionRadius(world: World, unit: Unit): number {
  const { owner: player, tile } = unit;
  const base = world.ruleset.unitTypes.get(unit.type)?.visionRadiusSq ?? 0;
  return base + effectValue(world, 'EFT_UNIT_VISION_RADIUS_SQ', { player, tile, unit });
}
