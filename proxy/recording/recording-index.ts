import type { PlacedRecord } from './record.js';

/** Records whose payloads are one compressed stream. */
export type Stretch = readonly [first: PlacedRecord, ...updates: PlacedRecord[]];

/**
 * Where in a recording each turn is. A stretch of a lower turn than the one before it means that the game was taken
 * back there: what was recorded of that turn and later ones before does not count any more.
 */
export class RecordingIndex {
  #stretches: [PlacedRecord, ...PlacedRecord[]][] = [];
  /** By turn: the stretch that begins it. */
  readonly #turns = new Map<number, number>();

  add(record: PlacedRecord): void {
    const open = this.#stretches.at(-1);
    if (record.kind === 'update') {
      open?.push(record);
      return;
    }
    if (open !== undefined && record.turn < open[0].turn) this.#takeBack(record.turn);
    // What was seen of it before it began, in the lobby for example, belongs to the turn before.
    if (record.kind === 'turn' || !this.#turns.has(record.turn))
      this.#turns.set(record.turn, this.#stretches.length);
    this.#stretches.push([record]);
  }

  get stretches(): readonly Stretch[] {
    return this.#stretches;
  }

  /** In order. */
  get turns(): readonly number[] {
    return [...this.#turns.keys()];
  }

  /** The stretch that begins the turn; undefined when there is none of it. */
  beginningOf(turn: number): number | undefined {
    return this.#turns.get(turn);
  }

  #takeBack(turn: number): void {
    const first = [...this.#turns].find(([later]) => later >= turn)?.[1];
    if (first !== undefined) this.#stretches = this.#stretches.slice(0, first);
    for (const later of this.turns) if (later >= turn) this.#turns.delete(later);
  }
}
