import type {
  SpectatorEvent,
  SpectatorHeader,
  SpectatorSnapshot,
  SpectatorUpdate,
  StreamPosition,
} from '#shared/protocol/spectator/messages.js';
import { KEPT_EVENTS } from '#shared/protocol/spectator/view.js';
import type { MapGeometry } from '../../proxy/world/map-geometry.js';
import type { VersionedTable } from '../../proxy/world/versioned-table.js';
import { turnOf, type World } from '../../proxy/world/world.js';
import type { AgentFields } from './agents/agent-activity.js';
import type { EventLog } from './event-log.js';
import { rulesTables } from './rules-tables.js';
import {
  cityEntry,
  isKnown,
  mapOf,
  ownedCounts,
  playerEntry,
  tileRow,
  unitRow,
} from './spectator-entries.js';

/** What subscribers have already. */
export interface PublishedState {
  /** Version of the world. */
  readonly version: number;
  readonly eventId: number;
  readonly historyRows: number;
  /** Compared by identity: the world makes a new one when the map changes. */
  readonly map: MapGeometry;
}

/** The mark up to which a world and its events are published now. */
export function publishedState(world: World, eventLog: EventLog): PublishedState {
  const { version, map } = world;
  return { version, eventId: eventLog.lastEventId, historyRows: eventLog.history.length, map };
}

/** Turn, year and phase of a world. */
export function headerOf(world: World): SpectatorHeader {
  return { turn: turnOf(world), year: world.game?.year32 ?? 0, phase: world.turn.phase };
}

/** The latest events, as many as spectators keep. */
export function keptEvents({ events }: EventLog): readonly SpectatorEvent[] {
  return events.slice(-KEPT_EVENTS);
}

/** The whole current state. About 20 bytes for each tile and 40 for each unit. */
export function snapshotOf(
  world: World,
  eventLog: EventLog,
  agents: AgentFields,
  position: StreamPosition,
): SpectatorSnapshot {
  const holdings = ownedCounts(world);
  return {
    ...position,
    ...headerOf(world),
    map: mapOf(world),
    rules: rulesTables(world.ruleset),
    tiles: [...world.tiles.values()].filter(isKnown).map((tile) => tileRow(world, tile)),
    units: [...world.units.values()].map(unitRow),
    cities: [...world.cities.values()].map((city) => cityEntry(world, city)),
    players: [...world.players.values()].map((player) => playerEntry(world, player, holdings)),
    events: keptEvents(eventLog),
    history: eventLog.history,
    ...agents,
  };
}

/**
 * What has changed since `published`; it leads to the version after `position`. Exact as long as the world remembers the
 * removals since then.
 */
export function updateOf(
  world: World,
  eventLog: EventLog,
  agents: AgentFields,
  position: StreamPosition,
  published: PublishedState,
): SpectatorUpdate {
  const since = published.version;
  const { map, tiles, units, cities, players, research } = world;
  const newer = <T>(table: VersionedTable<T>) =>
    table.latestVersion > since ? [...table.changedSince(since)] : [];
  const tileRows = newer(tiles)
    .filter(isKnown)
    .map((tile) => tileRow(world, tile));
  const unitRows = newer(units).map(unitRow);
  const cityEntries = newer(cities).map((city) => cityEntry(world, city));
  const removed = { units: units.removedSince(since), cities: cities.removedSince(since) };
  // An entry of a player counts its cities, units and techs: those change with other tables.
  const playersChanged = [players, research, units, cities].some((table) => table.latestVersion > since);
  const holdings = ownedCounts(world);
  const entries = playersChanged ? [...players.values()].map((p) => playerEntry(world, p, holdings)) : [];
  const events = eventLog.eventsAfter(published.eventId);
  const history = eventLog.history.slice(published.historyRows);
  return {
    stream: position.stream,
    since: position.version,
    version: position.version + 1,
    ...headerOf(world),
    ...(map !== published.map && { map: mapOf(world) }),
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
