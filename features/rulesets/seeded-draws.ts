import { createHash } from 'node:crypto';

const DRAW_BYTES = 6;

/** Draws of chance for one thing: the same for the same seed and name, whatever else is drawn. */
export class SeededDraws {
  readonly #seed: number;
  readonly #name: string;
  #drawn = 0;

  /** `name` says what is drawn for, such as `unit Phalanx`. */
  constructor(seed: number, name: string) {
    this.#seed = seed;
    this.#name = name;
  }

  /** A number in [0, 1). */
  fraction(): number {
    const digest = createHash('sha256').update(`${this.#seed} ${this.#drawn} ${this.#name}`).digest();
    this.#drawn += 1;
    return digest.readUIntBE(0, DRAW_BYTES) / 2 ** (8 * DRAW_BYTES);
  }

  /** A whole number in [0, below). */
  below(below: number): number {
    return Math.floor(this.fraction() * below);
  }

  /** One of them. Undefined when there is none. */
  oneOf<T>(choices: readonly T[]): T | undefined {
    return choices[this.below(choices.length)];
  }

  /** The value times a factor between the two, rounded up or down by chance, so that small values change too; 0 stays 0. */
  scaled(value: number, low: number, high: number): number {
    if (value === 0) return 0;
    const exact = value * (low + (high - low) * this.fraction());
    return Math.max(1, Math.floor(exact + this.fraction()));
  }
}
