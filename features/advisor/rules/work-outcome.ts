import { hasBit, withBit } from '../../../proxy/freeciv/value-codecs.js';
import { citiesOf } from '../../../proxy/rules/cities/realm.js';
import { tileOutput } from '../../../proxy/rules/cities/tile-output.js';
import { cityTiles } from '../../../proxy/rules/lookup/cities.js';
import { outputs } from '../../../proxy/rules/lookup/outputs.js';
import { supposeTile } from '../../../proxy/rules/lookup/supposed-world.js';
import {
  type Extra,
  extrasOn,
  knownTile,
  type Terrain,
  type Tile,
} from '../../../proxy/rules/lookup/tiles.js';
import { keepsExtra, resultOf } from '../../../proxy/rules/terrain/terrain-change.js';
import type { TerrainWork, WorkPlan } from '../../../proxy/rules/terrain/terrain-work.js';
import { turnsIfBegun } from '../../../proxy/rules/terrain/work-time.js';
import type { City } from '../../../proxy/world/city.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';

/** Food, shields and trade of a tile. */
export type FoodShieldsTrade = readonly [number, number, number];

/** What comes of terrain work. */
export interface WorkOutcome {
  /** Turns until it is done, with those who work there already; undefined when it is never done. */
  readonly turns: number | undefined;
  readonly before: FoodShieldsTrade;
  readonly after: FoodShieldsTrade | undefined;
  /** The terrain that it makes; undefined when the terrain stays. */
  readonly becomes: Terrain | undefined;
}

/** What a work on a unit's tile would bring to the city that works it, or the first own one that could. */
export function workOutcome(world: World, unit: Unit, work: TerrainWork, plan: WorkPlan): WorkOutcome {
  const tile = knownTile(world, unit.tile);
  const city = cityOver(world, unit);
  const before = yieldsAt(world, unit.tile, city);
  const turns = turnsIfBegun(world, unit, plan.activity, plan.extra?.id);
  if (tile === undefined) return { turns, before, after: undefined, becomes: undefined };
  const becomes = plan.extra === undefined ? newTerrain(world, tile, work) : undefined;
  const then =
    plan.extra === undefined ? converted(world, tile, becomes) : withWork(world, tile, work, plan.extra);
  const after = then && yieldsAt(supposeTile(world, then), unit.tile, city);
  return { turns, before, after, becomes };
}

/** Food, shields and trade of a tile as a city gets them; without a city what holds for everybody. */
export function yieldsAt(world: World, tile: number, city: City | undefined): FoodShieldsTrade {
  const of = (output: number) => tileOutput(world, tile, output, city);
  return [of(outputs.food), of(outputs.shields), of(outputs.trade)];
}

/** The own city that works the tile of a unit, or one that could. */
function cityOver(world: World, { tile, owner }: Unit): City | undefined {
  const worker = world.cities.get(knownTile(world, tile)?.worked ?? -1);
  if (worker?.owner === owner) return worker;
  return citiesOf(world, owner).find((city) => cityTiles(world, city)?.includes(tile));
}

function newTerrain({ ruleset }: World, tile: Tile, work: TerrainWork): Terrain | undefined {
  const terrain = ruleset.terrains.get(tile.terrain);
  if (terrain === undefined || (work !== 'irrigation' && work !== 'mine' && work !== 'transform'))
    return undefined;
  return ruleset.terrains.get(resultOf(terrain, work));
}

/** A tile with another terrain, and those of its extras that stay on it. */
function converted(world: World, tile: Tile, terrain: Terrain | undefined): Tile | undefined {
  if (terrain === undefined) return undefined;
  const then = { ...tile, terrain: terrain.id };
  const supposed = supposeTile(world, then);
  const lost = extrasOn(world, tile).filter((extra) => !keepsExtra(supposed, tile.tile, terrain, extra));
  return { ...then, extras: withoutExtras(tile.extras, lost) };
}

/** A tile after a work about an extra: the server removes the extras that conflict with a new one. */
function withWork(world: World, tile: Tile, work: TerrainWork, extra: Extra): Tile {
  const isRemoval = work === 'pillage' || work === 'pollution' || work === 'fallout';
  if (isRemoval) return { ...tile, extras: withoutExtras(tile.extras, [extra]) };
  const replaced = extrasOn(world, tile).filter(({ id }) => hasBit(extra.conflicts, id));
  return { ...tile, extras: withoutExtras(withBit(tile.extras, extra.id, true), replaced) };
}

function withoutExtras(extras: Uint8Array, lost: readonly Extra[]): Uint8Array {
  return lost.reduce((left, { id }) => withBit(left, id, false), extras);
}
