import { failure } from '#shared/core/failure.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { MissingPart } from '#shared/protocol/agent-answers.js';
import type { Protocol } from '../../freeciv/protocol.js';
import type { World } from '../../world/world.js';
import type { DiskNotes } from '../disk/disk-alarm.js';
import type { GameFolder } from '../disk/game-folder.js';
import type { GameRecord, SeatRecord } from '../disk/game-record.js';
import type { Journal } from '../journal/journal.js';
import type { JournalPast } from '../journal/journal-past.js';
import { openLine, type SeatLine } from '../seats/seat-connection.js';
import { takeAiSeat } from '../seats/seating.js';
import { setUp } from '../server/game-settings.js';
import type { ServerProcess } from '../server/server-process.js';
import { Life } from '../server/server-run.js';
import { type NotRestored, replay, untilTurn } from './replay.js';

export interface RestoreParts {
  readonly record: GameRecord;
  readonly folder: GameFolder;
  readonly journal: Journal;
  readonly protocol: Protocol;
  readonly logger: Logger;
  /** Starts a server process; with a save it goes on from that. */
  launch(saveFile: string | undefined): Promise<Result<ServerProcess>>;
  /** The empty world of a seat's next connection. */
  worldFor(agentId: string, phase: 'before_game' | 'attaching'): World;
  /** What loading a save of this game is known to take. */
  readonly habit: LoadingHabit;
  /** Hears of damaged files. */
  readonly disk: DiskNotes;
  /** Plays a game again to compare it: what is missing in its journal shows as a difference. */
  readonly isRepeat?: boolean;
  /** Grows by what is found missing in the journal. */
  readonly missing: MissingPart[];
}

export interface LoadingHabit {
  /** Random numbers a server draws before it reads the first request. */
  draws: number;
}

/** A game with a server again, and a connection for each of its seats. */
export interface Restored {
  readonly life: Life;
  readonly lines: ReadonlyMap<string, SeatLine>;
  readonly notRestored: readonly NotRestored[];
}

/** Joining and starting take well under a second; this only ends what hangs. */
const JOIN_TIMEOUT_MS = 30_000;

/** The seats of who did not take them from an AI since that turn began; those come with the journal. */
export function seatsBefore(
  { record }: RestoreParts,
  turn: number,
  past: JournalPast,
): readonly SeatRecord[] {
  const entries = past.turns.flatMap((played) => played.entries);
  const later = new Set(entries.flatMap((entry) => (entry.kind === 'take' ? [entry.agentId] : [])));
  return record.seats.filter(({ agentId, since }) => !later.has(agentId) && (since === 0 || since < turn));
}

/** Runs the commands, then `work`; when either fails, the server process is ended. */
export async function inLife(
  server: ServerProcess,
  commands: readonly string[],
  work: (life: Life) => Promise<Result<Restored>>,
): Promise<Result<Restored>> {
  const life = new Life(server);
  const run = async (): Promise<Result<Restored>> => {
    const refused = await setUp(server, commands);
    return refused === undefined ? work(life) : fail(refused);
  };
  const result = await run().catch((cause: Error) =>
    fail(failure('E123', 'The game server was lost again', { details: { reason: cause.message } })),
  );
  if (!result.ok) await life[Symbol.asyncDispose]();
  return result;
}

/** A connection for each of the seats, as the player it was. */
export async function joinAll(
  parts: RestoreParts,
  life: Life,
  phase: 'before_game' | 'attaching',
  seats: readonly SeatRecord[],
): Promise<Result<Map<string, SeatLine>>> {
  const inTime = AbortSignal.any([life.signal, AbortSignal.timeout(JOIN_TIMEOUT_MS)]);
  const lines = new Map<string, SeatLine>();
  const join = async ({ agentId, username, player }: SeatRecord): Promise<Result<void>> => {
    const line = await openSeatLine(parts, life, { agentId, username }, phase);
    if (!line.ok) return line;
    lines.set(agentId, line.value);
    const seated = await line.value.until((world) => world.seat.player === player, inTime);
    if (seated) return ok(undefined);
    return fail(failure('E123', `The game server did not give ${agentId} its player again`));
  };
  // A lobby numbers its players as they come; a saved game knows whose each is.
  const joined = phase === 'attaching' ? await Promise.all(seats.map(join)) : await oneByOne(seats, join);
  const failed = joined.find((result) => !result.ok);
  // In the order of the seats, whoever was first: a replay ends turns in that order.
  const ordered = seats.flatMap(({ agentId }) => {
    const line = lines.get(agentId);
    return line === undefined ? [] : [[agentId, line] as const];
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
  { protocol, worldFor }: RestoreParts,
  { server, signal }: Life,
  { agentId, username }: Pick<SeatRecord, 'agentId' | 'username'>,
  phase: 'before_game' | 'attaching',
): Promise<Result<SeatLine>> {
  return openLine(server, { protocol, username, world: worldFor(agentId, phase), signal });
}

/** Starts the game and does once more what was done since; `check` may stop it before that. */
export async function playOn(
  parts: RestoreParts,
  life: Life,
  lines: Map<string, SeatLine>,
  past: { readonly turn: number; readonly journal: JournalPast },
  check: () => Promise<Result<void>> = async () => ok(undefined),
): Promise<Result<Restored>> {
  const { protocol, record } = parts;
  const { turn } = past;
  const { server, signal } = life;
  const started = server.console('start');
  if (!started.ok) return started;
  const takeAi = async (agentId: string, player: string): Promise<Result<SeatLine>> => {
    const seat = record.seats.find((known) => known.agentId === agentId);
    if (seat === undefined) return fail(failure('E123', `The seat of ${agentId} is not known`));
    const line = await openSeatLine(parts, life, seat, 'attaching');
    if (!line.ok) return line;
    const taken = await takeAiSeat({ server, line: line.value, username: seat.username, player, signal });
    return taken.ok ? line : taken;
  };
  const begun = await untilTurn({ lines, signal }, turn);
  const checked = begun.ok ? await check() : begun;
  if (!checked.ok) return checked;
  const replayed = await replay({ protocol, server, lines, takeAi, signal }, past.journal);
  if (!replayed.ok) return replayed;
  const taken = await takeTheRest(parts, lines, takeAi);
  return taken.ok ? ok({ life, lines, notRestored: replayed.value }) : taken;
}

/** Gives agents the seats they took from AIs where the journal has lost that they did. */
async function takeTheRest(
  { record }: RestoreParts,
  lines: Map<string, SeatLine>,
  takeAi: (agentId: string, player: string) => Promise<Result<SeatLine>>,
): Promise<Result<void>> {
  for (const { agentId, player } of record.seats.filter((seat) => !lines.has(seat.agentId))) {
    const name = record.shown?.players.find(({ player_id }) => player_id === player)?.name;
    if (name === undefined) continue;
    const line = await takeAi(agentId, name);
    if (!line.ok) return line;
    lines.set(agentId, line.value);
  }
  return ok(undefined);
}
