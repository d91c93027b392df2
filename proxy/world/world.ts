import type { PacketFields } from '../freeciv/generated/packets.js';
import type { City, Nationalities } from './city.js';
import { MapGeometry } from './map-geometry.js';
import { Messages } from './messages.js';
import { Ruleset, ServerSettings, SharedRuleset } from './ruleset.js';
import type { Treaty } from './treaty.js';
import { initialTurn, type Turn, type TurnTimer, UNTIMED } from './turn.js';
import type { Unit } from './unit.js';
import { VersionedTable } from './versioned-table.js';
import { worldLimits } from './world-limits.js';

/** The player and the role of this connection in the game. */
interface SeatIdentity {
  readonly connectionId: number;
  /** Player number; undefined while it has none. */
  readonly player: number | undefined;
  readonly observer: boolean;
}

/** Everything that one connection has received about a game: a fold of its packets and nothing else. */
export interface World {
  /** The last committed state version. */
  version: number;
  /** The version that changes since then get; equal to `version` when there are none. */
  pendingVersion: number;
  /** The version of the last change of the position: of more than messages, the timer, the turns of contact, and who has ended the turn. */
  positionVersion: number;
  /** Whether such a change is among those that are not committed. */
  hasPendingPosition: boolean;
  seat: SeatIdentity;
  ruleset: Ruleset;
  /** That of the other connections to the game. */
  readonly sharedRuleset: SharedRuleset;
  readonly settings: ServerSettings;
  game: PacketFields['game_info'] | undefined;
  calendar: PacketFields['calendar_info'] | undefined;
  turnTimer: TurnTimer;
  /** Seconds that the server said last are left of its turn; it has no limit when undefined. */
  secondsToTurnEnd: number | undefined;
  /** Whether others run the server: then its own sentences are foreign data, as those of players are. */
  readonly isForeign: boolean;
  scenario: PacketFields['scenario_info'] | undefined;
  /** By nation number: whether a player may choose it here; empty before the server said so. */
  pickableNations: readonly boolean[];
  map: MapGeometry;
  /** The latitudes of the map's north and south sides, 1000 at the north pole and -1000 at the south pole; since 3.2. */
  latitudes: { readonly north: number; readonly south: number };
  turn: Turn;
  readonly tiles: VersionedTable<PacketFields['tile_info']>;
  readonly units: VersionedTable<Unit>;
  readonly cities: VersionedTable<City>;
  readonly players: VersionedTable<PacketFields['player_info']>;
  /** By player number: the turn of a player's death. Without players whose death this seat did not see. */
  readonly deaths: Map<number, number>;
  /** By research number: the player's, or the team's where research is pooled. */
  readonly research: VersionedTable<PacketFields['research_info']>;
  readonly diplomacy: VersionedTable<PacketFields['player_diplstate']>;
  /** Meetings in progress, by the other player. */
  readonly treaties: VersionedTable<Treaty>;
  /** The technologies that this seat has given by treaty, by player number: without an embassy the server does not send what that player knows. */
  readonly taught: Map<number, ReadonlySet<number>>;
  readonly spaceships: VersionedTable<PacketFields['spaceship_info']>;
  /** By city id and index in that city. */
  readonly tradeRoutes: VersionedTable<readonly PacketFields['traderoute_info'][]>;
  /** What cities ask workers for, by city id, then by tile; as far as it was told since this connection was made. */
  readonly workerTasks: Map<number, ReadonlyMap<number, PacketFields['worker_task']>>;
  /** The nationalities of citizens by city id, where the server tells them apart from the city. */
  readonly nationalities: Map<number, Nationalities>;
  readonly teams: VersionedTable<PacketFields['team_name_info']>;
  readonly connections: VersionedTable<PacketFields['conn_info']>;
  readonly votes: VersionedTable<PacketFields['vote_new']>;
  readonly messages: Messages;
  /** The final ranking, in the server's order, once the game is over. */
  readonly finalRanking: PacketFields['endgame_player'][];
  /** What the ranking tells of each player, in order, and of how many players. */
  finalReport: { readonly categories: readonly string[]; readonly players: number };
}

/**
 * An empty world. Its versions continue from `version`, so that those of a seat rise over several connections. Its ruleset is that of
 * the other worlds with the same `sharedRuleset`, once it is told in full and equal.
 */
export function createWorld(
  phase: 'before_game' | 'attaching' = 'before_game',
  version = 0,
  sharedRuleset = new SharedRuleset(),
): World {
  return {
    version,
    pendingVersion: version,
    positionVersion: version,
    hasPendingPosition: false,
    seat: { connectionId: -1, player: undefined, observer: false },
    ruleset: new Ruleset(),
    sharedRuleset,
    settings: new ServerSettings(),
    game: undefined,
    calendar: undefined,
    turnTimer: UNTIMED,
    secondsToTurnEnd: undefined,
    isForeign: false,
    scenario: undefined,
    pickableNations: [],
    map: new MapGeometry(0, 0, new Set()),
    latitudes: { north: 1000, south: -1000 },
    turn: initialTurn(phase),
    tiles: new VersionedTable(version, worldLimits.tiles),
    units: new VersionedTable(version, worldLimits.units),
    cities: new VersionedTable(version, worldLimits.cities),
    players: new VersionedTable(version, worldLimits.players),
    deaths: new Map(),
    research: new VersionedTable(version, worldLimits.playerSlots),
    diplomacy: new VersionedTable(version, worldLimits.relations),
    treaties: new VersionedTable(version, worldLimits.playerSlots),
    taught: new Map(),
    spaceships: new VersionedTable(version, worldLimits.playerSlots),
    tradeRoutes: new VersionedTable(version, worldLimits.cities),
    workerTasks: new Map(),
    nationalities: new Map(),
    teams: new VersionedTable(version, worldLimits.playerSlots),
    connections: new VersionedTable(version, worldLimits.connections),
    votes: new VersionedTable(version, worldLimits.votes),
    messages: new Messages(),
    finalRanking: [],
    finalReport: { categories: [], players: 0 },
  };
}

/** An empty world for another connection to the same game: its versions and turns continue those of the one before. */
export function worldAfter(before: World, phase: 'before_game' | 'attaching'): World {
  const world = createWorld(phase, before.version, before.sharedRuleset);
  world.turn = { ...world.turn, beganAt: before.turn.beganAt };
  // The server sends neither the turn of a player's death nor the technologies that were given.
  for (const [player, turn] of before.deaths) world.deaths.set(player, turn);
  for (const [player, techs] of before.taught) world.taught.set(player, techs);
  return world;
}

/** Adds messages of the connection before within the same turn: the server repeats only those after the turn change. */
export function continueMessages(world: World, before: World): void {
  const { messagesBefore } = before.turn;
  if (turnOf(world) !== turnOf(before) || !messagesBefore.has(turnOf(before))) return;
  world.messages.continue(before.messages);
  world.turn = { ...world.turn, messagesBefore };
}

/** The version that a change of the position made now gets. */
export function markChanged(world: World): number {
  world.hasPendingPosition = true;
  return markNoticed(world);
}

/** The version that a change gets that leaves the position as it is. */
export function markNoticed(world: World): number {
  world.pendingVersion = world.version + 1;
  return world.pendingVersion;
}

/** The turn the world is in; 0 before the game has begun. */
export function turnOf({ game }: Pick<World, 'game'>): number {
  return game?.turn ?? 0;
}

/** The number of messages before the turn that came before the running one began. */
export function messagesBeforeLastTurn({ game, turn }: Pick<World, 'game' | 'turn'>): number {
  return turn.messagesBefore.get(turnOf({ game }) - 1) ?? 0;
}

/** Whether all changes are committed. While a bracket is half applied, an entity may change again and keep its version. */
export function isWhole({ version, pendingVersion }: Pick<World, 'version' | 'pendingVersion'>): boolean {
  return version === pendingVersion;
}

/** The version up to which the changes of a table are final: a later change in a half applied bracket may be replaced. */
export function finalVersion({ version }: World, table: VersionedTable<unknown>): number {
  return Math.min(version, table.latestVersion);
}

/** Makes all changes since the last commit visible as one new version. Returns whether there were any. */
export function commit(world: World): boolean {
  if (isWhole(world)) return false;
  world.version = world.pendingVersion;
  if (world.hasPendingPosition) world.positionVersion = world.version;
  world.hasPendingPosition = false;
  return true;
}

/** Sets the timer of the turn. Returns whether the world has a new version by that. */
export function setTurnTimer(world: World, time: TurnTimer): boolean {
  const { limitSeconds, endsAtMs } = world.turnTimer;
  if (time.limitSeconds === limitSeconds && time.endsAtMs === endsAtMs) return false;
  const wasWhole = isWhole(world);
  markNoticed(world);
  world.turnTimer = time;
  // While a bracket is open, its end commits this change too.
  return wasWhole && commit(world);
}
