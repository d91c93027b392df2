import { granarySize } from '../../../proxy/rules/cities/growth.js';
import {
  type LandYield,
  LandYields,
  OUTPUT_WORTH,
  type TileYield,
} from '../../../proxy/rules/cities/land-yields.js';
import { tilesAround } from '../../../proxy/rules/lookup/adjacency.js';
import { turnsLeft } from '../../../proxy/rules/lookup/game-length.js';
import { outputs } from '../../../proxy/rules/lookup/outputs.js';
import { isPlayer } from '../../../proxy/rules/lookup/players.js';
import type { Tile } from '../../../proxy/rules/lookup/tiles.js';
import { areSame } from '../../../proxy/rules/lookup/turns-cache.js';
import { landOf } from '../../../proxy/world/tile.js';
import type { World } from '../../../proxy/world/world.js';
import { knownLands } from './known-lands.js';

/** What a city would live on that a player founded on a tile, as the land is now. */
export interface NewCity {
  readonly centre: TileYield;
  /** The tiles its citizens would work, the first citizen's first. */
  readonly worked: readonly LandYield[];
  /** Whether its first citizen leaves food for a second one. */
  readonly grows: boolean;
  /** Citizens when all of the turns have passed. */
  readonly size: number;
  /** Number i: the worth of all that is made in the first i turns. */
  readonly worthAfter: readonly number[];
}

/** Without an aqueduct, a temple or the like no city becomes larger, in any ruleset. */
const MAX_CITIZENS = 8;

/** What settlers are worth beyond their citizen and these shields. From 60 turns before the end of the game on the worth falls; from 30 on it is 0. */
const SETTLERS_WORTH = 130;
const SETTLERS_SHIELDS = 30;
const LATE_TURNS = 60;
const TOO_LATE_TURNS = 30;

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

/**
 * How cities would fare in their first turns that a player founded: the tiles within the radius of a new city yield what
 * they yield now, each new citizen works the best one left, and a full granary makes a citizen (`city_granary_size`).
 */
export class NewCityForecasts {
  /** The inputs of forecasts, other than the tiles. */
  readonly rules: string;
  readonly #world: World;
  readonly #player: number;
  readonly #turns: number;
  readonly #lands: readonly (Tile | undefined)[];
  readonly #yields: LandYields;
  /** Food for the next citizen, by size less one. */
  readonly #granaries: readonly number[];

  /** The share of the worth of settlers that counts: 1, in thirds down to 0 near the end of the game. */
  readonly #settlersShare: number;

  constructor(world: World, player: number, turns: number) {
    const { game } = world;
    this.#world = world;
    this.#player = player;
    this.#turns = turns;
    this.#lands = knownLands(world);
    this.#yields = new LandYields(world, player);
    this.#granaries = Array.from({ length: MAX_CITIZENS }, (_, size) =>
      game === undefined ? Number.POSITIVE_INFINITY : granarySize(game, size + 1),
    );
    const early = (turnsLeft(world) - TOO_LATE_TURNS) / (LATE_TURNS - TOO_LATE_TURNS);
    this.#settlersShare = Math.max(0, Math.min(1, Math.ceil(3 * early) / 3));
    this.rules = `${this.#yields.rules} ${turns} ${this.#settlersShare} ${game?.foodCost} ${this.#granaries.join()}`;
  }

  /** The forecast of a city on a known tile, without the tiles that have a 1 in `taken`. It is kept until one of its tiles changes. */
  at(centre: Tile, taken: Uint8Array): NewCity {
    const place = landOf(centre);
    const known = forecasts.get(place) ?? [];
    const land = this.#landAround(centre, taken);
    const kept = known.find((one) => one.rules === this.rules && areSame(one.land, land));
    if (kept !== undefined) return kept.city;
    const worked = this.#workableOf(land).slice(0, MAX_CITIZENS);
    const middle = this.#yields.ofCentre(place);
    const city = { centre: middle.yields, worked, ...this.#grown(middle, worked) };
    forecasts.set(place, [{ rules: this.rules, land, city }, ...known.slice(0, MAX_FORECASTS - 1)]);
    return city;
  }

  /** The tiles around a centre that citizens could work, best first: neither worked by a city nor owned by others. */
  workable(centre: Tile, taken?: Uint8Array): readonly LandYield[] {
    return this.#workableOf(this.#landAround(centre, taken));
  }

  /** Undefined for what is unknown or taken, and for the centre itself. */
  #landAround(centre: Tile, taken: Uint8Array | undefined): readonly (Tile | undefined)[] {
    const land: (Tile | undefined)[] = [];
    for (const index of this.#tilesAround(centre)) {
      const isFree = index !== centre.tile && taken?.[index] !== 1;
      land.push(isFree ? this.#lands[index] : undefined);
    }
    return land;
  }

  #tilesAround({ tile }: Tile): readonly number[] {
    return tilesAround(this.#world.map, tile, this.#world.game?.initCityRadiusSq ?? 5);
  }

  #workableOf(land: readonly (Tile | undefined)[]): readonly LandYield[] {
    const found: LandYield[] = [];
    for (const tile of land) {
      if (tile === undefined || tile.worked > 0) continue;
      if (isPlayer(tile.owner) && tile.owner !== this.#player) continue;
      found.push(this.#yields.of(tile));
    }
    return found.sort((a, b) => b.worth - a.worth);
  }

  #grown(
    { yields, worth: ofCentre }: LandYield,
    worked: readonly LandYield[],
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
    const settlers = this.#settlersWorth(yields, worked, food);
    for (let turn = 1; turn <= this.#turns; turn += 1) {
      sum += worth + settlers;
      worthAfter.push(sum);
      stock = Math.max(0, stock + food);
      if (food > 0 && stock >= (this.#granaries[size - 1] ?? Number.POSITIVE_INFINITY)) grow();
    }
    return { grows, size, worthAfter };
  }

  /** The worth a turn of the settlers that a small city could send out: a citizen and shields for each. */
  #settlersWorth(centre: TileYield, [first, second]: readonly LandYield[], food: number): number {
    const shields = (tile: LandYield | undefined) => tile?.yields[outputs.shields] ?? 0;
    const made = centre[outputs.shields] + shields(first) + shields(second) / 2;
    const granary = this.#granaries[0] ?? Number.POSITIVE_INFINITY;
    return (
      this.#settlersShare * SETTLERS_WORTH * Math.max(0, Math.min(food / granary, made / SETTLERS_SHIELDS))
    );
  }
}
