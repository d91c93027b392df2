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
import { SAVE_SCHEDULE_COMMANDS } from '../saves/save-schedule.js';
import { moveInLobby } from '../seats/lineup.js';
import { openSeatConnection, type SeatConnection } from '../seats/seat-connection.js';
import { takeAiSeat } from '../seats/seating.js';
import { PROCESS_COMMANDS } from '../server/process-settings.js';
import type { ServerProcess } from '../server/server-process.js';
import { ServerRun } from '../server/server-run.js';
import { runSetupCommands } from '../server/setting-commands.js';
import { type Replayed, replay, untilTurn } from './replay.js';
import { takeRemainingSeats, withAnsweredTakes } from './taken-seats.js';

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

/** The seats of who did not take them from an AI since that turn began; those come with the journal. */
export function seatsBefore(
  { record }: RestoreContext,
  turn: number,
  past: JournalHistory,
): readonly SeatRecord[] {
  const entries = past.turns.flatMap((played) => played.entries);
  const later = new Set(entries.flatMap((entry) => (entry.kind === 'take' ? [entry.agentId] : [])));
  return record.seats.filter(({ agentId, since }) => !later.has(agentId) && (since === 0 || since < turn));
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
  past: { readonly turn: number; readonly journal: JournalHistory },
  check: () => Promise<Result<void>> = async () => ok(undefined),
): Promise<Result<Restored>> {
  const { record } = parts;
  const { turn } = past;
  const { server, signal } = serverRun;
  const started = server.writeCommand('start');
  if (!started.ok) return started;
  const takeAi = async (agentId: string, player: string): Promise<Result<SeatConnection>> => {
    const seat = record.seats.find((known) => known.agentId === agentId);
    if (seat === undefined) return fail(failure('E123', `The seat of ${agentId} is not known`));
    const connection = await openSeatLine(parts, serverRun, seat, 'attaching');
    if (!connection.ok) return connection;
    const taken = await takeAiSeat({
      server,
      connection: connection.value,
      username: seat.username,
      player,
      signal,
    });
    return taken.ok ? connection : taken;
  };
  const begun = await untilTurn({ connections, signal }, turn);
  const checked = begun.ok ? await check() : begun;
  if (!checked.ok) return checked;
  const answered = withAnsweredTakes(past.journal, record.seats);
  const replayed = await replay({ server, connections, takeAi, signal }, answered);
  if (!replayed.ok) return replayed;
  const taken = await takeRemainingSeats(parts, connections, takeAi);
  return taken.ok ? ok({ serverRun, connections, ...replayed.value }) : taken;
}
