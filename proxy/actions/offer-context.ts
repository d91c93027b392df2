import type { City } from '../world/city.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import type { ActionPort } from './action-port.js';
import { type OfferCache, offerCache } from './offer-cache.js';
import { actingTiles } from './unit/acting-tiles.js';
import type { UnitActionOdds } from './unit/odds.js';
import { cachedOdds } from './unit/odds-cache.js';

/**
 * What all offers of a moment are found from: the seat's world, what it owns, and the server's odds, asked for once
 * each. Whatever is found without asking must be found before anything is awaited.
 */
export class OfferContext {
  readonly world: World;
  readonly units: readonly Unit[];
  readonly cities: readonly City[];
  /** A way to ask the server. */
  readonly port: ActionPort;
  readonly cache: OfferCache;
  readonly #odds = new Map<number, Promise<readonly UnitActionOdds[]>>();

  constructor(port: ActionPort) {
    const { world } = port;
    this.port = port;
    this.world = world;
    this.units = [...world.units.values()].filter((unit) => unit.owner === world.seat.player);
    this.cities = [...world.cities.values()].filter((city) => city.owner === world.seat.player);
    this.cache = offerCache(world, [...this.units, ...this.cities]);
  }

  /** The server's odds for a unit against its own tile and each other one on which it may act. */
  odds(unit: Unit): Promise<readonly UnitActionOdds[]> {
    let odds = this.#odds.get(unit.id);
    if (odds === undefined) {
      const tiles = actingTiles(this.world, unit);
      odds = Promise.all(tiles.map((tile) => cachedOdds(this.port, unit, tile)));
      this.#odds.set(unit.id, odds);
    }
    return odds;
  }
}
