import { close } from 'node:fs';

/** To wake a thread for each costs more than to replace the file. */
const WAIT_MS = 1000;
const MAX_HELD = 64;

/**
 * Closes files that others have replaced, on threads of their own: to give up the last hold of a file that is being written to
 * the disk waits for that. It closes many at once, a moment later.
 */
export class ReplacedFiles {
  #held: number[] = [];

  /** Takes over the descriptor of a file that has no name any more. */
  readonly add = (descriptor: number): void => {
    this.#held.push(descriptor);
    if (this.#held.length === 1) setTimeout(() => this.#close(), WAIT_MS).unref();
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
