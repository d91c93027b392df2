import { memoByInput } from '#shared/core/memo.js';
import type { PacketFields } from '../../proxy/freeciv/generated/packets.js';
import { hasBit } from '../../proxy/freeciv/value-codecs.js';
import { displayName } from '../../proxy/rules/lookup/names.js';
import { cityAt, knownTile, type Tile, unitsOn } from '../../proxy/rules/lookup/tiles.js';
import { relationBetween } from '../../proxy/views/entities/relations.js';
import type { Position } from '../../proxy/world/map-geometry.js';
import type { Ruleset } from '../../proxy/world/ruleset.js';
import type { World } from '../../proxy/world/world.js';
import { shapeNote } from '../map-window/map-window.js';

/** A rectangle of native coordinates, cut off at the map's edges where it does not wrap. */
export interface Window {
  readonly centre: Position;
  /** Tiles to each side. */
  readonly across: number;
  readonly down: number;
}

const signs = {
  own_city: ['#', 'our city'],
  other_city: ['@', 'city of others'],
  own_units: ['U', 'our units'],
  enemy: ['!', 'units at war with us'],
  other_units: ['o', 'units of others'],
  hut: ['*', 'village'],
  unknown: [' ', 'unknown'],
} as const;

type Sign = keyof typeof signs;

/** Rows of signs with the coordinates beside them, and a legend of those that occur. */
export function asciiMap(world: World, window: Window): string {
  const columns = coordinates(
    window.centre.x,
    window.across,
    world.map.xsize,
    world.map.topology.has('TF_WRAPX'),
  );
  const rows = coordinates(window.centre.y, window.down, world.map.ysize, world.map.topology.has('TF_WRAPY'));
  const used = new Map<string, string>();
  const lines = rows.map((y) => {
    const cells = columns.map((x) => {
      const [sign, meaning] = signAt(world, { x, y });
      used.set(sign, meaning);
      return sign;
    });
    return `${String(y).padStart(4)} ${indent(world, y)}${cells.join(' ')}`.trimEnd();
  });
  const legend = [...used].filter(([sign]) => sign !== ' ').map(([sign, meaning]) => `${sign} ${meaning}`);
  const first = columns[0] ?? 0;
  const last = columns.at(-1) ?? 0;
  return [
    `Map, x ${first} to ${last} from left to right (last digits above), y at the left; blank is unknown${shapeNote(world)}.`,
    `${' '.repeat(5)}${columns.map((x) => x % 10).join(' ')}`,
    ...lines,
    `Legend: ${legend.join(', ')}.`,
  ].join('\n');
}

/** Coordinates around a middle one, wrapped where the map wraps. */
function coordinates(middle: number, side: number, size: number, wraps: boolean): readonly number[] {
  const reach = Math.min(side, Math.floor((size - 1) / 2));
  const all = Array.from({ length: 2 * reach + 1 }, (_, index) => middle - reach + index);
  return wraps ? all.map((one) => ((one % size) + size) % size) : all.filter((one) => one >= 0 && one < size);
}

/** Rows of isometric and hexagonal maps are shifted by half a tile in turn. */
function indent(world: World, y: number): string {
  return world.map.shape !== 'square' && y % 2 === 1 ? ' ' : '';
}

function signAt(world: World, position: Position): readonly [string, string] {
  const index = world.map.tileAt(position);
  const tile = index === undefined ? undefined : knownTile(world, index);
  if (tile === undefined) return signs.unknown;
  const entity = entityAt(world, tile);
  if (entity !== undefined) return signs[entity];
  const terrain = world.ruleset.terrains.get(tile.terrain);
  return [
    terrainLetters(world.ruleset).get(tile.terrain) ?? '.',
    displayName(terrain?.name ?? 'unknown').toLowerCase(),
  ];
}

function entityAt(world: World, tile: Tile): Sign | undefined {
  const me = world.seat.player;
  const city = cityAt(world, tile.tile);
  if (city !== undefined) return city.owner === me ? 'own_city' : 'other_city';
  const owners = unitsOn(world, tile.tile).map(({ owner }) => owner);
  const [owner] = owners;
  if (owner === undefined) return hasHut(world, tile) ? 'hut' : undefined;
  if (owners.some((one) => one === me)) return 'own_units';
  return me !== undefined && relationBetween(world, me, owner) === 'war' ? 'enemy' : 'other_units';
}

function hasHut(world: World, tile: Tile): boolean {
  for (const [id, extra] of world.ruleset.extras) {
    if (extra.causes.has('EC_HUT') && hasBit(tile.extras, id)) return true;
  }
  return false;
}

type Terrain = PacketFields['ruleset_terrain'];

/** Water is drawn with signs, so that coasts can be seen; more kinds of it than there are get letters. */
const waters = ['~', ':', '=', '%'];

/** One sign for each terrain of the ruleset: for land the first free letter of its name. */
function terrainLetters(ruleset: Ruleset): ReadonlyMap<number, string> {
  return lettersOf(ruleset, ruleset.terrains.size);
}

const lettersOf = memoByInput((ruleset: Ruleset, _size: number): ReadonlyMap<number, string> => {
  const taken = new Map<string, number>();
  for (const terrain of commonFirst(ruleset.terrains.values())) {
    const letter = candidates(terrain).find((candidate) => !taken.has(candidate)) ?? '.';
    taken.set(letter, terrain.id);
  }
  return new Map([...taken].map(([letter, id]) => [id, letter]));
});

/** Grassland, plains and what else players start on get the letter one expects. */
function commonFirst(terrains: Iterable<Terrain>): readonly Terrain[] {
  const rank = ({ flags }: Terrain) => (flags.has('TER_STARTER') ? 0 : 1);
  return [...terrains].sort((a, b) => rank(a) - rank(b));
}

function candidates({ tclass, name }: Terrain): readonly string[] {
  const own = displayName(name).toLowerCase().match(/[a-z]/g) ?? [];
  const any = [...'abcdefghijklmnopqrstuvwxyz'];
  return tclass === 'TC_OCEAN' ? [...waters, ...own, ...any] : [...own, ...any];
}
