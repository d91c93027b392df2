import type { Bot, BotSeat } from './bot.js';

/** Ends its turns and does nothing else. */
export class Idle implements Bot {
  readonly refused: readonly string[] = [];
  readonly #seat: BotSeat;

  constructor(seat: BotSeat) {
    this.#seat = seat;
  }

  turn(): Promise<void> {
    return Promise.resolve();
  }

  async endTurn(signal?: AbortSignal): Promise<boolean> {
    const { state } = await this.#seat.playTurn([], { format: 'digest' }, { signal });
    return state !== undefined;
  }
}
