import { ProtocolError } from '../freeciv/errors.js';

/** How many things of a kind one connection may bring; more is a `too_large` ProtocolError, which ends that connection. */
export interface Limit {
  readonly what: string;
  readonly max: number;
}

/** Slots for players of servers since 3.1 (`MAX_NUM_PLAYER_SLOTS`); 3.0 has 160. */
const PLAYER_SLOTS = 512;
/** `maxplayers` is 150 at most; barbarians and animals come with them. */
const MAX_PLAYERS = 200;
/** Servers of 3.0 number units and cities together with 16 bits, later ones with more. Large games of many players have a tenth of these. */
const MAX_UNITS = 32_768;
const MAX_CITIES = 4_096;

/** A row and a column of the largest map that a game here may have. A server may have maps of 2,048,000 tiles (setting `size`). */
const MAX_TILES = 512 * 512;

/** What a world may hold, far above games that are played and within the memory of a proxy. */
export const worldLimits = {
  tiles: { what: 'tiles', max: MAX_TILES },
  units: { what: 'units', max: MAX_UNITS },
  cities: { what: 'cities', max: MAX_CITIES },
  players: { what: 'players', max: MAX_PLAYERS },
  playerSlots: { what: 'numbers of players', max: PLAYER_SLOTS },
  relations: { what: 'relations of players', max: MAX_PLAYERS * MAX_PLAYERS },
  clauses: { what: 'clauses in a treaty', max: 200 },
  connections: { what: 'connections', max: 2_000 },
  votes: { what: 'votes', max: 1_000 },
  tradeRoutes: { what: 'trade routes of a city', max: 64 },
  workerTasks: { what: 'worker tasks of a city', max: 128 },
  settings: { what: 'server settings', max: 2_000 },
  /** Civ2civ3 with all nations has 3,100, half of them titles of rulers. */
  rulesetPackets: { what: 'parts of the ruleset', max: 20_000 },
  /** Sandbox has 590. */
  effects: { what: 'effects', max: 5_000 },
  actionEnablers: { what: 'action enablers', max: 2_000 },
  unitBonuses: { what: 'bonuses of unit types', max: 2_000 },
  counters: { what: 'counters', max: 256 },
} as const satisfies Readonly<Record<string, Limit>>;

/** Throws a ProtocolError where there would be more than a limit allows. */
export function expectWithin(count: number, { what, max }: Limit): void {
  if (count > max) throw new ProtocolError('too_large', `more than ${max} ${what}`);
}

/** Adds to a list, within a limit. */
export function pushWithin<T>(list: T[], value: T, limit: Limit): void {
  expectWithin(list.length + 1, limit);
  list.push(value);
}

/** Sets a key of a map, within a limit. */
export function setWithin<K, V>(map: Map<K, V>, key: K, value: V, limit: Limit): void {
  map.set(key, value);
  expectWithin(map.size, limit);
}

/** The sides of a map that a connection may bring. Throws a ProtocolError for others: they are not even reserved. */
export function expectMapSize(xsize: number, ysize: number): void {
  if (xsize < MIN_SIDE || ysize < MIN_SIDE)
    throw new ProtocolError('bad_value', `a map of ${xsize} by ${ysize} tiles`, { packet: 'map_info' });
  expectWithin(xsize * ysize, worldLimits.tiles);
}

/** Servers have 16 or more (`MAP_MIN_LINEAR_SIZE`). A side of one tile has no neighbours. */
const MIN_SIDE = 2;

/** A tile number must be on the map that the server has told before. */
export function expectOnMap(tile: number, { tileCount }: { readonly tileCount: number }, what: string): void {
  if (tile >= 0 && tile < tileCount) return;
  if (tileCount === 0) throw new ProtocolError('unexpected_packet', `${what} before the map`);
  throw new ProtocolError('bad_value', `${what} on tile ${tile} of a map of ${tileCount}`);
}
