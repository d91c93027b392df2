import { failure } from '#shared/failure.js';
import { fail, type Result } from '#shared/result.js';
import type { Journal } from '../journal/journal.js';
import type { Life } from '../life.js';
import { quotedName } from '../server/console-commands.js';
import { chooseNation, type NationWish } from './nation.js';
import type { Seat } from './seat.js';
import type { SeatLine } from './seat-line.js';
import { takeAiSeat } from './take-ai-seat.js';

/** Joining takes well under a second; this only ends what hangs. */
const JOIN_TIMEOUT_MS = 20_000;

/** In the lobby the server gives a newcomer a player of its own. */
export async function enterLobby(seat: Seat, wish: NationWish, life: Life): Promise<Result<void>> {
  const signal = AbortSignal.any([life.signal, AbortSignal.timeout(JOIN_TIMEOUT_MS)]);
  const seated = await seat.until((world) => world.seat.player !== undefined, signal);
  if (!seated) return fail(failure('E141', 'The game has no free seat'));
  return chooseNation(seat, wish);
}

export interface AiTakeover {
  readonly seat: Seat;
  readonly line: SeatLine;
  readonly life: Life;
  /** A seat that sees the players; none can be taken without one. */
  readonly witness: Seat | undefined;
  readonly journal: Journal;
}

/** In a running game every player exists already: the newcomer takes over one that an AI plays. */
export async function takeFreeAi({ seat, line, life, witness, journal }: AiTakeover): Promise<Result<void>> {
  const players = witness === undefined ? [] : [...witness.world.players.values()];
  const free = players.find(
    (player) =>
      player.isAlive &&
      player.flags.has('PLRF_AI') &&
      player.barbarianType === 'NOT_A_BARBARIAN' &&
      !player.isConnected &&
      quotedName(player.name).ok,
  );
  if (free === undefined) return fail(failure('E141', 'The game has no seat that an AI plays'));
  const { server, signal } = life;
  const taken = await takeAiSeat({ server, line, username: seat.username, player: free.name, signal });
  if (!taken.ok) return taken;
  journal.add(line.world.game?.turn ?? 0, { kind: 'take', agentId: seat.agentId, player: free.name });
  return taken;
}
