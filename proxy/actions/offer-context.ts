import type { City } from '../world/city.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import type { ActionPort } from './action-port.js';
import { type OfferCache, offerCache } from './offer-cache.js';
import { actingTiles } from './unit/acting-tiles.js';
import { cachedOdds } from './unit/odds-cache.js';
import type { UnitActionOdds } from './unit/server-odds.js';

/** Whose offers are found: those of a unit or city by its id, or of the nation. */
export type OfferActor = number | 'nation';

/** What all offers of a moment are found from: world, own things, odds. Find all that needs no odds before awaiting any. */
export class OfferContext {
  readonly world: World;
  readonly units: readonly Unit[];
  readonly cities: readonly City[];
  readonly port: ActionPort;
  readonly cache: OfferCache;
  readonly #odds = new Map<number, Promise<readonly UnitActionOdds[]>>();
  /** The odds that have come. */
  readonly #answers = new Map<number, readonly UnitActionOdds[]>();
  #allAnswered: Promise<unknown> | undefined;

  /** With `actor`, units and cities are that one alone: the id of a unit or city, or the nation, which is none of them. */
  constructor(port: ActionPort, actor?: OfferActor) {
    const { world } = port;
    this.port = port;
    this.world = world;
    const units = [...world.units.values()].filter((unit) => unit.owner === world.seat.player);
    const cities = [...world.cities.values()].filter((city) => city.owner === world.seat.player);
    // The cache forgets each actor that is not listed here.
    this.cache = offerCache(world, [...units, ...cities]);
    const isAsked = ({ id }: { readonly id: number }) => actor === undefined || actor === id;
    this.units = units.filter(isAsked);
    this.cities = cities.filter(isAsked);
  }

  /** The server's odds for a unit against its own tile and each other one on which it may act. */
  odds(unit: Unit): Promise<readonly UnitActionOdds[]> {
    let odds = this.#odds.get(unit.id);
    if (odds === undefined) {
      const tiles = actingTiles(this.world, unit);
      odds = Promise.all(tiles.map((tile) => cachedOdds(this.port, unit, tile))).then((answers) => {
        this.#answers.set(unit.id, answers);
        return answers;
      });
      this.#odds.set(unit.id, odds);
    }
    return odds;
  }

  /** The same of several units, which all actions of this moment ask for together: one wait instead of one for each of them. */
  async oddsOf(units: readonly Unit[]): Promise<(unit: Unit) => readonly UnitActionOdds[]> {
    const asked = units.map((unit) => this.odds(unit));
    // The others that ask at this moment have asked by then.
    this.#allAnswered ??= Promise.resolve().then(() => Promise.all(this.#odds.values()));
    await this.#allAnswered;
    const isOneLate = units.some(({ id }) => !this.#answers.has(id));
    if (isOneLate) await Promise.all(asked);
    return ({ id }) => this.#answers.get(id) ?? [];
  }
}
