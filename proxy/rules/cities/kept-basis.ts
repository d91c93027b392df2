import { BoundedMap } from '#shared/core/bounded-map.js';
import type { City } from '../../world/city.js';
import { isWhole, type World } from '../../world/world.js';
import type { Player } from '../lookup/players.js';
import { areSame } from '../lookup/turns-cache.js';
import { inputsAround, inputsBeyond, isSameCity, isSamePlayer } from './basis-inputs.js';
import { type CityBasis, cityBasis } from './city-economy.js';
import { citiesOf } from './realm.js';

/** A basis with its inputs. */
interface KeptBasis {
  readonly basis: CityBasis;
  readonly nation: NationInputs;
  readonly around: readonly unknown[];
}

/** The inputs that all cities of a nation share. While none of them changes, it is the same object. */
interface NationInputs {
  readonly player: Player | undefined;
  readonly others: readonly unknown[];
}

/** What is kept for the world of one connection, and for worlds supposed from it. Keys: city or nation, and government. */
interface KeptOfWorld {
  readonly nations: BoundedMap<string, NationInputs>;
  readonly bases: BoundedMap<string, KeptBasis>;
}

/** A nation of 80 cities has 720 under the nine governments of civ2civ3. */
const MAX_BASES = 1_000;
const MAX_NATIONS = 100;

/** By the table of tiles, which supposed worlds share. */
const keptOfWorlds = new WeakMap<World['tiles'], KeptOfWorld>();

/**
 * The bases of a player's cities with their present placements, of those whose details are known. One is computed anew only
 * where something it depends on has changed: the city, its tiles, units that it supports or that guard it, routes, the
 * nation's government, technologies, wonders and number of cities.
 */
export function keptCityBases(world: World, player: number): readonly CityBasis[] {
  const ofWorld = keptOf(world);
  const nation = nationInputs(world, player, ofWorld);
  return citiesOf(world, player)
    .filter(({ detail }) => detail !== undefined)
    .map((city) => keptBasis(world, city, nation, ofWorld));
}

/** The basis of one city, kept in the same way. */
export function keptCityBasis(world: World, city: City): CityBasis {
  const ofWorld = keptOf(world);
  return keptBasis(world, city, nationInputs(world, city.owner, ofWorld), ofWorld);
}

function keptBasis(world: World, city: City, nation: NationInputs, { bases }: KeptOfWorld): CityBasis {
  const key = `${city.id} ${nation.player?.government}`;
  const kept = bases.get(key);
  const around = inputsAround(world, city);
  if (kept?.nation === nation && areSame(kept.around, around) && isSameCity(kept.basis.city, city)) {
    if (kept.basis.city === city) return kept.basis;
    const basis = { ...kept.basis, city };
    bases.set(key, { ...kept, basis });
    return basis;
  }
  const basis = cityBasis(world, city);
  // What changes again before the bracket ends gets the same version.
  if (isWhole(world)) bases.set(key, { basis, nation, around });
  return basis;
}

function keptOf({ tiles }: World): KeptOfWorld {
  const known = keptOfWorlds.get(tiles);
  if (known !== undefined) return known;
  const made = {
    nations: new BoundedMap<string, NationInputs>(MAX_NATIONS),
    bases: new BoundedMap<string, KeptBasis>(MAX_BASES),
  };
  keptOfWorlds.set(tiles, made);
  return made;
}

/** The inputs of a nation; the same object as before while none of them has changed. */
function nationInputs(world: World, owner: number, { nations }: KeptOfWorld): NationInputs {
  const player = world.players.get(owner);
  const key = `${owner} ${player?.government}`;
  const kept = nations.get(key);
  const now = { player, others: inputsBeyond(world, owner) };
  if (kept !== undefined && areSame(kept.others, now.others) && isSamePlayer(kept.player, player))
    return kept;
  if (isWhole(world)) nations.set(key, now);
  return now;
}
