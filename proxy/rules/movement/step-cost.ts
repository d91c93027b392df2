import { hasBit } from '../../freeciv/value-codecs.js';
import type { Direction } from '../../world/map-geometry.js';
import type { World } from '../../world/world.js';
import { isCardinal, stepsFrom } from '../lookup/adjacency.js';
import { isSafeCoast } from '../lookup/nativity.js';
import type { MoverRoad } from '../lookup/ruleset-index.js';
import { rulesetIndex } from '../lookup/ruleset-index.js';
import { hasExtra, knownTile } from '../lookup/tiles.js';
import { effectValue } from '../requirements/effects.js';
import { knowsAction } from '../units/action-enablers.js';
import type { Mover, MoverTile } from './mover.js';

/** A step that takes all remaining moves of the turn. */
const ALL_MOVES = Number.POSITIVE_INFINITY;

/** Move fragments of a step (`tile_move_cost_ptrs`), at most those left; one is enough for any step. */
export function stepCost(
  world: World,
  mover: Mover,
  from: MoverTile,
  to: MoverTile,
  direction: Direction,
): number {
  const { type, unitClass } = mover;
  const { moveFragments, igterCost } = world.ruleset.terrainControl ?? { moveFragments: 1, igterCost: 1 };
  const ignoresTerrain = type.flags.has('UTYF_IGTER');
  const plain = ignoresTerrain ? igterCost : moveFragments;
  if (!unitClass.flags.has('UCF_TERRAIN_SPEED')) return moveFragments;
  if (!to.native) return plain;
  if (!from.native) {
    const slow = world.game?.slowInvasions === true && !type.flags.has('UTYF_BEACH_LANDER');
    return slow && from.city === undefined ? ALL_MOVES : plain + landingCost(world, mover);
  }
  const cost = Math.min(
    roadsOrTerrainCost(world, mover, from, to, direction),
    ignoresTerrain ? igterCost : ALL_MOVES,
  );
  const slanted =
    world.ruleset.terrainControl?.pythagoreanDiagonal === true && !isCardinal(world.map, direction);
  return slanted ? (cost * DIAGONAL_128THS) >> 7 : cost;
}

/** Additional move fragments for leaving a transport, where that is a unit action (`EFT_ACTION_SUCCESS_MOVE_COST`). */
function landingCost(world: World, { type, unit }: Mover): number {
  if (unit.transportedBy === undefined || !knowsAction(world, DISEMBARK)) return 0;
  const context = { player: unit.owner, unit, unitType: type.id, action: DISEMBARK } as const;
  return effectValue(world, 'EFT_ACTION_SUCCESS_MOVE_COST', context);
}

const DISEMBARK = 'ACTION_TRANSPORT_DISEMBARK1';

/** Between two tiles that are native to the unit. Enemies' roads are of no use where the game says so. */
function roadsOrTerrainCost(
  world: World,
  mover: Mover,
  from: MoverTile,
  to: MoverTile,
  direction: Direction,
): number {
  const straight = isCardinal(world.map, direction);
  const closed = world.game?.restrictinfra === true && (from.hostile || to.hostile);
  let least = to.terrain.movementCost * (world.ruleset.terrainControl?.moveFragments ?? 1);
  for (const one of mover.roads) {
    if (closed && !one.road.flags.has('RF_UNRESTRICTED_INFRA')) continue;
    least = Math.min(least, roadCost(world, one, from, to, straight));
  }
  return least;
}

/** The square root of two in 128ths, as the server has it. */
const DIAGONAL_128THS = 181;

/** What a road asks for between two places; ALL_MOVES where it does not connect them. */
function roadCost(
  world: World,
  { extra, road, connects }: MoverRoad,
  from: MoverTile,
  to: MoverTile,
  straight: boolean,
): number {
  if (!hasExtra(to.tile, extra)) return ALL_MOVES;
  const joined = connects.filter((other) => hasExtra(from.tile, other));
  if (joined.length === 0) return ALL_MOVES;
  if (straight || road.moveMode === 'RMM_FAST_ALWAYS') return road.moveCost;
  if (road.moveMode !== 'RMM_RELAXED') return ALL_MOVES;
  const round = tilesBetween(world, from.tile.tile, to.tile.tile).some((between) => {
    const tile = knownTile(world, between);
    return tile !== undefined && [extra, ...joined].some((other) => hasExtra(tile, other));
  });
  return round ? road.moveCost * 2 : ALL_MOVES;
}

/** The tiles that connect two tiles touching at a corner by two straight steps. */
export function tilesBetween(world: World, from: number, to: number): number[] {
  return stepsFrom(world.map, from)
    .filter(({ direction }) => isCardinal(world.map, direction))
    .map(({ tile }) => tile)
    .filter((tile) =>
      stepsFrom(world.map, tile).some((step) => step.tile === to && isCardinal(world.map, step.direction)),
    );
}

/** How long a unit stays in the air. */
export interface Fuel {
  /** Turns; 0 for units that need no fuel. */
  readonly capacity: number;
  /** Whether it is refuelled there at turn change: in cities, at bases, for some ships along the coast. */
  isRefilledAt(place: MoverTile): boolean;
}

/** The fuel of a unit: extras with `EF_REFUEL`, cities and, for `UTYF_COAST`, safe coasts refill it. */
export function fuelOf(world: World, { type, unitClass }: Mover): Fuel {
  const refills = rulesetIndex(world.ruleset).extras.filter(
    (extra) => extra.flags.has('EF_REFUEL') && hasBit(extra.nativeTo, unitClass.id),
  );
  return {
    capacity: type.fuel,
    isRefilledAt: ({ tile, city }) =>
      city !== undefined ||
      refills.some((extra) => hasExtra(tile, extra.id)) ||
      (type.flags.has('UTYF_COAST') && isSafeCoast(world, tile.tile) === true),
  };
}
