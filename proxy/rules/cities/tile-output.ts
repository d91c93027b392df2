import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { outputs } from '../lookup/outputs.js';
import { rulesetIndex } from '../lookup/ruleset-index.js';
import { type Extra, hasExtra, knownTile, type Terrain, type Tile } from '../lookup/tiles.js';
import { effectValue } from '../requirements/effects.js';
import type { RequirementContext } from '../requirements/requirement.js';
import { arePossible } from '../requirements/requirements.js';
import { needsBridge } from '../terrain/extras.js';

/** Food, shields or trade of a worked tile (`city_tile_output`), with a city's buildings, government and celebration. */
export function tileOutput(world: World, index: number, output: number, city?: City): number {
  const tile = knownTile(world, index);
  const terrain = tile === undefined ? undefined : world.ruleset.terrains.get(tile.terrain);
  if (tile === undefined || terrain === undefined) return 0;
  const context: RequirementContext =
    city === undefined ? { tile: index } : { player: city.owner, city, tile: index };
  const natural = worked(world, tile, terrain, output, context);
  const improved = withEffects(world, natural, { output, ...context }, isCelebrating(world, city));
  return city?.tile === index ? atLeastOfCentre(world, improved, output) : improved;
}

/** The same for a city that `player` has not founded yet: with its government, without buildings. */
export function newCityTileOutput(world: World, player: number, tile: Tile, output: number): number {
  const terrain = world.ruleset.terrains.get(tile.terrain);
  if (terrain === undefined) return 0;
  const context = { player, tile: tile.tile };
  return withEffects(world, worked(world, tile, terrain, output, context), { output, ...context }, false);
}

/** Yields of the centre of a city to be founded (`EF_ALWAYS_ON_CITY_CENTER`, `EF_AUTO_ON_CITY_CENTER`). */
export function newCityCentreOutput(world: World, player: number, tile: Tile, output: number): number {
  const terrain = world.ruleset.terrains.get(tile.terrain);
  if (terrain === undefined) return 0;
  const city = supposedCity(player, tile.tile);
  const founded = { ...tile, extras: withCentreExtras(world, player, tile) };
  const context = { player, city, tile: tile.tile };
  const natural = worked(world, founded, terrain, output, context);
  return atLeastOfCentre(world, withEffects(world, natural, { output, ...context }, false), output);
}

function atLeastOfCentre({ game }: World, amount: number, output: number): number {
  return Math.max(amount, game?.minCityCenterOutput[output] ?? 0);
}

/** A city without buildings, as it would be when it has just been founded. */
function supposedCity(owner: number, tile: number): City {
  return {
    id: -1,
    owner,
    tile,
    size: 1,
    name: '',
    improvements: new Uint8Array(),
    occupied: undefined,
    detail: undefined,
    granary: undefined,
  };
}

/** The extras of a tile and those that appear where a city is founded (`upgrade_city_extras`). */
function withCentreExtras(world: World, player: number, tile: Tile): Uint8Array {
  const extras = Uint8Array.from(tile.extras);
  for (const extra of rulesetIndex(world.ruleset).extras) {
    if (hasExtra(tile, extra.id) || !comesWithCity(world, player, tile, extra)) continue;
    extras[extra.id >> 3] = (extras[extra.id >> 3] ?? 0) | (1 << (extra.id & 7));
  }
  return extras;
}

function comesWithCity(world: World, player: number, tile: Tile, extra: Extra): boolean {
  if (extra.flags.has('EF_ALWAYS_ON_CITY_CENTER')) return true;
  if (!extra.flags.has('EF_AUTO_ON_CITY_CENTER') || needsBridge(world, player, tile, extra)) return false;
  return arePossible(world, extra.reqs, { player, tile: tile.tile }) !== false;
}

/** By terrain, resource, irrigation, mine and roads. */
function worked(
  world: World,
  tile: Tile,
  terrain: Terrain,
  output: number,
  context: RequirementContext,
): number {
  let amount = terrain.output[output] ?? 0;
  if (terrain.resources.includes(tile.resource))
    amount += world.ruleset.resources.get(tile.resource)?.output[output] ?? 0;
  if (output === outputs.shields && terrain.miningShieldIncr !== 0) {
    amount += percent(terrain.miningShieldIncr, effectValue(world, 'EFT_MINING_PCT', context));
  }
  if (output === outputs.food && terrain.irrigationFoodIncr !== 0) {
    amount += percent(terrain.irrigationFoodIncr, effectValue(world, 'EFT_IRRIGATION_PCT', context));
  }
  let [fixed, scaled, bonus] = [0, 0, 0];
  for (const [extra, road] of rulesetIndex(world.ruleset).roads) {
    if (!hasExtra(tile, extra)) continue;
    fixed += road.tileIncrConst[output] ?? 0;
    scaled += road.tileIncr[output] ?? 0;
    bonus += road.tileBonus[output] ?? 0;
  }
  amount += fixed + percent(scaled, terrain.roadOutputIncrPct[output] ?? 0);
  return amount + percent(amount, bonus);
}

function withEffects(
  world: World,
  natural: number,
  context: RequirementContext,
  celebrating: boolean,
): number {
  let amount = natural + effectValue(world, 'EFT_OUTPUT_ADD_TILE', context);
  if (amount > 0) {
    // Poor governments lose one of whatever is more than this.
    const limit = celebrating ? 0 : effectValue(world, 'EFT_OUTPUT_PENALTY_TILE', context);
    if (celebrating) amount += effectValue(world, 'EFT_OUTPUT_INC_TILE_CELEBRATE', context);
    amount += effectValue(world, 'EFT_OUTPUT_INC_TILE', context);
    amount += percent(amount, effectValue(world, 'EFT_OUTPUT_PER_TILE', context));
    if (limit > 0 && amount > limit) amount -= 1;
  }
  return amount - percent(amount, effectValue(world, 'EFT_OUTPUT_TILE_PUNISH_PCT', context));
}

/** Whether a city celebrated at the last turn change and is big enough to gain by it. */
export function isCelebrating({ game }: World, city: City | undefined): boolean {
  if (city?.detail === undefined || game === undefined) return false;
  return city.detail.wasHappy && city.size >= game.celebratesize;
}

/** What one specialist brings its city (`EFT_SPECIALIST_OUTPUT`), by output number. */
export function specialistOutput(world: World, city: City, specialist: number, output: number): number {
  return effectValue(world, 'EFT_SPECIALIST_OUTPUT', { player: city.owner, city, specialist, output });
}

function percent(value: number, rate: number): number {
  return Math.trunc((value * rate) / 100);
}
