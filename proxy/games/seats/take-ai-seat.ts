import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { quotedName } from '../server/console-commands.js';
import type { ServerProcess } from '../server/server-process.js';
import type { SeatLine } from './seat-line.js';

/** Taking a seat takes well under a second; this only ends what hangs. */
const TAKE_TIMEOUT_MS = 30_000;

export interface TakeAiSeat {
  readonly server: ServerProcess;
  readonly line: SeatLine;
  readonly username: string;
  /** Name of the player that an AI plays. */
  readonly player: string;
  readonly signal: AbortSignal;
}

/** Gives the connection the seat of an AI player in a running game; the AI stops playing it. */
export async function takeAiSeat({
  server,
  line,
  username,
  player,
  signal,
}: TakeAiSeat): Promise<Result<void>> {
  const name = quotedName(player);
  if (!name.ok) return name;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(TAKE_TIMEOUT_MS)]);
  const took = await server.run(`take "${username}" ${name.value}`, inTime);
  if (!took.ok) return took;
  const seated = await line.until((world) => world.turn.phase === 'movement', inTime);
  if (!seated) return fail(failure('E141', `The game server did not give up the seat of ${player}`));
  const toggled = await server.run(`aitoggle ${name.value}`, inTime);
  return toggled.ok ? ok(undefined) : toggled;
}
