import type { BotSeat } from './bot.js';

/** One city in this many arms. */
const ARMING_SHARE = 2;
/** Tiles to the next foreign city beyond which a march takes too long. */
const MAX_MARCH = 25;
/** Attack points of a unit that is for attacks. */
const MIN_ATTACK = 3;

/** A tile of the map. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** What a war is about: the map, own units, and all cities in sight. */
export type War = Awaited<ReturnType<typeof readWar>>;
/** A city. */
export type WarCity = War['cities'][number];
/** An own unit. */
export type WarUnit = War['units'][number];

/** Reads what a war is about. */
export async function readWar(seat: BotSeat) {
  const state = await seat.state({ format: 'full', sections: ['map', 'units', 'cities', 'players'] });
  const { player_id: own, map, units = [], cities = [], players } = state;
  const friends = Object.values(players ?? {}).filter(({ diplomatic_relations: relations }) =>
    relations.some(
      ({ player_id: other, status }) => other === own && ['peace', 'ally', 'ceasefire'].includes(status),
    ),
  );
  return {
    own,
    map,
    friends: new Set(friends.map(({ id }) => id)),
    units: units.filter(({ owner }) => owner === own),
    cities,
    ownCities: cities.filter(({ owner }) => owner === own),
  };
}

/** Steps between two tiles, over the edges of the map that are joined. */
export function distance({ map }: Pick<War, 'map'>, a: Place, b: Place): number {
  const along = (from: number, to: number, size: number, wraps: boolean) => {
    const steps = Math.abs(from - to);
    return wraps ? Math.min(steps, size - steps) : steps;
  };
  return Math.max(
    along(a.x, b.x, map?.width ?? 0, map?.wrap_x === true),
    along(a.y, b.y, map?.height ?? 0, map?.wrap_y === true),
  );
}

/** The tiles around one that are on the map. */
export function neighbours({ map }: Pick<War, 'map'>, { x, y }: Place): readonly Place[] {
  const { width = 0, height = 0, wrap_x: wrapX = false } = map ?? {};
  return [-1, 0, 1].flatMap((dy) =>
    [-1, 0, 1].flatMap((dx) => {
      const place = { x: wrapX ? (x + dx + width) % width : x + dx, y: y + dy };
      const isOnMap = place.x >= 0 && place.x < width && place.y >= 0 && place.y < height;
      return isOnMap && (dx !== 0 || dy !== 0) ? [place] : [];
    }),
  );
}

/** The nearest of some places; undefined when there are none. */
export function nearest<P extends Place>(war: War, to: Place, places: readonly P[]): P | undefined {
  return places.toSorted((a, b) => distance(war, to, a) - distance(war, to, b))[0];
}

/** The foreign city to take: the nearest to an own one whose owner has no treaty with this player; undefined when all are too far. */
export function nearestTarget(war: War): WarCity | undefined {
  const way = (city: WarCity) => Math.min(...war.ownCities.map((own) => distance(war, city, own)));
  const [target] = war.cities
    .filter(({ owner }) => owner !== war.own && !war.friends.has(owner))
    .toSorted((a, b) => way(a) - way(b) || a.id - b.id);
  return target !== undefined && way(target) <= MAX_MARCH ? target : undefined;
}

/** The cities that build attackers: every second one that has grown. */
export function armingCities({ ownCities }: War): readonly WarCity[] {
  return ownCities.filter(({ size }) => size > 1).filter((_, index) => index % ARMING_SHARE === 0);
}

/** The units that attack. */
export function armyOf({ units }: War): readonly WarUnit[] {
  return units.filter(({ attack }) => attack >= MIN_ATTACK);
}
