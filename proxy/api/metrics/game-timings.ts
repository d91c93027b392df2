import type { Game } from '../../games/lifecycle/game.js';
import type { Seat } from '../../games/seats/seat.js';
import type { SeatEvent } from '../../games/seats/seat-events.js';
import type { Instruments } from './proxy-metrics.js';

interface StartTimes {
  turnBegan?: number;
  lost?: number;
}

/** Measures turns and recoveries from the events of seats; of each game only the first seat is used. */
export class GameTimings {
  readonly #instruments: Instruments;
  readonly #started = new WeakMap<Game, StartTimes>();

  constructor(instruments: Instruments) {
    this.#instruments = instruments;
  }

  /** Observes an event of a seat. `now` in milliseconds of performance.now. */
  observe(game: Game, seat: Seat, event: SeatEvent, now: number): void {
    // How fast a server of others is, and when it is restarted, is its owner's.
    if (game.seats[0] !== seat || game.isOnOtherServer) return;
    const started = this.#started.get(game) ?? {};
    this.#started.set(game, started);
    const { turnSeconds, losses, recoverySeconds, unrecovered } = this.#instruments;
    switch (event.kind) {
      case 'turn_start':
        if (started.turnBegan !== undefined) turnSeconds.observe((now - started.turnBegan) / 1000);
        started.turnBegan = now;
        return;
      case 'game_recovering':
        // A recovery that continues with a remedy is counted already.
        if (event.note !== undefined) return;
        losses.inc();
        started.lost = now;
        return;
      case 'game_recovered':
        if (started.lost !== undefined) recoverySeconds.observe((now - started.lost) / 1000);
        delete started.lost;
        return;
      case 'game_lost':
        unrecovered.inc();
        delete started.lost;
        return;
      default:
        return;
    }
  }
}
