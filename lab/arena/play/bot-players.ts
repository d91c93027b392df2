import { type AgentSeat, GameOver } from '../../../agent/client.js';
import type { Bot } from '../../bots/bot.js';

/** A bot and its seat. */
export interface SeatedBot {
  readonly contestant: string;
  readonly seat: AgentSeat;
  readonly bot: Bot;
}

/** A bot that failed. */
export class BotFailed extends Error {
  constructor(contestant: string, cause: unknown) {
    super(`${contestant}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/**
 * Lets bots play a game to its end. In each turn they act one after the other, in the order of their players: the game server
 * draws its random numbers in the order in which it is asked, so only then does the same game repeat. Rejects with BotFailed,
 * and with the reason of the signal.
 */
export async function playBots(bots: readonly SeatedBot[], signal: AbortSignal): Promise<void> {
  let playing = await Promise.all(bots.map(async (one) => ({ ...one, isIn: await hasTurn(one, signal) })));
  while (playing.some(({ isIn }) => isIn)) {
    playing = playing.filter(({ isIn }) => isIn);
    for (const one of playing) await guarded(one, signal, () => one.bot.turn());
    playing = await Promise.all(
      playing.map(async (one) => {
        const isIn = await guarded(one, signal, () => one.bot.endTurn(signal));
        return { ...one, isIn: isIn === true };
      }),
    );
  }
}

/** Whether a turn begins for it; false when the game is over before. */
async function hasTurn(one: SeatedBot, signal: AbortSignal): Promise<boolean> {
  const first = await guarded(one, signal, () => one.seat.turns({ signal }).next());
  return first !== undefined && first.done !== true;
}

/** Undefined when the game is over; an error of the bot as its own. */
async function guarded<T>(
  { contestant }: SeatedBot,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    const done = await work();
    signal.throwIfAborted();
    return done;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof GameOver) return undefined;
    throw new BotFailed(contestant, error);
  }
}
