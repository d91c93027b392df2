import type { World } from '../../world/world.js';
import { outputs } from '../lookup/outputs.js';
import type { Tile } from '../lookup/tiles.js';
import { newCityCentreOutput, newCityTileOutput } from './tile-output.js';
import { yieldTechKey } from './yield-techs.js';

/** Food, shields and trade of one tile a turn, by output number. */
export type TileYield = readonly [food: number, shields: number, trade: number];

/** What a tile yields a new city, and what that is worth. */
export interface LandYield {
  readonly tile: number;
  readonly yields: TileYield;
  readonly worth: number;
}

/** What one food, shield and trade is worth: food makes citizens and settlers, shields build all else. */
export const OUTPUT_WORTH: TileYield = [3, 2, 1];

interface Kept {
  readonly rules: string;
  readonly known: LandYield;
}

const keptTiles = new WeakMap<Tile, Kept>();
const keptCentres = new WeakMap<Tile, Kept>();

/** What tiles yield new cities of a player, with its government and the technologies that matter. They are kept: hundreds of tiles are evaluated. */
export class LandYields {
  /** The inputs of the yields of tiles, other than the tiles. */
  readonly rules: string;
  readonly #world: World;
  readonly #player: number;

  constructor(world: World, player: number) {
    this.rules = `${player} ${world.players.get(player)?.government} ${yieldTechKey(world, player)}`;
    this.#world = world;
    this.#player = player;
  }

  /** Of a tile that a citizen works. */
  of(tile: Tile): LandYield {
    return this.#kept(keptTiles, tile, newCityTileOutput);
  }

  /** Of the tile on which a city is founded. */
  ofCentre(tile: Tile): LandYield {
    return this.#kept(keptCentres, tile, newCityCentreOutput);
  }

  #kept(all: WeakMap<Tile, Kept>, tile: Tile, outputOf: typeof newCityTileOutput): LandYield {
    const kept = all.get(tile);
    if (kept?.rules === this.rules) return kept.known;
    const amount = (output: number) => outputOf(this.#world, this.#player, tile, output);
    const yields: TileYield = [amount(outputs.food), amount(outputs.shields), amount(outputs.trade)];
    const known = {
      tile: tile.tile,
      yields,
      worth: OUTPUT_WORTH.reduce((sum, one, output) => sum + one * (yields[output] ?? 0), 0),
    };
    all.set(tile, { rules: this.rules, known });
    return known;
  }
}
