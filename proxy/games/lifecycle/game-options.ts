import type { Clock } from '#shared/core/clock.js';
import type { Failure } from '#shared/core/failure.js';
import type { Logger } from '#shared/core/log.js';
import type { Result } from '#shared/core/result.js';
import type { GameConfig } from '#shared/protocol/game-config.js';
import type { LinkCreator } from '#shared/protocol/link.js';
import type { ConnectionOptions } from '../../freeciv/connection.js';
import type { SiteChooser } from '../../plans/settle.js';
import type { DiskMonitor, DiskReporter } from '../disk/disk-monitor.js';
import type { GameFolder } from '../disk/game-folder.js';
import type { GameRecord } from '../disk/game-record.js';
import type { RecordStore } from '../disk/record-file.js';
import type { WriteGuard } from '../disk/write-guard.js';
import type { Ledger } from '../score/ledger.js';
import type { SaveReader } from '../score/saved-turn.js';
import type { PacketQueue } from '../seats/packet-queue.js';
import type { Presences } from '../seats/presence.js';
import type { Seat } from '../seats/seat.js';
import type { SeatConnection } from '../seats/seat-connection.js';
import type { ForeignServers } from '../server/foreign-servers.js';
import type { ServerHost } from '../server/isolation.js';
import type { FoundServer } from '../server/server-binary.js';
import type { PreparedRuleset, ServerProcess } from '../server/server-process.js';
import type { ServerRun } from '../server/server-run.js';
import type { GameLeases } from './game-leases.js';
import type { Scenarios } from './game-scenario.js';
import type { GameStateKind } from './game-state.js';
import type { GameStore } from './game-store.js';
import type { GameUsage } from './game-usage.js';
import type { HeapRoom } from './heap-room.js';

/** A game that has ended, as its archive is made of it. */
export interface EndedGame {
  readonly folder: GameFolder;
  readonly record: GameRecord;
  readonly ledger: Ledger;
  readonly disk: WriteGuard;
}

/** Makes the folders of ended games complete, to be kept. */
export interface GameArchives {
  /** Completes the ledger and writes the manifest, once. `now` in epoch milliseconds. Rejects when a file cannot be written. */
  write(ended: EndedGame, now: number): Promise<void>;
  /** Sets a damaged manifest of an ended game aside, so that `write` makes a new one. */
  check(folder: GameFolder, disk: DiskReporter): Promise<void>;
}

/** Notes what the seats of a game are told of what happens between players. */
export interface DiplomacyRecorder {
  /** A server has loaded the save of that turn; undefined when it created the game. */
  recordRun(from: number | undefined): void;
  /** Notes from now on what that connection of a seat is told. */
  watch(connection: SeatConnection): void;
}

/**
 * Makes the ruleset that is a game's own; undefined where it has an ordinary one. E142 when it cannot be made, E123 when
 * another proxy may own the game.
 */
export type PrepareRuleset = (
  record: GameRecord,
  options: { readonly folder: GameFolder; readonly server: FoundServer; readonly guard: WriteGuard },
) => Promise<Result<PreparedRuleset | undefined>>;

/** The parts of a game for people who play its seats in place of agents. */
export interface GameParts {
  readonly game: {
    readonly usage: GameUsage;
    readonly presences: Presences;
    /** Why nothing can be done in the game now; undefined when it can. */
    readonly unplayableReason: Failure | undefined;
  };
  readonly recordStore: RecordStore;
  readonly queue: PacketQueue;
  readonly lifecycle: {
    readonly state: { readonly kind: GameStateKind };
    readonly serverRun: ServerRun | undefined;
    attachSeat(seat: Seat, connection: SeatConnection, serverRun: ServerRun): void;
  };
  /** The agent's seat, taken over a connection with that `onWire` where it has none yet. */
  allocate(agentId: string, onWire: ConnectionOptions['onWire']): Promise<Result<Seat>>;
  /** To be called when somebody has come to a seat or has left it. */
  onPresence(agentId: string): void;
}

/** What a game needs. */
export interface GameOptions {
  readonly record: GameRecord;
  readonly folder: GameFolder;
  readonly log: Logger;
  /** Receives whether the files of the game can be written. */
  readonly disk: DiskReporter;
  /** Whether this proxy owns the game now: otherwise its news are not published, and it goes back to the disk. */
  readonly mayAct: () => boolean;
  readonly clock: Clock;
  /** Seconds a turn waits for an agent that is away, where the game's own configuration does not say. */
  readonly absentWait: number;
  /** The first state version of seats: above all that agents have seen. */
  readonly version: number;
  /** The room for seats beyond those that the game waits for; without it there always is. */
  readonly memory?: HeapRoom | undefined;
  /** Copies saves and reads the scores of their turns; on this thread without it. */
  readonly saves?: SaveReader | undefined;
  readonly archives: GameArchives;
  readonly scenarios: Pick<Scenarios, 'open'>;
  readonly onMade?: ((parts: GameParts) => void) | undefined;
  /** Chooses sites for cities; none without it. */
  readonly chooseSite?: SiteChooser | undefined;
  readonly diplomacy?: DiplomacyRecorder | undefined;
  readonly launch: (saveFile: string | undefined) => Promise<Result<ServerProcess>>;
}

/** What the games of a proxy need. */
export interface GamesOptions {
  readonly dataDir: string;
  /** Path of freeciv-server (FREECIV_SERVER); searched for without it. */
  readonly serverPath: string | undefined;
  /** The game servers of others that games may be played on; none without it. */
  readonly foreignServers?: ForeignServers | undefined;
  /** Shared by all game servers of the proxy. */
  readonly host: ServerHost;
  readonly maxGames: () => number;
  /** The room in memory; without it only MAX_GAMES counts. */
  readonly memory?: HeapRoom | undefined;
  readonly turnTimeLimit: number;
  /** Seconds a turn waits for an agent that is away. */
  readonly absentWait: number;
  /** Seconds without use after which a game is unloaded and stays on disk only. */
  readonly idleAfter: number;
  readonly log: Logger;
  readonly clock: Clock;
  readonly scenarios: Scenarios;
  /** Receives write failures and damaged files. */
  readonly disk: DiskMonitor;
  readonly leases: GameLeases;
  readonly archives: GameArchives;
  readonly prepareRuleset: PrepareRuleset;
  /** Opens the notes in the folder of a game; without it there are none. */
  readonly diplomacy?: ((folder: GameFolder, disk: DiskReporter) => DiplomacyRecorder) | undefined;
  /** The bucket that the games are in; undefined where DATA_DIR has all there is (STORAGE_URL). */
  readonly storage?: GameStore | undefined;
  /** Copies saves and reads the scores of their turns; on this thread without it. */
  readonly saves?: SaveReader | undefined;
  /** Called with the parts of each game that comes into memory. */
  readonly onMade?: ((parts: GameParts) => void) | undefined;
  /** Chooses sites for cities; none without it. */
  readonly chooseSite?: SiteChooser | undefined;
  /** Called when a game is deleted, goes to another proxy or is on the disk only, so that others forget what they hold of it. */
  onGone?(gameId: string): Promise<void>;
}

/** A request to open a game. */
export interface OpenGameRequest {
  readonly gameId: string;
  readonly config: GameConfig;
  /** false: only join. */
  readonly create: boolean;
  /** An agent asks for a seat: a game made for it is of no use without one. */
  readonly isLogin?: boolean;
  /** The token that asks; it counts for a new game. */
  readonly creator?: LinkCreator | undefined;
}
