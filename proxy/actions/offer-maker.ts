import type { Level } from '#shared/protocol/state/common.js';
import type { Offer } from '#shared/protocol/state/offer.js';
import type { GenAction } from '../freeciv/generated/packets.js';
import { displayName } from '../rules/lookup/names.js';
import { canTypeDo } from '../rules/units/action-enablers.js';
import type { City } from '../world/city.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import type { ActionPort } from './action-port.js';
import type { CachedOffers, OffersByAction } from './offer-cache.js';
import type { OfferContext } from './offer-context.js';
import { actsAfar } from './unit/acting-tiles.js';
import type { UnitActionOdds } from './unit/server-odds.js';

/** An offer of the nation as its action finds it; the type is the action's name. */
export type NationOffer = Omit<Offer, 'type'>;

/** An offer of one unit or city: who acts is filled in for it. */
export type ActorOffer = Omit<NationOffer, 'actor_id' | 'unit_id' | 'city_id' | 'label'> & {
  /** What the actor does, in words. */
  readonly what: string;
};

/** By priority; what is equally urgent stays in order. */
export function sortByPriority(offers: readonly Offer[]): readonly Offer[] {
  const ranked: Record<Level, Offer[]> = { high: [], medium: [], low: [] };
  for (const offer of offers) ranked[offer.priority].push(offer);
  return [...ranked.high, ...ranked.medium, ...ranked.low];
}

const NOTHING_FOUND: ReadonlyMap<Unit, readonly Offer[]> = new Map();

type FoundOffers = readonly ActorOffer[] | Promise<readonly ActorOffer[]>;

/** Makes the offers of one action, named after it and after who acts; CachedOffers says what they depend on. */
export class OfferMaker {
  readonly world: World;
  readonly units: readonly Unit[];
  readonly cities: readonly City[];
  readonly port: ActionPort;
  readonly #offering: OfferContext;
  readonly #type: string;

  constructor(offering: OfferContext, type: string) {
    this.world = offering.world;
    this.units = offering.units;
    this.cities = offering.cities;
    this.port = offering.port;
    this.#offering = offering;
    this.#type = type;
  }

  /** The server's odds for a unit against every tile on which it may act. */
  readonly odds = (unit: Unit): Promise<readonly UnitActionOdds[]> => this.#offering.odds(unit);

  /** Offers of every own unit; found again only where something they depend on has changed. */
  readonly ofUnits = (find: (unit: Unit) => readonly ActorOffer[]): readonly Offer[] =>
    joinOffers(
      this.units.map((unit) => {
        const { nearby } = this.#offering.cache.of(unit);
        return this.#recall(nearby, () => this.#ofUnit(unit, find(unit)));
      }),
    );

  /** Offers of every own unit that depend on more than is cached for: they are found each time. */
  readonly ofUnitsAnew = (find: (unit: Unit) => readonly ActorOffer[]): readonly Offer[] =>
    joinOffers(this.units.map((unit) => this.#ofUnit(unit, find(unit))));

  /** Offers of the own units whose type can do an action, found from the server's odds; cached like those of ofUnits. */
  readonly ofUnitsAble = async (
    action: GenAction,
    find: (unit: Unit, answers: readonly UnitActionOdds[]) => FoundOffers,
  ): Promise<readonly Offer[]> => {
    const able = this.#unitsAble(action);
    const known = (unit: Unit) => this.#offering.cache.of(unit).nearby.get(this.#type);
    const asked = able.filter((unit) => known(unit) === undefined);
    const found = asked.length === 0 ? NOTHING_FOUND : await this.#find(asked, find);
    return joinOffers(able.map((unit) => found.get(unit) ?? known(unit) ?? []));
  };

  /** Offers of every own city; `dependsOn`: whether they depend on tiles alone or on units too. Cached like those of ofUnits. */
  readonly ofCities = (
    find: (city: City) => readonly ActorOffer[],
    dependsOn: keyof CachedOffers = 'nearby',
  ): readonly Offer[] =>
    joinOffers(
      this.cities.map((city) => {
        const remembered = this.#offering.cache.of(city)[dependsOn];
        return this.#recall(remembered, () => this.#ofCity(city, find(city)));
      }),
    );

  /** Offers of the nation as a whole; found again only when something of it has changed. */
  readonly ofNation = (find: () => readonly NationOffer[]): readonly Offer[] =>
    this.#recall(this.#offering.cache.nation, () => this.named(find()));

  /** With the type of their action. */
  readonly named = (found: readonly NationOffer[]): readonly Offer[] =>
    found.map((offer) => ({ type: this.#type, ...offer }));

  #ofUnit(unit: Unit, found: readonly ActorOffer[]): readonly Offer[] {
    if (found.length === 0) return [];
    const name = displayName(this.world.ruleset.unitTypes.get(unit.type)?.name ?? 'Unit');
    return found.map(({ what, ...offer }) => ({
      type: this.#type,
      unit_id: unit.id,
      ...offer,
      label: `${name} ${unit.id}: ${what}`,
    }));
  }

  #ofCity({ id, name }: City, found: readonly ActorOffer[]): readonly Offer[] {
    return found.map(({ what, ...offer }) => ({
      type: this.#type,
      city_id: id,
      ...offer,
      label: `${name}: ${what}`,
    }));
  }

  async #find(
    units: readonly Unit[],
    find: (unit: Unit, answers: readonly UnitActionOdds[]) => FoundOffers,
  ): Promise<ReadonlyMap<Unit, readonly Offer[]>> {
    const answersFor = await this.#offering.oddsOf(units);
    const found = await Promise.all(units.map((unit) => find(unit, answersFor(unit))));
    const all = new Map<Unit, readonly Offer[]>();
    for (const [index, unit] of units.entries()) {
      const offers = this.#ofUnit(unit, found[index] ?? []);
      if (!actsAfar(this.world, unit)) this.#offering.cache.of(unit).nearby.set(this.#type, offers);
      all.set(unit, offers);
    }
    return all;
  }

  /** The own units whose type can do an action; each type is looked at once. */
  #unitsAble(action: GenAction): readonly Unit[] {
    const types = new Map<number, boolean>();
    return this.units.filter((unit) => {
      const can = types.get(unit.type) ?? canDo(this.world, unit, action);
      types.set(unit.type, can);
      return can;
    });
  }

  #recall(remembered: OffersByAction, find: () => readonly Offer[]): readonly Offer[] {
    const known = remembered.get(this.#type) ?? find();
    remembered.set(this.#type, known);
    return known;
  }
}

function canDo(world: World, unit: Unit, action: GenAction): boolean {
  const type = world.ruleset.unitTypes.get(unit.type);
  return type !== undefined && canTypeDo(world, type, action);
}

/** Much faster than flat() with thousands of offers in hundreds of lists. */
export function joinOffers(lists: readonly (readonly Offer[])[]): readonly Offer[] {
  const all: Offer[] = [];
  for (const list of lists) for (const offer of list) all.push(offer);
  return all;
}
