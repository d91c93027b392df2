import { z } from 'zod';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { parseWith } from '#shared/core/parse.js';
import { ok, type Result } from '#shared/core/result.js';
import type { McpSeat } from './mcp-seat.js';

/** Where a result of the tool `map` has the map for the app: in `_meta`, which hosts keep from their models. */
export const MAP_META = 'freeciv/map';

/** The sections of the full state that the map is made of. */
const SECTIONS = ['map', 'visible_tiles', 'cities', 'units', 'players'];

const LETTER_A = 97;

/** Players whose land the map tells apart: a tile has one digit of base 36 for its owner. */
const MAX_OWNERS = 36;

const tileSchema = z.looseObject({
  ...{ x: z.int(), y: z.int(), terrain: z.string().nullable() },
  ...{ owner: z.int().nullable(), fog: z.enum(['visible', 'fogged']) },
});

const placedShape = { x: z.int(), y: z.int(), owner: z.int() };

const stateSchema = z.looseObject({
  ...{ turn: z.int().nullish(), year_name: z.string().nullish(), player_id: z.int().nullish() },
  visible_tiles: z.array(tileSchema),
  cities: z.array(z.looseObject({ ...placedShape, name: z.string(), size: z.int().nullish() })),
  units: z.array(z.looseObject({ ...placedShape, type_name: z.string() })),
  players: z.record(
    z.string(),
    z.looseObject({ id: z.int(), nation: z.string().nullish(), color: z.string().nullish() }),
  ),
});

const ownedShape = { ...placedShape, owner: z.int().describe('Id of the player; -1 where it is not known') };

/** The map as a seat knows it, for a page that draws it: the smallest rectangle that has everything known. */
export const seatMapSchema = z.object({
  turn: z.int().nullable(),
  year: z.string(),
  me: z.int().nullable().describe('Id of the own player'),
  x: z.int().describe('Native coordinates of the first column'),
  y: z.int().describe('and of the first row'),
  terrains: z.array(z.string()).describe('Names of terrains; the first one has the letter a'),
  rows: z
    .array(z.string())
    .describe(
      'A letter for each tile: its terrain, a capital where it is in fog, a space where nothing is known',
    ),
  lands: z
    .array(z.string())
    .describe(
      'For each tile the place of its owner in `players`, base 36, or a space; owners after the 36th are left out',
    ),
  players: z.array(z.object({ id: z.int(), nation: z.string(), color: z.string() })),
  cities: z.array(z.object({ ...ownedShape, name: z.string(), size: z.int() })),
  units: z.array(z.object({ ...ownedShape, type: z.string() })),
});

/** The map as a seat knows it, for a page that draws it. */
export type SeatMap = z.infer<typeof seatMapSchema>;

/** Reads the map of a seat. Fails with what the game says. E101, E105: its state has no map. */
export async function readMap(seat: McpSeat): Promise<Result<SeatMap>> {
  const answer = await seat.request('state_query', { format: 'full', sections: SECTIONS });
  if (!answer.ok) return answer;
  return seatMap(isJsonObject(answer.value.data) ? answer.value.data : answer.value);
}

/** The map of a full state. E101, E105: it has not at least the tiles, cities, units and players. */
export function seatMap(state: JsonObject): Result<SeatMap> {
  const read = parseWith(stateSchema, state);
  return read.ok ? ok(mapOf(read.value)) : read;
}

function mapOf(state: z.infer<typeof stateSchema>): SeatMap {
  const { turn, year_name, player_id, visible_tiles, cities, units, players } = state;
  const list = Object.values(players);
  const { x, y, width, height } = rectangleOf([...visible_tiles, ...cities, ...units]);
  const blank = () => Array.from({ length: height }, () => Array.from({ length: width }, () => ' '));
  const [rows, lands] = [blank(), blank()];
  const terrains: string[] = [];
  const places36 = new Map(list.slice(0, MAX_OWNERS).map(({ id }, place) => [id, place.toString(36)]));
  for (const tile of visible_tiles) {
    const [row, land] = [rows[tile.y - y], lands[tile.y - y]];
    if (row === undefined || land === undefined || tile.terrain === null) continue;
    if (!terrains.includes(tile.terrain)) terrains.push(tile.terrain);
    const letter = String.fromCharCode(LETTER_A + terrains.indexOf(tile.terrain));
    row[tile.x - x] = tile.fog === 'fogged' ? letter.toUpperCase() : letter;
    land[tile.x - x] = places36.get(tile.owner ?? -1) ?? ' ';
  }
  return {
    ...{ turn: turn ?? null, year: year_name ?? '', me: player_id ?? null, terrains },
    ...{ x, y, rows: rows.map((row) => row.join('')), lands: lands.map((row) => row.join('')) },
    players: list.map(({ id, nation, color }) => ({ id, nation: nation ?? '', color: color ?? '#888888' })),
    cities: cities.map((city) => ({
      x: city.x,
      y: city.y,
      owner: city.owner,
      name: city.name,
      size: city.size ?? 0,
    })),
    units: units.map((unit) => ({ x: unit.x, y: unit.y, owner: unit.owner, type: unit.type_name })),
  };
}

/** The smallest rectangle with all these places. A map has more tiles than a function takes arguments. */
function rectangleOf(places: readonly { readonly x: number; readonly y: number }[]) {
  const first = places[0] ?? { x: 0, y: 0 };
  const [low, high] = [{ ...first }, { ...first }];
  for (const { x, y } of places) {
    low.x = Math.min(low.x, x);
    low.y = Math.min(low.y, y);
    high.x = Math.max(high.x, x);
    high.y = Math.max(high.y, y);
  }
  const extra = places.length === 0 ? 0 : 1;
  return { ...low, width: high.x - low.x + extra, height: high.y - low.y + extra };
}
