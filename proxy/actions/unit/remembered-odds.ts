import { cityAt, unitsOn } from '../../rules/tiles.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import type { ActionPort } from '../action.js';
import { type UnitActionOdds, unitActionOdds } from './odds.js';

interface Remembered {
  /** Versions of all that the odds hang on; others mean that the server must be asked again. */
  readonly basis: string;
  readonly odds: Promise<UnitActionOdds>;
}

/** By unit id and tile. */
type Memory = Map<string, Remembered>;

/** More than any turn needs; what is older is asked for again. */
const MOST_REMEMBERED = 5000;

const memories = new WeakMap<World, Memory>();

/** The server's odds for a unit against a tile, asked for again only when something they hang on has changed. */
export function rememberedOdds(
  port: ActionPort<'unit_get_actions'>,
  unit: Unit,
  tile: number,
): Promise<UnitActionOdds> {
  const { world } = port;
  const memory = memoryOf(world);
  const key = `${unit.id} ${tile}`;
  const basis = basisOf(world, unit, tile);
  const known = memory.get(key);
  if (known?.basis === basis) return known.odds;
  const odds = unitActionOdds(port, unit, tile);
  memory.delete(key);
  memory.set(key, { basis, odds });
  if (memory.size > MOST_REMEMBERED) forgetOldest(memory);
  // A question that failed answers nothing to those who ask later.
  odds.catch(() => memory.delete(key));
  return odds;
}

function memoryOf(world: World): Memory {
  let memory = memories.get(world);
  if (memory === undefined) {
    memory = new Map();
    memories.set(world, memory);
  }
  return memory;
}

/** The actor, what stands on both tiles, and what is true of the whole nation: treaties, techs, government, purse. */
function basisOf(world: World, unit: Unit, tile: number): string {
  return [
    world.units.versionOf(unit.id),
    placeBasis(world, unit.tile),
    placeBasis(world, tile),
    world.players.versionOf(unit.owner),
    world.research.latest,
    world.diplomacy.latest,
    world.game?.turn,
  ].join('/');
}

function placeBasis(world: World, tile: number): string {
  const city = cityAt(world, tile);
  const units = unitsOn(world, tile).map(({ id }) => `${id}:${world.units.versionOf(id)}`);
  return `${world.tiles.versionOf(tile)}.${city?.id}.${city && world.cities.versionOf(city.id)}.${units.join()}`;
}

function forgetOldest(memory: Memory): void {
  for (const key of memory.keys()) {
    memory.delete(key);
    return;
  }
}
