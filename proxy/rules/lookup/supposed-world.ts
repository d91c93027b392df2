import type { City } from '../../world/city.js';
import { VersionedTable } from '../../world/versioned-table.js';
import type { World } from '../../world/world.js';
import { type Player, type Research, researchOf } from './players.js';
import type { Tile } from './tiles.js';

/** What of a player may be supposed to differ. Rates in per cent. */
type SupposedPlayer = Partial<Pick<Player, 'government' | 'tax' | 'luxury' | 'science'>>;

/** The same world with another government or rates of one player. No packet may be applied to it. */
export function supposePlayer(world: World, player: number, changes: SupposedPlayer): World {
  const players = new VersionedTable<Player>(world.version);
  for (const one of world.players.values()) {
    const supposed = one.playerno === player ? { ...one, ...changes } : one;
    players.set(one.playerno, supposed, world.players.versionOf(one.playerno));
  }
  return { ...world, players };
}

/** The same world, except that a player, and who shares its research, knows some technologies more. Packets must not be applied to the result. */
export function supposeTechs(world: World, player: number, techs: readonly number[]): World {
  const own = researchOf(world, player);
  if (own === undefined) return world;
  const isNew = new Set(techs);
  const inventions = Array.from(own.inventions, (state, tech) => (isNew.has(tech) ? KNOWN : state)).join('');
  const research = replaced<Research>(
    world.research,
    own.id,
    { ...own, inventions, techsResearched: own.techsResearched + techs.length },
    world.version,
    ({ id }) => id,
  );
  return { ...world, research };
}

/** What `inventions` says of a technology that is known. */
const KNOWN = '2';

/** The same world, except that a tile is otherwise. Packets must not be applied to the result. */
export function supposeTile(world: World, tile: Tile): World {
  return { ...world, tiles: replaced(world.tiles, tile.tile, tile, world.version, (one) => one.tile) };
}

/** The same world, except that several tiles are otherwise. Packets must not be applied to the result. */
export function supposeTiles(world: World, changed: readonly Tile[]): World {
  const byIndex = new Map(changed.map((tile) => [tile.tile, tile]));
  const tiles = new VersionedTable<Tile>(world.version);
  for (const one of world.tiles.values()) tiles.set(one.tile, byIndex.get(one.tile) ?? one, world.version);
  return { ...world, tiles };
}

/** The same world, except that a city is otherwise. Packets must not be applied to the result. */
export function supposeCity(world: World, city: City): World {
  return { ...world, cities: replaced(world.cities, city.id, city, world.version, ({ id }) => id) };
}

/** The same world, except that a wonder stands in a city of its owner. Packets must not be applied to the result. */
export function supposeWonder(world: World, { id, owner }: City, wonder: number, isGreat: boolean): World {
  const player = world.players.get(owner);
  if (player === undefined) return world;
  const wonders = player.wonders.with(wonder, id);
  const players = replaced(
    world.players,
    owner,
    { ...player, wonders },
    world.version,
    (one) => one.playerno,
  );
  const { game } = world;
  if (!isGreat || game === undefined) return { ...world, players };
  return {
    ...world,
    players,
    game: { ...game, greatWonderOwners: game.greatWonderOwners.with(wonder, owner) },
  };
}

function replaced<T>(
  table: VersionedTable<T>,
  id: number,
  value: T,
  version: number,
  idOf: (one: T) => number,
): VersionedTable<T> {
  const copy = new VersionedTable<T>(version);
  for (const one of table.values()) copy.set(idOf(one), idOf(one) === id ? value : one, version);
  return copy;
}
