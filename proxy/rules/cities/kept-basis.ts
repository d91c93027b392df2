import { BoundedMap } from '#shared/core/bounded-map.js';
import type { City } from '../../world/city.js';
import { isWhole, type World } from '../../world/world.js';
import { areSame } from '../lookup/turns-cache.js';
import { VersionCache } from '../lookup/version-cache.js';
import { inputsAround, inputsOfNation, isSameCity, isSameGame } from './basis-inputs.js';
import { type CityBasis, cityBasis } from './city-economy.js';
import { citiesOf } from './realm.js';

/** A basis with its inputs. */
export interface KeptBasis {
  readonly basis: CityBasis;
  /** Stands for all that the basis depends on: the same object while none of it has changed, whatever the city has in stock. */
  readonly moment: object;
}

interface Entry extends KeptBasis {
  readonly nation: object;
  readonly around: readonly unknown[];
}

/** The inputs that all cities of a nation share. While none of them changes, `moment` is the same object. */
interface NationInputs {
  readonly game: World['game'];
  readonly others: readonly unknown[];
  readonly moment: object;
}

/** What is kept for the world of one connection, and for worlds supposed from it. Keys: city or nation, and government. */
interface KeptOfWorld {
  readonly nations: BoundedMap<string, NationInputs>;
  readonly bases: BoundedMap<string, Entry>;
}

/** A nation of 80 cities has 720 under the nine governments of civ2civ3. */
const MAX_BASES = 1_000;
const MAX_NATIONS = 100;

/** By the table of tiles, which supposed worlds share. */
const keptOfWorlds = new WeakMap<World['tiles'], KeptOfWorld>();

/**
 * The bases of a player's cities with their present placements, of those whose details are known. One is computed anew only
 * where something it depends on has changed, from turn to turn too: the city, its tiles, units that it supports or that guard it,
 * routes, the nation's government, technologies, wonders and number of cities.
 */
export function keptCityBases(world: World, player: number): readonly CityBasis[] {
  return citiesOf(world, player)
    .filter(({ detail }) => detail !== undefined)
    .map((city) => keptCityBasis(world, city).basis);
}

/** The basis of one city, kept in the same way, with what stands for its inputs: for what follows from it. */
export function keptCityBasis(world: World, city: City): KeptBasis {
  const { nations, bases } = keptOf(world);
  const nation = nationMoment(world, city.owner, nations);
  // What changes again before the bracket ends gets the same version.
  if (nation === undefined || !isWhole(world)) return { basis: cityBasis(world, city), moment: {} };
  const key = `${city.id} ${world.players.get(city.owner)?.government}`;
  const kept = bases.get(key);
  const around = inputsAround(world, city);
  if (kept?.nation === nation && areSame(kept.around, around) && isSameCity(kept.basis.city, city)) {
    if (kept.basis.city === city) return kept;
    const now = { ...kept, basis: { ...kept.basis, city } };
    bases.set(key, now);
    return now;
  }
  const made = { basis: cityBasis(world, city), moment: {}, nation, around };
  bases.set(key, made);
  return made;
}

function keptOf({ tiles }: World): KeptOfWorld {
  const known = keptOfWorlds.get(tiles);
  if (known !== undefined) return known;
  const made = {
    nations: new BoundedMap<string, NationInputs>(MAX_NATIONS),
    bases: new BoundedMap<string, Entry>(MAX_BASES),
  };
  keptOfWorlds.set(tiles, made);
  return made;
}

const moments = new VersionCache<Map<number, object | undefined>>(
  (world) => world,
  () => new Map(),
);

/** Stands for the inputs of a nation: the same object as before while none of them has changed; undefined where they are not known. */
function nationMoment(world: World, owner: number, nations: KeptOfWorld['nations']): object | undefined {
  const known = moments.of(world);
  if (!known.has(owner)) known.set(owner, findMoment(world, owner, nations));
  return known.get(owner);
}

function findMoment(world: World, owner: number, nations: KeptOfWorld['nations']): object | undefined {
  const { players, game } = world;
  const others = inputsOfNation(world, owner);
  if (others === undefined) return undefined;
  const key = `${owner} ${players.get(owner)?.government}`;
  const kept = nations.get(key);
  const isSame = kept !== undefined && areSame(kept.others, others) && isSameGame(kept.game, game);
  const moment = isSame ? kept.moment : {};
  if (isWhole(world)) nations.set(key, { game, others, moment });
  return moment;
}
