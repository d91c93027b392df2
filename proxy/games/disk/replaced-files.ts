import { close } from 'node:fs';

/** To wake a thread for each costs more than to replace the file. */
const WAIT_MS = 2000;
const MAX_HELD = 64;

/**
 * Closes files that others have replaced, on threads of their own: to give up the last hold of a file that is being written to
 * the disk waits for that. Many are closed at once, a moment later.
 */
export class ReplacedFiles {
  readonly #waitMs: number;
  #held: number[] = [];

  /** `waitMs`: for how long the first of them waits for others. */
  constructor(waitMs = WAIT_MS) {
    this.#waitMs = waitMs;
  }

  /** Takes over the descriptor of a file that has no name any more. */
  readonly add = (descriptor: number): void => {
    this.#held.push(descriptor);
    if (this.#held.length === 1) setTimeout(() => this.#close(), this.#waitMs).unref();
    if (this.#held.length >= MAX_HELD) this.#close();
  };

  #close(): void {
    const held = this.#held;
    this.#held = [];
    for (const descriptor of held) closeOnThread(descriptor);
  }
}

/** Closes such a file alone. */
export function closeOnThread(descriptor: number): void {
  close(descriptor, () => undefined);
}
