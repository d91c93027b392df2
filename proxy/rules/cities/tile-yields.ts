import { BoundedMap } from '#shared/core/bounded-map.js';
import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { OUTPUT_COUNT } from '../lookup/outputs.js';
import type { Tile } from '../lookup/tiles.js';
import { keepable } from '../requirements/effect-inputs.js';
import { cityInputs, type NationEffects, nationEffects } from '../requirements/nation-effects.js';
import { isCelebrating, tileOutput } from './tile-output.js';
import { YIELD_EFFECTS } from './yield-techs.js';

/** What tiles yield a city each turn. A tile's yields are computed when they are first asked for, and again when the tile has changed. */
export class TileYields {
  readonly #known = new Map<
    number,
    { readonly tile: Tile | undefined; readonly yields: readonly number[] }
  >();

  /** The yields of one tile, by output number. */
  of(world: World, city: City, index: number): readonly number[] {
    const tile = world.tiles.get(index);
    const known = this.#known.get(index);
    if (known !== undefined && known.tile === tile) return known.yields;
    const yields = Array.from({ length: OUTPUT_COUNT }, (_, output) =>
      tileOutput(world, index, output, city),
    );
    this.#known.set(index, { tile, yields });
    return yields;
  }
}

interface Kept {
  readonly nation: NationEffects;
  readonly game: unknown;
  readonly yields: TileYields;
}

/** Cities under the governments of a ruleset, and with a building more that changes their tiles. */
const MAX_YIELDS = 1_000;

const canBeKept = keepable(YIELD_EFFECTS, true);

/** By the table of tiles, which worlds of other governments and buildings share. */
const keptOfWorlds = new WeakMap<World['tiles'], BoundedMap<string, Kept>>();

/**
 * What tiles yield a city. The same object while nothing has changed that effects on tiles depend on: government, technologies and
 * wonders of the nation, buildings of the city, and whether it celebrates.
 */
export function tileYields(world: World, city: City): TileYields {
  const nation = city.detail === undefined ? undefined : nationEffects(world, city.owner);
  if (nation === undefined || !canBeKept(world.ruleset)) return new TileYields();
  let ofWorld = keptOfWorlds.get(world.tiles);
  if (ofWorld === undefined) {
    ofWorld = new BoundedMap(MAX_YIELDS);
    keptOfWorlds.set(world.tiles, ofWorld);
  }
  const government = world.players.get(city.owner)?.government;
  const celebrates = isCelebrating(world, city) ? '!' : '';
  const key = `${city.id} ${city.tile} ${government}${celebrates} ${cityInputs(world, city)}`;
  const kept = ofWorld.get(key);
  const game = world.game?.minCityCenterOutput.join();
  if (kept !== undefined && kept.nation === nation && kept.game === game) return kept.yields;
  const yields = new TileYields();
  ofWorld.set(key, { nation, game, yields });
  return yields;
}
