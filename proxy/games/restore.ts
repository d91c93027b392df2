import { failure } from '#shared/failure.js';
import type { Logger } from '#shared/log.js';
import { fail, ok, type Result } from '#shared/result.js';
import type { Protocol } from '../freeciv/protocol.js';
import type { World } from '../world/world.js';
import { type GameFolder, type SavedTurn, savedTurns } from './game-folder.js';
import type { GameRecord, SeatRecord } from './game-record.js';
import { processCommands, settingCommands } from './game-settings.js';
import type { Journal } from './journal.js';
import { Life } from './life.js';
import { chooseNation } from './nation.js';
import { type NotRestored, replay } from './replay.js';
import { SeatLine } from './seat-line.js';
import type { ServerProcess } from './server-process.js';
import { takeAiSeat } from './take-ai-seat.js';

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
}

/** A game with a server again, and a connection for each of its seats. */
export interface Restored {
  readonly life: Life;
  readonly lines: ReadonlyMap<string, SeatLine>;
  readonly notRestored: readonly NotRestored[];
}

/** Joining and starting take well under a second; this only ends what hangs. */
const JOIN_TIMEOUT_MS = 30_000;
/** A damaged save is rare and two in a row are rarer. */
const SAVES_TRIED = 4;

/** Makes the game what it was, from its newest readable save and its journal; a new game when it never had a save. */
export async function restoreGame(parts: RestoreParts): Promise<Result<Restored>> {
  const { record, folder, journal, logger } = parts;
  const saves = record.phase === 'lobby' ? [] : await savedTurns(folder.saves);
  for (const save of saves.slice(0, SAVES_TRIED)) {
    const server = await parts.launch(save.file);
    if (server.ok) return fromSave(parts, server.value, save);
    if (server.failure.details?.save !== 'unreadable') return server;
    logger.error(
      { save: save.file, failure: server.failure },
      'a save cannot be read; trying the one before',
    );
  }
  const isKnownFromItsBeginning = saves.length === 0 || (await journal.turns())[0] === 1;
  if (!isKnownFromItsBeginning)
    return fail(failure('E123', 'None of the last saves of the game can be read'));
  const server = await parts.launch(undefined);
  return server.ok ? fromScratch(parts, server.value) : server;
}

async function fromScratch(parts: RestoreParts, server: ServerProcess): Promise<Result<Restored>> {
  const { record } = parts;
  const commands = [...processCommands(clockOf(record)), ...settingCommands(record.config)];
  return inLife(server, commands, async (life) => {
    const lines = await joinAll(parts, life, 'before_game', record.seats);
    if (!lines.ok) return lines;
    for (const seat of record.seats) {
      const line = lines.value.get(seat.agentId);
      if (line === undefined) continue;
      const { agentId, username, nation, leaderName } = seat;
      const request: SeatLine['request'] = (name, fields) => line.request(name, fields);
      const chosen = await chooseNation(
        { agentId, username, world: line.world, request },
        { nation, leaderName },
      );
      if (!chosen.ok) return chosen;
    }
    return record.phase === 'lobby'
      ? ok({ life, lines: lines.value, notRestored: [] })
      : playOn(parts, life, lines.value, 1);
  });
}

async function fromSave(
  parts: RestoreParts,
  server: ServerProcess,
  save: SavedTurn,
): Promise<Result<Restored>> {
  const { record, journal } = parts;
  return inLife(server, processCommands(clockOf(record)), async (life) => {
    const later = new Set<string>();
    for (const turn of await journal.turns()) {
      if (turn < save.turn) continue;
      for (const entry of await journal.read(turn)) if (entry.kind === 'take') later.add(entry.agentId);
    }
    const seats = record.seats.filter(({ agentId }) => !later.has(agentId));
    const lines = await joinAll(parts, life, 'attaching', seats);
    return lines.ok ? playOn(parts, life, lines.value, save.turn) : lines;
  });
}

/** A paused game has no clock. */
function clockOf({ isPaused, turnTimeLimit }: GameRecord): number {
  return isPaused ? 0 : turnTimeLimit;
}

/** Runs the commands, then `work`; when either fails, the server process is ended. */
async function inLife(
  server: ServerProcess,
  commands: readonly string[],
  work: (life: Life) => Promise<Result<Restored>>,
): Promise<Result<Restored>> {
  const life = new Life(server);
  const run = async (): Promise<Result<Restored>> => {
    for (const command of commands) {
      const printed = await server.run(command, life.signal);
      if (!printed.ok) return printed;
    }
    return work(life);
  };
  const result = await run().catch((cause: Error) =>
    fail(failure('E123', 'The game server was lost again', { details: { reason: cause.message } })),
  );
  if (!result.ok) await life[Symbol.asyncDispose]();
  return result;
}

async function joinAll(
  parts: RestoreParts,
  life: Life,
  phase: 'before_game' | 'attaching',
  seats: readonly SeatRecord[],
): Promise<Result<Map<string, SeatLine>>> {
  const inTime = AbortSignal.any([life.signal, AbortSignal.timeout(JOIN_TIMEOUT_MS)]);
  const lines = new Map<string, SeatLine>();
  for (const { agentId, username, player } of seats) {
    const line = await openLine(parts, life, { agentId, username }, phase);
    if (!line.ok) return line;
    lines.set(agentId, line.value);
    const seated = await line.value.until((world) => world.seat.player === player, inTime);
    if (!seated) return fail(failure('E123', `The game server did not give ${agentId} its player again`));
  }
  return ok(lines);
}

function openLine(
  { protocol, worldFor }: RestoreParts,
  { server, signal }: Life,
  { agentId, username }: Pick<SeatRecord, 'agentId' | 'username'>,
  phase: 'before_game' | 'attaching',
): Promise<Result<SeatLine>> {
  return SeatLine.open({ protocol, port: server.port, username, world: worldFor(agentId, phase), signal });
}

async function playOn(
  parts: RestoreParts,
  life: Life,
  lines: Map<string, SeatLine>,
  turn: number,
): Promise<Result<Restored>> {
  const { protocol, journal, record } = parts;
  const { server, signal } = life;
  const started = server.console('start');
  if (!started.ok) return started;
  const takeAi = async (agentId: string, player: string): Promise<Result<SeatLine>> => {
    const seat = record.seats.find((known) => known.agentId === agentId);
    if (seat === undefined) return fail(failure('E123', `The seat of ${agentId} is not known`));
    const line = await openLine(parts, life, seat, 'attaching');
    if (!line.ok) return line;
    const taken = await takeAiSeat({ server, line: line.value, username: seat.username, player, signal });
    return taken.ok ? line : taken;
  };
  const replayed = await replay({ protocol, journal, server, lines, takeAi, signal }, turn);
  return replayed.ok ? ok({ life, lines, notRestored: replayed.value }) : replayed;
}
