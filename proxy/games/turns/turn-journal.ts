import { turnOf } from '../../world/world.js';
import type { Journal } from '../journal/journal.js';
import type { Seat } from '../seats/seat.js';
import type { SeatEvent } from '../seats/seat-events.js';

/** Writes begins and ends of turns, and operator commands, into the game journal. */
export class TurnJournal {
  readonly #journal: Journal;
  #ended = 0;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  record(seat: Seat, event: SeatEvent): void {
    switch (event.kind) {
      case 'turn_start':
        this.#journal.append(event.turn, { kind: 'begin', version: seat.world.version });
        return;
      case 'turn_end':
        // Each seat reports it; it is written once.
        if (event.turn <= this.#ended) return;
        this.#ended = event.turn;
        this.#journal.append(event.turn, { kind: 'end' });
        return;
      default:
        return;
    }
  }

  /** An operator's command changes the game as actions do; the lobby has no turn to replay. */
  recordCommand(witness: Seat | undefined, line: string): void {
    if (witness?.world.turn.phase !== 'movement') return;
    this.#journal.append(turnOf(witness.world), { kind: 'console', line });
  }
}
