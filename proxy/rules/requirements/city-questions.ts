import type { City } from '../../world/city.js';
import { turnOf, type World } from '../../world/world.js';
import { anyOf, type Tristate } from '../lookup/tristate.js';
import { anyPlayerInRange, playerCulture } from './player-questions.js';
import type { Question } from './requirement.js';
import { requiredName } from './requirement-names.js';

/** A city and, with the range of trade routes, those it trades with. */
function anyTradingCity(world: World, range: string, city: City, holds: (city: City) => Tristate): Tristate {
  const here = holds(city);
  if (here === true || range !== 'REQ_RANGE_TRADEROUTE') return here;
  const partners = tradePartners(world, city);
  if (partners === undefined) return 'unknown';
  const there = anyOf(partners, (partner) => (partner === undefined ? 'unknown' : holds(partner)));
  return there === false ? here : there;
}

/** VUT_MINSIZE: whether the city, or one it trades with, has at least this many citizens. */
export const minSizeQuestion: Question = (world, { range, value }, { city }) =>
  city === undefined ? undefined : anyTradingCity(world, range, city, ({ size }) => size >= value);

/** VUT_MINCULTURE: whether a city or player has at least this many culture points. */
export const minCultureQuestion: Question = (world, requirement, { city, player }) => {
  const { range, value } = requirement;
  if (range !== 'REQ_RANGE_CITY' && range !== 'REQ_RANGE_TRADEROUTE') {
    return anyPlayerInRange(world, requirement, player, (other) => playerCulture(world, other, value));
  }
  if (city === undefined) return undefined;
  const enough = anyTradingCity(world, range, city, (place) => {
    const culture = place.detail?.culture32 ?? place.detail?.culture16;
    return culture === undefined ? 'unknown' : culture >= value;
  });
  // The server takes a trading city without culture for one it cannot tell of.
  return range === 'REQ_RANGE_TRADEROUTE' && enough === false ? undefined : enough;
};

/** VUT_NATIONALITY: whether citizens of that nation live in the city, or in one it trades with. */
export const nationalityQuestion: Question = (world, { range, value }, { city }) => {
  if (city === undefined) return undefined;
  return anyTradingCity(world, range, city, ({ detail }) => {
    if (detail === undefined) return 'unknown';
    return detail.nationId.some((player) => world.players.get(player)?.nation === value);
  });
};

/** VUT_CITYSTATUS: owned by its founder, starved, disorder, celebration. Before 3.1 clients know the owner alone. */
export const cityStatusQuestion: Question = (_world, requirement, { city }) => {
  if (city === undefined) return undefined;
  if (city.detail === undefined || requirement.range !== 'REQ_RANGE_CITY') return 'unknown';
  const { original, hadFamine, anarchy, rapture } = city.detail;
  switch (requiredName(requirement)) {
    case 'CITYS_OWNED_BY_ORIGINAL':
      return original === undefined ? 'unknown' : original === city.owner;
    case 'CITYS_STARVED':
      return hadFamine ?? 'unknown';
    case 'CITYS_DISORDER':
      return anarchy === undefined ? 'unknown' : anarchy > 0;
    case 'CITYS_CELEBRATION':
      return rapture === undefined ? 'unknown' : rapture > 0;
    default:
      return 'unknown';
  }
};

/** VUT_ORIGINAL_OWNER: whether a city was founded by that nation. */
export const originalOwnerQuestion: Question = (world, { range, value }, { city }) => {
  if (city === undefined) return undefined;
  if (range !== 'REQ_RANGE_CITY' || city.detail?.original === undefined) return 'unknown';
  return world.players.get(city.detail.original)?.nation === value;
};

/** VUT_MINFOREIGNPCT: whether at least this percentage of the citizens of a city are of other nations (`citizens_nation_foreign`). */
export const minForeignShareQuestion: Question = (_world, { range, value }, { city }) => {
  if (city === undefined) return undefined;
  if (city.detail === undefined) return 'unknown';
  const { nationId, nationCitizens } = city.detail;
  const foreign = nationId.reduce(
    (sum, player, index) => sum + (player === city.owner ? 0 : (nationCitizens[index] ?? 0)),
    0,
  );
  return range === 'REQ_RANGE_CITY' ? Math.floor((foreign * 100) / city.size) >= value : 'unknown';
};

/** VUT_COUNTER: whether a counter of a city has come to its checkpoint (`counter::checkpoint`). */
export const counterQuestion: Question = (world, { range, value }, { city }) => {
  if (city === undefined) return undefined;
  const counted = city.counters?.[value];
  const checkpoint = world.ruleset.counters[value]?.checkpoint;
  if (range !== 'REQ_RANGE_CITY' || counted === undefined || checkpoint === undefined) return 'unknown';
  return counted >= checkpoint;
};

/** Goods a city gets by its trade routes. A route that pays nothing cannot be told from one that does. */
export const goodQuestion: Question = (world, { value }, { city }) => {
  if (city === undefined) return undefined;
  if (city.detail === undefined) return 'unknown';
  const routes = world.tradeRoutes.get(city.id) ?? [];
  return routes.some((route) => route.goods === value && route.direction !== 'RDIR_FROM');
};

/** VUT_AGE: whether a city or player has existed for at least this many turns; the server does not send the age of units. */
export const ageQuestion: Question = (world, { range, value }, { city, player, unit }) => {
  const turn = turnOf(world);
  switch (range) {
    case 'REQ_RANGE_LOCAL':
      // Only the server knows when a unit was made.
      return unit === undefined ? undefined : 'unknown';
    case 'REQ_RANGE_CITY':
      if (city === undefined) return undefined;
      return city.detail === undefined ? 'unknown' : turn - city.detail.turnFounded >= value;
    case 'REQ_RANGE_PLAYER':
      if (player === undefined) return undefined;
      return (world.players.get(player)?.turnsAlive ?? 0) >= value;
    default:
      return undefined;
  }
};

/** The cities it has trade routes with, undefined for those this seat does not see; undefined for a foreign city. */
export function tradePartners(world: World, city: City): (City | undefined)[] | undefined {
  if (city.detail === undefined) return undefined;
  return (world.tradeRoutes.get(city.id) ?? []).map((route) => world.cities.get(route.partner));
}
