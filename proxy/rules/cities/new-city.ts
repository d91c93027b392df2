import { landOf } from '../../world/tile.js';
import type { World } from '../../world/world.js';
import { tilesAround } from '../lookup/adjacency.js';
import { knownLands } from '../lookup/known-lands.js';
import { outputs } from '../lookup/outputs.js';
import { isPlayer } from '../lookup/players.js';
import type { Tile } from '../lookup/tiles.js';
import { granarySize } from './growth.js';
import { newCityCentreOutput, newCityTileOutput } from './tile-output.js';
import { yieldTechKey } from './yield-techs.js';

/** Food, shields and trade of one tile a turn, by output number. */
type TileYield = readonly [food: number, shields: number, trade: number];

interface WorkableTile {
  readonly tile: number;
  readonly yields: TileYield;
  readonly worth: number;
}

/** What a city would live on that a player founded on a tile, as the land is now. */
export interface NewCity {
  readonly centre: TileYield;
  /** The tiles its citizens would work, the first citizen's first. */
  readonly worked: readonly WorkableTile[];
  /** Whether its first citizen leaves food for a second one. */
  readonly grows: boolean;
  /** Citizens when all of the turns have passed. */
  readonly size: number;
  /** Number i: the worth of all that is made in the first i turns. */
  readonly worthAfter: readonly number[];
}

/** What one of each output is worth: food makes citizens and settlers, shields build all else. */
const OUTPUT_WORTH: TileYield = [3, 2, 1];
/** Without an aqueduct, a temple or the like no city becomes larger, in any ruleset. */
const MAX_CITIZENS = 8;

/** The yields of a tile for a player with a government and the technologies that matter: hundreds of places are evaluated. */
interface KnownYields {
  readonly rules: string;
  readonly known: Omit<WorkableTile, 'tile'>;
}

/** A forecast, and what it was made from: tiles do not change, they are replaced. */
interface KnownForecast {
  readonly rules: string;
  /** The tiles around the centre; undefined for what is unknown or taken. */
  readonly land: readonly (Tile | undefined)[];
  readonly city: NewCity;
}

/** By centre, the latest first. */
const forecasts = new WeakMap<Tile, readonly KnownForecast[]>();
/** Of each centre: while sites are chosen one after the other, each leaves less to those around it. */
const MAX_FORECASTS = 4;
const knownTiles = new WeakMap<Tile, KnownYields>();
const knownCentres = new WeakMap<Tile, KnownYields>();

/**
 * How cities would fare in their first turns that a player founded: the tiles within the radius of a new city yield what
 * they yield now, each new citizen works the best one left, and a full granary makes a citizen (`city_granary_size`).
 */
export class NewCityForecasts {
  readonly #world: World;
  readonly #player: number;
  readonly #turns: number;
  readonly #lands: readonly (Tile | undefined)[];
  /** The inputs of the yields of tiles, other than the tiles. */
  readonly #rules: string;
  /** The inputs of forecasts, other than the tiles. */
  readonly #forecastRules: string;
  /** Food for the next citizen, by size less one. */
  readonly #granaries: readonly number[];

  constructor(world: World, player: number, turns: number) {
    const { game } = world;
    this.#world = world;
    this.#player = player;
    this.#turns = turns;
    this.#lands = knownLands(world);
    this.#rules = `${player} ${world.players.get(player)?.government} ${yieldTechKey(world, player)}`;
    this.#granaries = Array.from({ length: MAX_CITIZENS }, (_, size) =>
      game === undefined ? Number.POSITIVE_INFINITY : granarySize(game, size + 1),
    );
    this.#forecastRules = `${this.#rules} ${turns} ${game?.foodCost} ${this.#granaries.join()}`;
  }

  /** The forecast of a city on a known tile, without the tiles that have a 1 in `taken`. It is kept until one of its tiles changes. */
  at(centre: Tile, taken: Uint8Array): NewCity {
    const place = landOf(centre);
    const known = forecasts.get(place) ?? [];
    for (const { rules, land, city } of known)
      if (rules === this.#forecastRules && this.#isLandAround(centre, taken, land)) return city;
    const land = this.#landAround(centre, taken);
    const worked = this.#workableOf(land).slice(0, MAX_CITIZENS);
    const middle = this.#yieldsOf(knownCentres, place, newCityCentreOutput);
    const city = { centre: middle.yields, worked, ...this.#grown(middle, worked) };
    forecasts.set(place, [{ rules: this.#forecastRules, land, city }, ...known.slice(0, MAX_FORECASTS - 1)]);
    return city;
  }

  /** The tiles around a centre that citizens could work, best first: neither worked by a city nor owned by others. */
  workable(centre: Tile, taken?: Uint8Array): readonly WorkableTile[] {
    return this.#workableOf(this.#landAround(centre, taken));
  }

  #landAround(centre: Tile, taken: Uint8Array | undefined): readonly (Tile | undefined)[] {
    return this.#tilesAround(centre).map((index) => this.#landAt(index, centre, taken));
  }

  /** Whether the land around a centre is still `land`. It allocates nothing, because most places have a forecast already. */
  #isLandAround(centre: Tile, taken: Uint8Array, land: readonly (Tile | undefined)[]): boolean {
    const around = this.#tilesAround(centre);
    for (let at = 0; at < around.length; at += 1)
      if (land[at] !== this.#landAt(around[at] ?? -1, centre, taken)) return false;
    return true;
  }

  #landAt(index: number, centre: Tile, taken: Uint8Array | undefined): Tile | undefined {
    return index === centre.tile || taken?.[index] === 1 ? undefined : this.#lands[index];
  }

  #tilesAround({ tile }: Tile): readonly number[] {
    return tilesAround(this.#world.map, tile, this.#world.game?.initCityRadiusSq ?? 5);
  }

  #workableOf(land: readonly (Tile | undefined)[]): readonly WorkableTile[] {
    const found: WorkableTile[] = [];
    for (const tile of land) {
      if (tile === undefined || tile.worked > 0) continue;
      if (isPlayer(tile.owner) && tile.owner !== this.#player) continue;
      const { yields, worth } = this.#yieldsOf(knownTiles, tile, newCityTileOutput);
      found.push({ tile: tile.tile, yields, worth });
    }
    return found.sort((a, b) => b.worth - a.worth);
  }

  #grown(
    { yields, worth: ofCentre }: Omit<WorkableTile, 'tile'>,
    worked: readonly WorkableTile[],
  ): Pick<NewCity, 'grows' | 'size' | 'worthAfter'> {
    const foodCost = this.#world.game?.foodCost ?? 2;
    const worthAfter = [0];
    let [size, stock, sum] = [0, 0, 0];
    let [food, worth] = [yields[outputs.food], ofCentre];
    const grow = () => {
      const next = worked[size];
      if (next === undefined) return;
      size += 1;
      stock = 0;
      food += next.yields[outputs.food] - foodCost;
      worth += next.worth - foodCost * OUTPUT_WORTH[outputs.food];
    };
    grow();
    const grows = food > 0;
    for (let turn = 1; turn <= this.#turns; turn += 1) {
      sum += worth;
      worthAfter.push(sum);
      stock = Math.max(0, stock + food);
      if (food > 0 && stock >= (this.#granaries[size - 1] ?? Number.POSITIVE_INFINITY)) grow();
    }
    return { grows, size, worthAfter };
  }

  #yieldsOf(
    all: WeakMap<Tile, KnownYields>,
    tile: Tile,
    outputOf: typeof newCityTileOutput,
  ): KnownYields['known'] {
    const kept = all.get(tile);
    if (kept?.rules === this.#rules) return kept.known;
    const amount = (output: number) => outputOf(this.#world, this.#player, tile, output);
    const yields: TileYield = [amount(outputs.food), amount(outputs.shields), amount(outputs.trade)];
    const worth = OUTPUT_WORTH.reduce((sum, one, output) => sum + one * (yields[output] ?? 0), 0);
    const known = { yields, worth };
    all.set(tile, { rules: this.#rules, known });
    return known;
  }
}
