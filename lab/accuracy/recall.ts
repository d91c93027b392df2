import { percent } from './percent.js';

interface Row {
  candidates: number;
  sent: number;
  /** Of those sent. */
  taken: number;
  takenOffered: number;
  /** Offered, and not sent: that such work is what precision measures. */
  trusted: number;
}

/** An attempt in words, for the report. */
interface Told {
  readonly kind: string;
  readonly told: string;
}

/** What the server took of all that was tried blindly, by kind of attempt. */
export class Recall {
  /** Taken, and not offered. */
  readonly missed: Told[] = [];
  /** Offered as certain, and not taken. */
  readonly refused: Told[] = [];
  readonly #rows = new Map<string, Row>();

  add(kind: string, found: { offered: boolean; sent: boolean; taken: boolean }): void {
    const row = this.#rows.get(kind) ?? { candidates: 0, sent: 0, taken: 0, takenOffered: 0, trusted: 0 };
    row.candidates += 1;
    if (found.sent) row.sent += 1;
    else if (found.offered) row.trusted += 1;
    if (found.taken) row.taken += 1;
    if (found.taken && found.offered) row.takenOffered += 1;
    this.#rows.set(kind, row);
  }

  table() {
    return [...this.#rows].map(([kind, { candidates, sent, taken, takenOffered, trusted }]) => ({
      kind,
      candidates,
      sent,
      taken,
      'of these offered': percent(takenOffered, taken),
      'offered, not sent': trusted,
    }));
  }

  /** Of what the server takes, how much is offered; what was offered and not sent counts as taken. */
  get share(): number {
    return part(
      this.#sum((row) => row.takenOffered + row.trusted),
      this.#sum((row) => row.taken + row.trusted),
    );
  }

  /** The same of what was really sent alone. */
  get shareOfSent(): number {
    return part(
      this.#sum((row) => row.takenOffered),
      this.#sum((row) => row.taken),
    );
  }

  #sum(count: (row: Row) => number): number {
    return [...this.#rows.values()].reduce((sum, row) => sum + count(row), 0);
  }
}

function part(some: number, all: number): number {
  return all === 0 ? 1 : some / all;
}
