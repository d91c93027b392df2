import type { SpectatorAction, SpectatorAgent, SpectatorBlock } from './agents.js';
import type {
  HistoryRow,
  SpectatorCity,
  SpectatorEvent,
  SpectatorHeader,
  SpectatorMap,
  SpectatorPlayer,
  SpectatorSnapshot,
  SpectatorUpdate,
  TileRow,
  UnitRow,
} from './messages.js';
import type { SpectatorRules } from './rules.js';

/** How many of the latest entries of each player are kept. */
const KEPT_ACTIONS = 20;
const KEPT_BLOCKS = 24;
const KEPT_CHARS = 6_000;

/** The latest actions of each player, as spectators keep them. */
export function keptActions(actions: readonly SpectatorAction[]): SpectatorAction[] {
  return newest(actions, KEPT_ACTIONS, () => 0);
}

/** The latest transcript blocks of each player, as spectators keep them. */
export function keptBlocks(blocks: readonly SpectatorBlock[]): SpectatorBlock[] {
  return newest(blocks, KEPT_BLOCKS, ({ text }) => text.length);
}

/** The latest entries of each player within both limits. Idempotent: applying it step by step gives the same result. */
function newest<T extends { readonly player: number }>(
  all: readonly T[],
  most: number,
  length: (one: T) => number,
): T[] {
  const kept = new Map<number, { count: number; chars: number }>();
  return all
    .toReversed()
    .filter((one) => {
      const { count = 0, chars = 0 } = kept.get(one.player) ?? {};
      const now = { count: count + 1, chars: chars + length(one) };
      kept.set(one.player, now);
      return now.count <= most && now.chars <= KEPT_CHARS;
    })
    .toReversed();
}

/** A view of a game as spectators keep it, by ids. `applyUpdate` changes it in place. */
export interface SpectatorView {
  readonly rules: SpectatorRules;
  stream: string;
  version: number;
  header: SpectatorHeader;
  map: SpectatorMap;
  readonly tiles: Map<number, TileRow>;
  readonly units: Map<number, UnitRow>;
  readonly cities: Map<number, SpectatorCity>;
  readonly players: Map<number, SpectatorPlayer>;
  events: SpectatorEvent[];
  history: HistoryRow[];
  readonly agents: Map<number, SpectatorAgent>;
  /** The latest actions of each agent. */
  actions: SpectatorAction[];
  transcript: SpectatorBlock[];
}

/** How many of the latest events a view keeps. */
export const KEPT_EVENTS = 300;

/** The view of a snapshot. */
export function viewOf(snapshot: SpectatorSnapshot): SpectatorView {
  const { turn, year, phase } = snapshot;
  return {
    rules: snapshot.rules,
    stream: snapshot.stream,
    version: snapshot.version,
    header: { turn, year, phase },
    map: snapshot.map,
    tiles: new Map(snapshot.tiles.map((row) => [row[0], row])),
    units: new Map(snapshot.units.map((row) => [row[0], row])),
    cities: new Map(snapshot.cities.map((city) => [city.id, city])),
    players: new Map(snapshot.players.map((player) => [player.id, player])),
    events: [...snapshot.events],
    history: [...snapshot.history],
    agents: new Map(snapshot.agents?.map((agent) => [agent.player, agent])),
    actions: [...(snapshot.actions ?? [])],
    transcript: [...(snapshot.transcript ?? [])],
  };
}

/** The snapshot of a view. */
export function snapshotFrom(view: SpectatorView): SpectatorSnapshot {
  const { rules, stream, version, header, map, events, history, agents, actions, transcript } = view;
  return {
    stream,
    version,
    ...header,
    map,
    rules,
    tiles: [...view.tiles.values()],
    units: [...view.units.values()],
    cities: [...view.cities.values()],
    players: [...view.players.values()],
    events,
    history,
    ...(agents.size > 0 && { agents: [...agents.values()] }),
    ...(actions.length > 0 && { actions }),
    ...(transcript.length > 0 && { transcript }),
  };
}

/** Applies an update to a view; false when it is not the next update of the view's stream. */
export function applyUpdate(view: SpectatorView, update: SpectatorUpdate): boolean {
  if (update.stream !== view.stream || update.since !== view.version) return false;
  view.version = update.version;
  view.header = { turn: update.turn, year: update.year, phase: update.phase };
  view.map = update.map ?? view.map;
  applyEntities(view, update);
  if (update.events !== undefined) view.events = [...view.events, ...update.events].slice(-KEPT_EVENTS);
  if (update.history !== undefined) view.history = [...view.history, ...update.history];
  if (update.actions !== undefined) view.actions = keptActions([...view.actions, ...update.actions]);
  if (update.transcript !== undefined)
    view.transcript = keptBlocks([...view.transcript, ...update.transcript]);
  return true;
}

function applyEntities(view: SpectatorView, update: SpectatorUpdate): void {
  const { tiles = [], units = [], cities = [], players = [], agents = [], removed = {} } = update;
  for (const row of tiles) view.tiles.set(row[0], row);
  for (const row of units) view.units.set(row[0], row);
  for (const city of cities) view.cities.set(city.id, city);
  for (const player of players) view.players.set(player.id, player);
  for (const agent of agents) view.agents.set(agent.player, agent);
  for (const id of removed.units ?? []) view.units.delete(id);
  for (const id of removed.cities ?? []) view.cities.delete(id);
}
