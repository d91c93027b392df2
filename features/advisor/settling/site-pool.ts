import { tilesAround } from '../../../proxy/rules/lookup/adjacency.js';
import { knownTile } from '../../../proxy/rules/lookup/tiles.js';
import type { City } from '../../../proxy/world/city.js';
import { type NewCity, NewCityForecasts } from '../rules/new-city.js';
import type { Situation } from '../situation.js';
import { placeForecasts } from './place-forecasts.js';
import { tilesTooNear } from './sites.js';

/** A free place and what a city there would live on beside those that were taken before. */
export interface Candidate {
  readonly tile: number;
  /** Tiles over land from the nearest own city or founder. */
  readonly distance: number;
  readonly city: NewCity;
}

/** Tiles that each city keeps for its first citizens; what is beyond them is free for another city. */
const RESERVED_TILES = 2;

/** The places that are still free, while one site after the other is chosen. A place where no city would grow is none. */
export class SitePool {
  readonly #situation: Situation;
  readonly #forecasts: NewCityForecasts;
  readonly #candidates: Map<number, Candidate>;
  /** By tile: 1 for a tile that a chosen site or an own city is going to work. */
  readonly #reserved: Uint8Array;

  private constructor(
    situation: Situation,
    forecasts: NewCityForecasts,
    candidates: Map<number, Candidate>,
    reserved: Uint8Array,
  ) {
    this.#situation = situation;
    this.#forecasts = forecasts;
    this.#candidates = candidates;
    this.#reserved = reserved;
  }

  /** A pool of free places by tile, each with its distance; the first turns of each city are evaluated. */
  static of(situation: Situation, places: ReadonlyMap<number, number>, turns: number): SitePool {
    const { world, me, cities } = situation;
    const forecasts = new NewCityForecasts(world, me, turns);
    const reserved = new Uint8Array(world.map.tileCount);
    for (const city of cities)
      for (const tile of tilesToBeWorked(situation, forecasts, city)) reserved[tile] = 1;
    const pool = new SitePool(situation, forecasts, new Map(), reserved);
    const cityOn = placeForecasts(world, forecasts, reserved);
    for (const [tile, distance] of places) {
      const centre = knownTile(world, tile);
      const city = centre && cityOn(centre);
      if (city?.grows === true) pool.#candidates.set(tile, { tile, distance, city });
    }
    return pool;
  }

  copy(): SitePool {
    const candidates = new Map(this.#candidates);
    return new SitePool(this.#situation, this.#forecasts, candidates, this.#reserved.slice());
  }

  candidates(): readonly Candidate[] {
    return [...this.#candidates.values()];
  }

  /** The candidate that is worth most; of equals the first. */
  best(worthOf: (candidate: Candidate) => number): Candidate | undefined {
    let best: Candidate | undefined;
    let most = Number.NEGATIVE_INFINITY;
    for (const candidate of this.#candidates.values()) {
      const worth = worthOf(candidate);
      if (best !== undefined && worth <= most) continue;
      best = candidate;
      most = worth;
    }
    return best;
  }

  /** Takes a place: places too near it leave the pool, and places around it have less land. */
  take({ tile, city }: Candidate): void {
    const { world } = this.#situation;
    for (const near of tilesTooNear(world, tile)) this.#candidates.delete(near);
    const used = [tile, ...city.worked.slice(0, RESERVED_TILES).map((worked) => worked.tile)];
    for (const each of used) this.#reserved[each] = 1;
    // Forecasts change where a city could have worked one of them.
    const radiusSq = world.game?.initCityRadiusSq ?? 5;
    const changed = new Set<Candidate>();
    for (const each of used) {
      for (const near of tilesAround(world.map, each, radiusSq)) {
        const candidate = this.#candidates.get(near);
        if (candidate !== undefined) changed.add(candidate);
      }
    }
    for (const candidate of changed) this.#forecast(candidate.tile, candidate.distance);
  }

  #forecast(tile: number, distance: number): void {
    const centre = knownTile(this.#situation.world, tile);
    const city = centre && this.#forecasts.at(centre, this.#reserved);
    if (city?.grows === true) this.#candidates.set(tile, { tile, distance, city });
    else this.#candidates.delete(tile);
  }
}

/** The best tiles that an own city will work with its next citizens; what it works already is not free anyway. */
function tilesToBeWorked({ world }: Situation, forecasts: NewCityForecasts, city: City): readonly number[] {
  const centre = knownTile(world, city.tile);
  const count = RESERVED_TILES - city.size;
  if (centre === undefined || count <= 0) return [];
  return forecasts
    .workable(centre)
    .slice(0, count)
    .map(({ tile }) => tile);
}
