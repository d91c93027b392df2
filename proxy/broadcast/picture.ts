import type {
  SpectatorHeader,
  SpectatorSnapshot,
  SpectatorUpdate,
} from '#shared/protocol/spectator/messages.js';
import { KEPT_EVENTS } from '#shared/protocol/spectator/view.js';
import type { Tile } from '../rules/tiles.js';
import type { MapGeometry } from '../world/map-geometry.js';
import type { VersionedTable } from '../world/versioned-table.js';
import type { World } from '../world/world.js';
import type { AgentKeys } from './agents/agent-book.js';
import type { Chronicle } from './chronicle.js';
import { cityEntry, holdingsOf, mapOf, playerEntry, tileRow, unitRow } from './rows.js';
import { rulesTables } from './rules-tables.js';

/** How far spectators have been told. */
export interface Told {
  /** Of the world. */
  readonly version: number;
  readonly eventId: number;
  readonly historyRows: number;
  /** The geometry itself: the world makes a new one when the map changes. */
  readonly map: MapGeometry;
}

export function toldNow(world: World, chronicle: Chronicle): Told {
  const { version, map } = world;
  return { version, eventId: chronicle.lastEventId, historyRows: chronicle.history.length, map };
}

/** Versions of a stream count what was told: not all of it is in the world. */
export interface StreamPlace {
  readonly stream: string;
  readonly version: number;
}

function headerOf(world: World): SpectatorHeader {
  return { turn: world.game?.turn ?? 0, year: world.game?.year32 ?? 0, phase: world.turn.phase };
}

/** Everything, as it is now. About 20 bytes a tile and 40 a unit. */
export function snapshotOf(
  world: World,
  chronicle: Chronicle,
  agents: AgentKeys,
  place: StreamPlace,
): SpectatorSnapshot {
  const holdings = holdingsOf(world);
  return {
    ...place,
    ...headerOf(world),
    map: mapOf(world),
    rules: rulesTables(world.ruleset),
    tiles: [...world.tiles.values()].filter(isKnown).map((tile) => tileRow(world, tile)),
    units: [...world.units.values()].map(unitRow),
    cities: [...world.cities.values()].map((city) => cityEntry(world, city)),
    players: [...world.players.values()].map((player) => playerEntry(world, player, holdings)),
    events: chronicle.events.slice(-KEPT_EVENTS),
    history: chronicle.history,
    ...agents,
  };
}

/**
 * What is different from what was told, and leads to the version after `place`; exact while the world remembers the
 * removals since then.
 */
export function updateOf(
  world: World,
  chronicle: Chronicle,
  agents: AgentKeys,
  place: StreamPlace,
  told: Told,
): SpectatorUpdate {
  const since = told.version;
  const { map, tiles, units, cities, players, research } = world;
  const newer = <T>(table: VersionedTable<T>) => (table.latest > since ? [...table.changedSince(since)] : []);
  const tileRows = newer(tiles)
    .filter(isKnown)
    .map((tile) => tileRow(world, tile));
  const unitRows = newer(units).map(unitRow);
  const cityEntries = newer(cities).map((city) => cityEntry(world, city));
  const removed = { units: units.removedSince(since), cities: cities.removedSince(since) };
  // An entry of a player counts its cities, units and techs: those change with other tables.
  const playersChanged = [players, research, units, cities].some((table) => table.latest > since);
  const holdings = holdingsOf(world);
  const entries = playersChanged ? [...players.values()].map((p) => playerEntry(world, p, holdings)) : [];
  const events = chronicle.eventsAfter(told.eventId);
  const history = chronicle.history.slice(told.historyRows);
  return {
    stream: place.stream,
    since: place.version,
    version: place.version + 1,
    ...headerOf(world),
    ...(map !== told.map && { map: mapOf(world) }),
    ...(tileRows.length > 0 && { tiles: tileRows }),
    ...(unitRows.length > 0 && { units: unitRows }),
    ...(cityEntries.length > 0 && { cities: cityEntries }),
    ...(entries.length > 0 && { players: entries }),
    ...(removed.units.length + removed.cities.length > 0 && { removed }),
    ...(events.length > 0 && { events }),
    ...(history.length > 0 && { history }),
    ...agents,
  };
}

/** A seat is told of tiles it has never seen, too: that it has not. */
function isKnown({ known }: Tile): boolean {
  return known !== 'TILE_UNKNOWN';
}
