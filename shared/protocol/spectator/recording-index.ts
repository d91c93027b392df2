import type { PlacedRecord } from './recording-format.js';

/** Consecutive records whose payloads form one compressed stream. */
export type RecordingSegment = readonly [first: PlacedRecord, ...updates: PlacedRecord[]];

/** The segments and turns of a recording. A lower turn means that the game was taken back: later segments are dropped. */
export class RecordingIndex {
  #segments: [PlacedRecord, ...PlacedRecord[]][] = [];
  /** By turn: index of the segment that begins it. */
  readonly #turns = new Map<number, number>();

  /** Adds the next record of the file. */
  add(record: PlacedRecord): void {
    const open = this.#segments.at(-1);
    if (record.kind === 'update') {
      open?.push(record);
      return;
    }
    if (open !== undefined && record.turn < open[0].turn) this.#rewind(record.turn);
    // What was recorded of a turn before it began, in the lobby for example, belongs to the turn before.
    if (record.kind === 'turn' || !this.#turns.has(record.turn))
      this.#turns.set(record.turn, this.#segments.length);
    this.#segments.push([record]);
  }

  get segments(): readonly RecordingSegment[] {
    return this.#segments;
  }

  get turns(): readonly number[] {
    return [...this.#turns.keys()];
  }

  /** Index of the segment that begins the turn; undefined when the turn was not recorded. */
  segmentOf(turn: number): number | undefined {
    return this.#turns.get(turn);
  }

  #rewind(turn: number): void {
    const first = [...this.#turns].find(([later]) => later >= turn)?.[1];
    if (first !== undefined) this.#segments = this.#segments.slice(0, first);
    for (const later of this.turns) if (later >= turn) this.#turns.delete(later);
  }
}
