import type { Offer } from '#shared/protocol/state/offer.js';
import { inputsBesidesPlaces } from '../rules/lookup/position-inputs.js';
import { rulesetIndex } from '../rules/lookup/ruleset-index.js';
import { cityAt } from '../rules/lookup/tiles.js';
import type { Unit } from '../world/unit.js';
import { isWhole, type World } from '../world/world.js';

/** Offers by the name of their action. */
export type OffersByAction = Map<string, readonly Offer[]>;

/** The offers that are still valid; what is added is remembered. */
export interface OfferCache {
  /** Those that depend on no place of the map. */
  readonly nation: OffersByAction;
  of(actor: Actor): CachedOffers;
}

/** The offers of one unit or city. */
export interface CachedOffers {
  /** Those that depend on tiles and units in reach. */
  readonly nearby: OffersByAction;
  /** Those that depend on tiles in reach and not on units. */
  readonly land: OffersByAction;
}

interface Actor {
  readonly id: number;
  readonly tile: number;
}

/** What is remembered, and the world as it was then: entities do not change, they are replaced. */
interface Memory {
  readonly version: number;
  readonly basis: readonly unknown[];
  readonly nation: OffersByAction;
  readonly units: ReadonlyMap<number, Unit>;
  readonly actors: ReadonlyMap<number, CachedOffers>;
}

/** Offers of a unit depend on units this far away: zones of control reach one tile, and hidden units one more. */
const MAX_UNIT_REACH_TILES = 3;

const memories = new WeakMap<World, Memory>();

/** The earlier offers that are still valid. Tiles and units that change outdate those in reach, all other changes each offer. */
export function offerCache(world: World, actors: readonly Actor[]): OfferCache {
  const { nation, actors: known } = upToDate(world, actors);
  return { nation, of: ({ id }) => known.get(id) ?? nothing() };
}

function upToDate(world: World, actors: readonly Actor[]): Memory {
  const { positionVersion: version } = world;
  const last = memories.get(world);
  if (last?.version === version && isWhole(world)) return last;
  const basis = basisOf(world);
  const holds = last?.basis.every((part, index) => part === basis[index]) === true;
  const kept = holds ? unaffected(world, last) : nothing;
  const memory = {
    version,
    basis,
    nation: holds ? last.nation : new Map(),
    units: new Map([...world.units.values()].map((unit) => [unit.id, unit])),
    actors: new Map(actors.map((actor) => [actor.id, kept(actor)])),
  };
  // A half applied bracket is not a state.
  if (isWhole(world)) memories.set(world, memory);
  return memory;
}

function nothing(): CachedOffers {
  return { nearby: new Map(), land: new Map() };
}

/** The cached offers of an actor that depend on nothing that has changed. */
function unaffected(world: World, last: Memory) {
  // Tiles that were seen, changed or lost from sight.
  const land = [...world.tiles.changedSince(last.version)].map(({ tile }) => tile);
  const units = changedUnits(world, last);
  return ({ id, tile }: Actor): CachedOffers => {
    const reach = reachAt(world, tile);
    const isFar = (changed: number) => world.map.distance(tile, changed) > reach;
    const known = last.actors.get(id);
    if (known === undefined || !land.every(isFar)) return nothing();
    return units.every(isFar) ? known : { ...known, nearby: new Map() };
  };
}

/** In tiles. The rules for a city depend on the tiles it may work and those beside them. */
function reachAt(world: World, tile: number): number {
  const radiusSq = cityAt(world, tile)?.detail?.cityRadiusSq ?? 0;
  return Math.max(MAX_UNIT_REACH_TILES, Math.floor(Math.sqrt(radiusSq)) + 1);
}

/** Everything that offers depend on and that is not at one place. */
function basisOf(world: World): readonly unknown[] {
  const limited = rulesetIndex(world.ruleset).hasLimitedUnits ? ownTypes(world) : '';
  return [...inputsBesidesPlaces(world), limited];
}

/** A nation or city may have only a limited number of units or buildings of some types. */
function ownTypes({ units, seat }: World): string {
  const own = [...units.values()].filter(({ owner }) => owner === seat.player);
  return own.map(({ type, detail }) => `${type}@${detail?.homecity}`).join();
}

/** Tiles where units came, left or are otherwise than they were. */
function changedUnits(world: World, { units }: Memory): readonly number[] {
  const changed = new Set<number>();
  for (const unit of world.units.values()) {
    const before = units.get(unit.id);
    if (before === unit) continue;
    changed.add(unit.tile);
    if (before !== undefined) changed.add(before.tile);
  }
  for (const { id, tile } of units.values()) if (!world.units.has(id)) changed.add(tile);
  return [...changed];
}
