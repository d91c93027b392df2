import { randomBytes } from 'node:crypto';
import type { Cancel, Clock } from '#shared/core/clock.js';
import { fail } from '#shared/core/result.js';
import type { LinkFault, LinkOutcome } from './link-messages.js';

interface Pending {
  readonly id: string;
  readonly resolve: (outcome: LinkOutcome) => void;
  readonly cancelDeadline: Cancel;
}

/**
 * The requests in flight on the link, each under a correlation id of the gateway's own. They are held in slots that are
 * reused: a Map that is added to and deleted from all the time leaves old copies of its table, and each copy keeps the
 * next and all it held in memory until the next major garbage collection.
 */
export class PendingLinkRequests {
  readonly #clock: Clock;
  readonly #slots: (Pending | undefined)[] = [];
  readonly #free: number[] = [];
  /** Two gateways on one proxy never share an id. */
  readonly #prefix = `${randomBytes(6).toString('base64url')}.`;
  #count = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds a request that fails with `deadline` after so many milliseconds. */
  open(deadline: number): { readonly id: string; readonly outcome: Promise<LinkOutcome> } {
    this.#count++;
    const slot = this.#free.pop() ?? this.#slots.length;
    const id = `${this.#prefix}${slot.toString(36)}.${this.#count.toString(36)}`;
    const outcome = new Promise<LinkOutcome>((resolve) => {
      const cancelDeadline = this.#clock.after(deadline, () => this.settle(id, fail('deadline')));
      this.#slots[slot] = { id, resolve, cancelDeadline };
    });
    return { id, outcome };
  }

  /** Ends a request with its outcome; false when it has ended already. */
  settle(id: string, outcome: LinkOutcome): boolean {
    const slot = Number.parseInt(id.slice(this.#prefix.length), 36);
    const pending = this.#slots[slot];
    // Another request may have the slot by now.
    if (pending?.id !== id) return false;
    this.#slots[slot] = undefined;
    this.#free.push(slot);
    pending.cancelDeadline();
    pending.resolve(outcome);
    return true;
  }

  /** Ends all requests. */
  failAll(fault: LinkFault): void {
    for (const pending of [...this.#slots]) if (pending !== undefined) this.settle(pending.id, fail(fault));
  }
}
