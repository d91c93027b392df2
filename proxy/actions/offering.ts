import { displayName } from '../rules/names.js';
import type { City } from '../world/city.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import type { ActionPort } from './action-port.js';
import type { ActorOffered, Offered } from './offer.js';
import { actingTiles } from './unit/acting-tiles.js';
import type { UnitActionOdds } from './unit/odds.js';
import { rememberedOdds } from './unit/remembered-odds.js';

/** What offers are found from: the seat's world, what it owns, and the server's odds, asked for once each. */
export class Offering {
  readonly world: World;
  readonly units: readonly Unit[];
  readonly cities: readonly City[];
  /** A way to ask the server. */
  readonly port: ActionPort;
  readonly #odds = new Map<number, Promise<readonly UnitActionOdds[]>>();

  constructor(port: ActionPort) {
    const { world } = port;
    this.port = port;
    this.world = world;
    this.units = [...world.units.values()].filter((unit) => unit.owner === world.seat.player);
    this.cities = [...world.cities.values()].filter((city) => city.owner === world.seat.player);
  }

  /** The server's odds for a unit against its own tile and each other one on which it may act. */
  odds(unit: Unit): Promise<readonly UnitActionOdds[]> {
    let odds = this.#odds.get(unit.id);
    if (odds === undefined) {
      const tiles = actingTiles(this.world, unit);
      odds = Promise.all(tiles.map((tile) => rememberedOdds(this.port, unit, tile)));
      this.#odds.set(unit.id, odds);
    }
    return odds;
  }

  /** The offers of own units, of all or of some, named after them. */
  readonly ofUnits = async (
    find: (unit: Unit) => readonly ActorOffered[] | Promise<readonly ActorOffered[]>,
    units: readonly Unit[] = this.units,
  ): Promise<Offered[]> => {
    const found = await Promise.all(units.map(async (unit) => ({ unit, offers: await find(unit) })));
    return found.flatMap(({ unit, offers }) => {
      const name = displayName(this.world.ruleset.unitTypes.get(unit.type)?.name ?? 'Unit');
      return offers.map(({ what, ...offer }) => ({
        unit_id: unit.id,
        ...offer,
        label: `${name} ${unit.id}: ${what}`,
      }));
    });
  };

  /** The offers of every own city, named after it. */
  readonly ofCities = (find: (city: City) => readonly ActorOffered[]): Offered[] => {
    return this.cities.flatMap((city) => offersOfCity(city, find(city)));
  };
}

/** Offers of a city, named after it. */
export function offersOfCity(city: City, found: readonly ActorOffered[]): Offered[] {
  return found.map(({ what, ...offer }) => ({ city_id: city.id, ...offer, label: `${city.name}: ${what}` }));
}
