import { randomBytes } from 'node:crypto';
import { fail } from '#shared/result.js';
import type { Cancel, Clock } from '../clock.js';
import type { LinkFault, LinkOutcome } from './link-outcome.js';

interface Pending {
  readonly resolve: (outcome: LinkOutcome) => void;
  readonly cancelDeadline: Cancel;
}

/** The requests sent over the link and not answered yet, by a correlation id of our own. */
export class PendingAnswers {
  readonly #clock: Clock;
  readonly #pending = new Map<string, Pending>();
  /** Two gateways on one proxy never share an id. */
  readonly #prefix = randomBytes(6).toString('base64url');
  #count = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  open(deadline: number): { readonly id: string; readonly outcome: Promise<LinkOutcome> } {
    this.#count++;
    const id = `${this.#prefix}-${this.#count.toString(36)}`;
    const outcome = new Promise<LinkOutcome>((resolve) => {
      const cancelDeadline = this.#clock.after(deadline, () => this.settle(id, fail('deadline')));
      this.#pending.set(id, { resolve, cancelDeadline });
    });
    return { id, outcome };
  }

  /** False when nobody waits for it any more. */
  settle(id: string, outcome: LinkOutcome): boolean {
    const pending = this.#pending.get(id);
    if (pending === undefined) return false;
    this.#pending.delete(id);
    pending.cancelDeadline();
    pending.resolve(outcome);
    return true;
  }

  failAll(fault: LinkFault): void {
    for (const id of [...this.#pending.keys()]) this.settle(id, fail(fault));
  }
}
