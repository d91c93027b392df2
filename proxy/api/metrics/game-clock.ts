import type { Game } from '../../games/lifecycle/game.js';
import type { Seat } from '../../games/seats/seat.js';
import type { SeatEvent } from '../../games/seats/seat-events.js';
import type { Instruments } from './instruments.js';

interface Times {
  turnBegan?: number;
  lost?: number;
}

/** Takes the time of turns and recoveries from what seats are told; of the seats of a game only the first counts. */
export class GameClock {
  readonly #instruments: Instruments;
  readonly #times = new WeakMap<Game, Times>();

  constructor(instruments: Instruments) {
    this.#instruments = instruments;
  }

  /** `now` in milliseconds, as performance.now tells. */
  heard(game: Game, seat: Seat, { type }: SeatEvent, now: number): void {
    if (game.seats[0] !== seat) return;
    const times = this.#times.get(game) ?? {};
    this.#times.set(game, times);
    const { turnSeconds, losses, recoverySeconds, unrecovered } = this.#instruments;
    switch (type) {
      case 'turn_start':
        if (times.turnBegan !== undefined) turnSeconds.observe((now - times.turnBegan) / 1000);
        times.turnBegan = now;
        return;
      case 'game_recovering':
        losses.inc();
        times.lost = now;
        return;
      case 'game_recovered':
        if (times.lost !== undefined) recoverySeconds.observe((now - times.lost) / 1000);
        delete times.lost;
        return;
      case 'game_lost':
        unrecovered.inc();
        delete times.lost;
        return;
      default:
        return;
    }
  }
}
