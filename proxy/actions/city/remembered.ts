import { adjacentTiles } from '../../rules/adjacency.js';
import { rulesetIndex } from '../../rules/ruleset-index.js';
import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import type { ActorOffered, Offered } from '../offer.js';
import { type Offering, offersOfCity } from '../offering.js';

interface Remembered {
  /** The state's version at which the basis was looked at last. */
  version: number;
  readonly basis: string;
  readonly game: World['game'];
  readonly offers: readonly Offered[];
}

/**
 * Finds the offers of own cities anew only where something is new that building may hang on: it hangs on so many
 * rules. That is all but moves of units, and those where some type may be had a number of times only.
 */
export function rememberedOffers(find: (world: World, city: City) => readonly ActorOffered[]) {
  const memories = new WeakMap<World, Map<number, Remembered>>();
  return ({ world, cities }: Offering): Offered[] => {
    const memory = memories.get(world) ?? new Map<number, Remembered>();
    memories.set(world, memory);
    return cities.flatMap((city) => recall(memory, world, city, find));
  };
}

function recall(
  memory: Map<number, Remembered>,
  world: World,
  city: City,
  find: (world: World, city: City) => readonly ActorOffered[],
): readonly Offered[] {
  const { version, game } = world;
  const known = memory.get(city.id);
  if (known?.version === version && known.game === game) return known.offers;
  const basis = basisOf(world, city);
  if (known?.basis === basis && known.game === game) {
    known.version = version;
    return known.offers;
  }
  const offers = offersOfCity(city, find(world, city));
  memory.set(city.id, { version, basis, game, offers });
  return offers;
}

function basisOf(world: World, { tile }: City): string {
  const { cities, players, research, spaceships, diplomacy, tradeRoutes, units, tiles } = world;
  const tables = [cities, players, research, spaceships, diplomacy, tradeRoutes];
  const land = adjacentTiles(world.map, tile).map((near) => tiles.versionOf(near));
  const limited = rulesetIndex(world.ruleset).hasLimitedUnits;
  return [...tables.map(({ latest }) => latest), ...land, limited ? units.latest : 0].join();
}
