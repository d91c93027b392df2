import type { Fields } from '../../agent/client.js';

/** Tiles from which an enemy is awaited. */
const NEAR_TILES = 3;
/** Units that hold a city in danger. */
const DEFENDERS = 2;
/** Turns after which a player that refused is asked again. */
const ASK_AGAIN_TURNS = 8;

/** Turns in which settlers are worth waiting for. */
const SOON_TURNS = 4;

/** What a reader of counsel and threats remembers from turn to turn. */
export interface CounselMemory {
  /** The turn in which each player was last asked for something, by leader and subject. */
  readonly asked: Map<string, number>;
  /** Names of the cities that are told to keep defenders. */
  readonly defended: Set<string>;
}

/** A city that riots, and the tiles that its citizens should leave. */
const RIOT =
  /^"?(?<city>.+?)"? riots at the turn change; with .+ in place of work on (?<tiles>.+) it does not/;
/** A city that can have settlers, and when. */
const SETTLERS = /have no settlers, .*: "?(?<city>.+?)"? can have (?<target>\S+) in (?<turns>\d+) turns?$/;
/** A city that an enemy is near to. */
const THREAT = /(?<tiles>\d+) tiles? .* of "?(?<city>.+?)"? \(defenders: (?<present>\d+)\)/;

/** The names of the cities that orders by these lines are for. */
export function citiesNamed(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) =>
    [RIOT, SETTLERS, THREAT].flatMap((pattern) => pattern.exec(line)?.groups?.city ?? []),
  );
}

/** What lines of counsel make a reader do who takes them at their word: calm a city, train settlers for free sites, exchange technologies, keep peace. */
export function counselOrders(
  lines: readonly string[],
  cityIds: ReadonlyMap<string, number>,
  turn: number,
  { asked }: CounselMemory,
): readonly (readonly Fields[])[] {
  const isDue = (subject: string) => {
    if (turn - (asked.get(subject) ?? -ASK_AGAIN_TURNS) < ASK_AGAIN_TURNS) return false;
    asked.set(subject, turn);
    return true;
  };
  return lines
    .flatMap((line) => treatyOrders(line, isDue) ?? cityOrders(line, cityIds) ?? [])
    .filter((orders) => orders.length > 0);
}

function treatyOrders(line: string, isDue: (subject: string) => boolean): Fields[][] | undefined {
  const [, partner, wanted, offered] =
    /^"?(.+?)"? knows ([^,]+)(?:, .+)?, which we lack, and lacks ([^,:]+)/.exec(line) ?? [];
  if (partner !== undefined)
    return isDue(`trade ${partner}`)
      ? [treaty(partner, [advance('them', wanted), advance('me', offered)])]
      : [];
  const [, neighbour] = /^The ceasefire with "?(.+?)"? ends in/.exec(line) ?? [];
  if (neighbour === undefined) return undefined;
  return isDue(`peace ${neighbour}`) ? [treaty(neighbour, [{ clause: 'peace' }])] : [];
}

function cityOrders(line: string, cityIds: ReadonlyMap<string, number>): Fields[][] | undefined {
  const { city: restless = '', tiles = '' } = RIOT.exec(line)?.groups ?? {};
  const { city: founder = '', target, turns } = SETTLERS.exec(line)?.groups ?? {};
  const city = cityIds.get(restless) ?? cityIds.get(founder);
  if (city === undefined) return undefined;
  if (restless !== '') return [calmOrders(city, tiles)];
  return Number(turns) <= SOON_TURNS ? [[{ action_type: 'city_production', city_id: city, target }]] : [];
}

/** Plans to defend the cities that enemies are near to, by the threats of a brief. */
export function threatOrders(
  lines: readonly string[],
  cityIds: ReadonlyMap<string, number>,
  { defended }: CounselMemory,
): readonly Fields[] {
  return lines.flatMap((line) => {
    const { tiles, city: name = '', present } = THREAT.exec(line)?.groups ?? {};
    const id = cityIds.get(name);
    if (id === undefined || Number(tiles) > NEAR_TILES || Number(present) >= DEFENDERS || defended.has(name))
      return [];
    defended.add(name);
    return [{ action_type: 'defend', actor_id: id, number: DEFENDERS }];
  });
}

function calmOrders(city: number, tiles: string): Fields[] {
  return [...tiles.matchAll(/\((\d+), (\d+)\)/g)].map(([, x, y]) => ({
    action_type: 'city_make_specialist',
    city_id: city,
    target: { x: Number(x), y: Number(y) },
  }));
}

function advance(giver: 'me' | 'them', value: string | undefined): Fields {
  return { clause: 'advance', giver, value };
}

function treaty(leader: string, clauses: readonly Fields[]): Fields[] {
  return [{ action_type: 'treaty_propose', target: { value: leader }, clauses }];
}
