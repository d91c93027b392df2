import { memo } from '#shared/core/memo.js';
import type {
  SpectatorCity,
  SpectatorMap,
  SpectatorPlayer,
  TileRow,
  UnitRow,
} from '#shared/protocol/spectator/messages.js';
import { lowestBit } from '../../proxy/freeciv/bytes.js';
import { nationOf } from '../../proxy/orders/descriptions.js';
import { granaryOf, turnsToGrow } from '../../proxy/rules/cities/growth.js';
import { displayName } from '../../proxy/rules/lookup/names.js';
import { isPlayer, type Player, researchOf } from '../../proxy/rules/lookup/players.js';
import { knownTechCount, techState } from '../../proxy/rules/lookup/research.js';
import type { Tile } from '../../proxy/rules/lookup/tiles.js';
import { buildCost, buildTurns } from '../../proxy/rules/production/build-costs.js';
import { isEndless, productionOf, type Target } from '../../proxy/rules/production/target.js';
import { knowledgeOf } from '../../proxy/views/entities/player-view.js';
import { hexColor, outputsByName, plainName } from '../../proxy/views/entities/wire-values.js';
import type { City } from '../../proxy/world/city.js';
import type { Unit } from '../../proxy/world/unit.js';
import type { World } from '../../proxy/world/world.js';

/** Colour of a player that has none yet. */
const GREY = '#888888';

/** Size in tiles, shape and wrapping of the map. */
export function mapOf({ map }: World): SpectatorMap {
  return {
    width: map.xsize,
    height: map.ysize,
    shape: map.shape,
    wrap_x: map.topology.has('TF_WRAPX'),
    wrap_y: map.topology.has('TF_WRAPY'),
  };
}

/** The server also sends a seat the tiles that it has never seen, as unknown. */
export function isKnown({ known }: Tile): boolean {
  return known !== 'TILE_UNKNOWN';
}

/** A tile as a row, see TileRow. */
export function tileRow(world: World, tile: Tile): TileRow {
  const owner = isPlayer(tile.owner) ? tile.owner : -1;
  const seen = tile.known === 'TILE_KNOWN_SEEN' ? 1 : 0;
  const extras = setBits(tile.extras).filter((id) => world.ruleset.extras.has(id));
  return [tile.tile, tile.terrain, owner, seen, ...extras];
}

/** The numbers of the set bits, in order; mostly there are few. */
function setBits(bytes: Uint8Array): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at < bytes.length; at += 1)
    for (let bits = bytes[at] ?? 0; bits !== 0; bits &= bits - 1) found.push(at * 8 + lowestBit(bits));
  return found;
}

/** A unit as a row, see UnitRow. */
export function unitRow(unit: Unit): UnitRow {
  const { id, type, owner, tile, hp, veteran, activity, transportedBy } = unit;
  return [id, type, owner, tile, hp, veteran, plainName(activity, 'ACTIVITY_'), transportedBy ?? -1];
}

/** Kept until the city changes, although growth depends on more than the city: snapshots repeat what updates said. */
const entryOf = memo((city: City, world: World) => newCityEntry(world, city));

/** A city with what it builds, its buildings and its growth; production only where the details of the city are known. */
export function cityEntry(world: World, city: City): SpectatorCity {
  return entryOf(city, world);
}

function newCityEntry(world: World, city: City): SpectatorCity {
  const { id, name, owner, tile, size, detail } = city;
  const target = productionOf(world, city);
  const buildings = setBits(city.improvements).flatMap((id) => world.ruleset.improvements.get(id) ?? []);
  return {
    id,
    name,
    owner,
    tile,
    size,
    production: target === undefined ? null : displayName(target.thing.name),
    shields: detail?.shieldStock ?? 0,
    buildings: buildings.map((building) => displayName(building.name)),
    ...(detail && { growth: growthOf(world, city, detail, target) }),
  };
}

/** The figures that the owner's state has. */
function growthOf(
  world: World,
  city: City,
  detail: NonNullable<City['detail']>,
  target: Target | undefined,
): SpectatorCity['growth'] {
  const isFinished = target !== undefined && !isEndless(target);
  return {
    surplus: outputsByName(detail.surplus),
    food_stock: detail.foodStock,
    granary_size: granaryOf(world, city),
    turns_to_grow: turnsToGrow(world, city),
    production_cost: isFinished ? buildCost(world, target) : null,
    production_turns: isFinished ? (buildTurns(world, city, target) ?? null) : null,
  };
}

/** How many cities and units each player has. */
export interface OwnedCounts {
  readonly cities: ReadonlyMap<number, number>;
  readonly units: ReadonlyMap<number, number>;
}

/** Counts cities and units by owner. */
export function ownedCounts(world: World): OwnedCounts {
  return { cities: countByOwner(world.cities.values()), units: countByOwner(world.units.values()) };
}

function countByOwner(things: Iterable<{ readonly owner: number }>): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { owner } of things) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return counts;
}

/** Score, gold and number of known techs; null where the observing seat does not know: the server sends zeros there. */
export interface PlayerStats {
  readonly score: number | null;
  readonly gold: number | null;
  readonly techs: number | null;
}

/** The stats of a player, as far as the seat of this world knows them (contact for score and gold, an embassy for techs). */
export function playerStats(world: World, player: Player): PlayerStats {
  const isMet = knowledgeOf(world, player) !== 'none';
  const research = researchOf(world, player.playerno);
  return {
    score: isMet ? player.score : null,
    gold: isMet ? player.gold : null,
    techs: research === undefined ? null : knownTechCount(research),
  };
}

/** A player with its stats, government and research. */
export function playerEntry(world: World, player: Player, owned: OwnedCounts): SpectatorPlayer {
  const { governments, techs } = world.ruleset;
  const stats = playerStats(world, player);
  const research = researchOf(world, player.playerno);
  const government = stats.gold === null ? undefined : governments.get(player.government);
  const researching =
    research === undefined || techState(research, research.researching) === 'known'
      ? undefined
      : techs.get(research.researching);
  return {
    id: player.playerno,
    name: player.name,
    nation: nationOf(world, player.playerno, 'unknown'),
    color: player.colorValid ? hexColor(player) : GREY,
    is_ai: player.flags.has('PLRF_AI'),
    is_alive: player.isAlive,
    is_barbarian: player.barbarianType !== 'NOT_A_BARBARIAN',
    ...stats,
    government: government === undefined ? null : displayName(government.name),
    researching: researching === undefined ? null : displayName(researching.name),
    cities: owned.cities.get(player.playerno) ?? 0,
    units: owned.units.get(player.playerno) ?? 0,
  };
}
