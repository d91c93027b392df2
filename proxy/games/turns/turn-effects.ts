import type { Logger } from '#shared/core/log.js';
import type { Result } from '#shared/core/result.js';
import { ConnectionLost } from '../../freeciv/errors.js';
import { turnOf } from '../../world/world.js';
import type { PauseReason } from '../disk/game-record.js';
import { detach } from '../faults/game-bug.js';
import type { Seat } from '../seats/seat.js';
import { quotedName } from '../server/console-commands.js';
import type { TurnEffects } from './turn-manager.js';

/** The part of a game that the turn manager's decisions act on. */
export interface TurnGame {
  readonly id: string;
  readonly control: { pause(why: PauseReason): Promise<Result<void>> };
  /** Runs a command on the server's console, and keeps it in the journal with what agents do. */
  command(line: string): Promise<Result<readonly string[]>>;
  /** The same for a command that is of the moment, and is not to be repeated when the turn is played again. */
  commandOnce(line: string): Promise<Result<readonly string[]>>;
}

/** Every turn that has run out has lasted longer; long enough to take it back before the next one is over. */
const FORCED_TIMEOUT_S = 3;

/** Carries out the decisions of the turn manager in the game. */
export function turnEffects(game: TurnGame, log: Logger): TurnEffects<Seat> {
  return {
    endTurnOf: (seat, byAi) => endTurnOf(game, seat, byAi).catch((error) => logUnlessLost(log, error)),
    endTurnOfHumans: () => detach(game.id, endTurnOfHumans(game)),
    pause: (why) => detach(game.id, game.control.pause(why)),
    warn: (seat, left) => seat.emit({ kind: 'turn_warning', turn: turnOf(seat.world), left }),
  };
}

/** Takes a seat back from the AI that played it while its agent was late. */
export async function returnFromAi(game: TurnGame, seat: Seat): Promise<void> {
  if (isAi(seat)) await toggleAi(game, seat);
}

function isAi({ world }: Seat): boolean {
  return world.players.get(world.seat.player ?? -1)?.flags.has('PLRF_AI') === true;
}

async function endTurnOf(game: TurnGame, seat: Seat, byAi: boolean): Promise<void> {
  const turn = turnOf(seat.world);
  if (byAi && !isAi(seat)) await toggleAi(game, seat);
  await seat.request('player_phase_done', { turn });
}

async function toggleAi(game: TurnGame, { world }: Seat): Promise<void> {
  const name = quotedName(world.players.get(world.seat.player ?? -1)?.name ?? '');
  if (name.ok) await game.command(`aitoggle ${name.value}`);
}

/** Ends the turn of humans by a time limit on the server; `clearServerTimeout` removes it in the next turn. */
async function endTurnOfHumans(game: TurnGame): Promise<void> {
  await game.commandOnce(`set timeout ${FORCED_TIMEOUT_S}`);
}

/** Takes the server's time limit away that ended a turn for humans. */
export async function clearServerTimeout(game: TurnGame): Promise<void> {
  await game.commandOnce('set timeout 0');
}

function logUnlessLost(log: Logger, error: unknown): void {
  // The turn continues when the game is restored.
  if (!(error instanceof ConnectionLost))
    log.error({ err: error }, 'the turn of a late seat could not be ended');
}
