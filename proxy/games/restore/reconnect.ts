import { timeLimit } from '#shared/core/clock.js';
import { failure } from '#shared/core/failure.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { MissingPart } from '#shared/protocol/agent-answers.js';
import type { World } from '../../world/world.js';
import type { DiskReporter } from '../disk/disk-monitor.js';
import type { GameFolder } from '../disk/game-folder.js';
import type { GameRecord, SeatRecord } from '../disk/game-record.js';
import type { Journal } from '../journal/journal.js';
import type { JournalHistory } from '../journal/journal-history.js';
import { SAVE_SCHEDULE_COMMANDS } from '../saves/save-file.js';
import { moveInLobby } from '../seats/lineup.js';
import { openSeatConnection, type SeatConnection } from '../seats/seat-connection.js';
import { endAiPlay, takeAiSeat } from '../seats/seating.js';
import { PROCESS_COMMANDS } from '../server/process-settings.js';
import type { ServerProcess } from '../server/server-process.js';
import { ServerRun } from '../server/server-run.js';
import { runSetupCommands } from '../server/setting-commands.js';
import { type Replayed, replay, untilTurn } from './replay.js';
import { type TakeAi, takeRemainingSeats, withAnsweredTakes } from './taken-seats.js';

/** What a game is restored with. */
export interface RestoreContext {
  readonly record: GameRecord;
  readonly folder: GameFolder;
  readonly journal: Journal;
  readonly log: Logger;
  /** Starts a server process; with a save it continues from that. */
  launch(saveFile: string | undefined): Promise<Result<ServerProcess>>;
  /** The empty world of a seat's next connection. */
  worldFor(agentId: string, phase: 'before_game' | 'attaching'): World;
  /** What loading a save of this game is known to take. */
  readonly loading: LoadingDraws;
  /** Receives damaged files. */
  readonly disk: DiskReporter;
  /** A verification replays the game: entries missing in its journal show as a difference. */
  readonly isRepeat?: boolean;
  /** Parts found missing in the journal are added here. */
  readonly missing: MissingPart[];
}

/** What is known of loading a save of this game; corrected when a load shows another number. */
export interface LoadingDraws {
  /** Random numbers a server draws before it reads the first request. */
  draws: number;
}

/** A game with a server again, and a connection for each of its seats. */
export interface Restored extends Replayed {
  readonly serverRun: ServerRun;
  readonly connections: ReadonlyMap<string, SeatConnection>;
}

/** Joining and starting take well under a second; this only ends what hangs. */
const JOIN_TIMEOUT_MS = 30_000;

/** Where the game is when its seats come back, before anything is replayed. */
export interface RestorePoint {
  readonly turn: number;
  readonly journal: JournalHistory;
  /** The usernames that have players there; undefined where that is not known. */
  readonly usernames?: ReadonlySet<string> | undefined;
}

/**
 * The seats that have their players at that point. A save says so itself: the record of a seat that was taken during a turn change
 * may name the wrong turn. Without a save these are the seats that no agent took from an AI since the turn began.
 */
export function seatsAt(
  { record }: Pick<RestoreContext, 'record'>,
  { turn, journal, usernames }: RestorePoint,
): readonly SeatRecord[] {
  if (usernames !== undefined) return record.seats.filter(({ username }) => usernames.has(username));
  const later = agentsWithTake(journal);
  return record.seats.filter(({ agentId, since }) => !later.has(agentId) && isBefore(since, turn));
}

/** Whether a seat that is on record since the turn `since` is older than another turn; 0 is the lobby. */
function isBefore(since: number, turn: number): boolean {
  return since === 0 || since < turn;
}

/** The agents that took a seat from an AI in these turns. */
function agentsWithTake({ turns }: JournalHistory): ReadonlySet<string> {
  const entries = turns.flatMap((played) => played.entries);
  return new Set(entries.flatMap((entry) => (entry.kind === 'take' ? [entry.agentId] : [])));
}

/**
 * Runs the commands that every server process needs and those given, then `work`; when either fails, the process is ended.
 */
export async function inServerRun(
  server: ServerProcess,
  commands: readonly string[],
  work: (serverRun: ServerRun) => Promise<Result<Restored>>,
): Promise<Result<Restored>> {
  const serverRun = new ServerRun(server);
  const run = async (): Promise<Result<Restored>> => {
    const refused = await runSetupCommands(server, [
      ...PROCESS_COMMANDS,
      ...SAVE_SCHEDULE_COMMANDS,
      ...commands,
    ]);
    return refused === undefined ? work(serverRun) : fail(refused);
  };
  const result = await run().catch((cause: Error) =>
    fail(failure('E123', 'The game server was lost again', { details: { reason: cause.message } })),
  );
  if (!result.ok) await serverRun[Symbol.asyncDispose]();
  return result;
}

/** A connection for each of the seats, as the player it was. */
export async function reconnectSeats(
  parts: RestoreContext,
  serverRun: ServerRun,
  phase: 'before_game' | 'attaching',
  seats: readonly SeatRecord[],
): Promise<Result<Map<string, SeatConnection>>> {
  using limit = timeLimit(serverRun.signal, JOIN_TIMEOUT_MS);
  const { signal: inTime } = limit;
  const connections = new Map<string, SeatConnection>();
  const join = async ({ agentId, username, player }: SeatRecord): Promise<Result<void>> => {
    const connection = await openSeatLine(parts, serverRun, { agentId, username }, phase);
    if (!connection.ok) return connection;
    connections.set(agentId, connection.value);
    if (phase === 'before_game' && parts.record.config.lineup !== undefined)
      return moveInLobby({ serverRun, connection: connection.value, username, player });
    const seated = await connection.value.until((world) => world.seat.player === player, inTime);
    if (seated) return ok(undefined);
    return fail(failure('E123', `The game server did not give ${agentId} its player again`));
  };
  // A lobby numbers its players as they come; a saved game knows whose each is.
  const joined = phase === 'attaching' ? await Promise.all(seats.map(join)) : await oneByOne(seats, join);
  const failed = joined.find((result) => !result.ok);
  // In the order of the seats, which is also the order in which a replay ends turns.
  const ordered = seats.flatMap(({ agentId }) => {
    const connection = connections.get(agentId);
    return connection === undefined ? [] : [[agentId, connection] as const];
  });
  return failed ?? ok(new Map(ordered));
}

async function oneByOne<T>(
  seats: readonly T[],
  join: (seat: T) => Promise<Result<void>>,
): Promise<readonly Result<void>[]> {
  const results: Result<void>[] = [];
  for (const seat of seats) results.push(await join(seat));
  return results;
}

function openSeatLine(
  { worldFor }: RestoreContext,
  { server, signal }: ServerRun,
  { agentId, username }: Pick<SeatRecord, 'agentId' | 'username'>,
  phase: 'before_game' | 'attaching',
): Promise<Result<SeatConnection>> {
  return openSeatConnection(server, { username, world: worldFor(agentId, phase), signal });
}

/** Starts the game and does once more what was done since; `check` may stop it before that. */
export async function startAndReplay(
  parts: RestoreContext,
  serverRun: ServerRun,
  connections: Map<string, SeatConnection>,
  point: RestorePoint,
  check: () => Promise<Result<void>> = async () => ok(undefined),
): Promise<Result<Restored>> {
  const { record } = parts;
  const { server, signal } = serverRun;
  const started = server.writeCommand('start');
  if (!started.ok) return started;
  const takeAi: TakeAi = async (agentId, player) => {
    const seat = record.seats.find((known) => known.agentId === agentId);
    if (seat === undefined) return fail(failure('E123', `The seat of ${agentId} is not known`));
    const own = connections.get(agentId);
    const connection = own === undefined ? await openSeatLine(parts, serverRun, seat, 'attaching') : ok(own);
    if (!connection.ok) return connection;
    const seating = { server, connection: connection.value, username: seat.username, player, signal };
    const taken = await (own === undefined ? takeAiSeat(seating) : endAiPlay(seating));
    return taken.ok ? connection : taken;
  };
  const begun = await untilTurn({ connections, signal }, point.turn);
  const checked = begun.ok ? await check() : begun;
  if (!checked.ok) return checked;
  const later = agentsWithTake(point.journal);
  // On record before the turn began, and not in its save: the seat was taken as the turn began.
  const isMissing = ({ agentId, since }: SeatRecord) => !later.has(agentId) && isBefore(since, point.turn);
  const before = await takeRemainingSeats(parts, connections, takeAi, isMissing);
  if (!before.ok) return before;
  const answered = withAnsweredTakes(point.journal, record.seats);
  const replayed = await replay({ server, connections, takeAi, signal }, answered);
  if (!replayed.ok) return replayed;
  const taken = await takeRemainingSeats(parts, connections, takeAi);
  return taken.ok ? ok({ serverRun, connections, ...replayed.value }) : taken;
}
