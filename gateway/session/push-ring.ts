/** A push as it is sent. `seq` is its number in the session, from 1. */
export interface NumberedPush {
  readonly seq: number;
  readonly type: string;
  readonly text: string;
}

/** The pushes after some seq. */
export interface MissedPushes {
  readonly pushes: readonly NumberedPush[];
  /** Some of them are no longer held: the agent must ask for a full state. */
  readonly gap: boolean;
}

/** An agent that claims to have more of them is wrong. */
const MAX_UNRECORDED_PUSHES = 1_000_000;

/** The last pushes of one session, for a socket that resumes. Bounded by number and characters; the oldest go first. */
export class PushRing {
  readonly #capacity: number;
  readonly #maxChars: number;
  #held: NumberedPush[] = [];
  #chars = 0;
  #last = 0;

  constructor(capacity: number, maxChars: number) {
    this.#capacity = capacity;
    this.#maxChars = maxChars;
  }

  get lastSeq(): number {
    return this.#last;
  }

  get held(): readonly NumberedPush[] {
    return this.#held;
  }

  restore(held: readonly NumberedPush[], lastSeq: number): void {
    this.#held = [...held];
    this.#chars = held.reduce((sum, push) => sum + push.text.length, 0);
    this.#last = lastSeq;
    this.#shrink();
  }

  /** Numbers the next push from behind `seq`; false, and nothing done, where that is not ahead, or too far. */
  continueAfter(seq: number): boolean {
    if (seq <= this.#last || seq - this.#last > MAX_UNRECORDED_PUSHES) return false;
    this.restore([], seq);
    return true;
  }

  add(type: string, write: (seq: number) => string): NumberedPush {
    this.#last++;
    const numbered = { seq: this.#last, type, text: write(this.#last) };
    this.#held.push(numbered);
    this.#chars += numbered.text.length;
    this.#shrink();
    return numbered;
  }

  /** The pushes after `seq`, in order. A seq that was never used counts as a gap. */
  after(seq: number): MissedPushes {
    const first = this.#held[0]?.seq ?? this.#last + 1;
    const pushes = this.#held.filter((numbered) => numbered.seq > seq);
    return { pushes, gap: seq > this.#last || seq < first - 1 };
  }

  #shrink(): void {
    let out = 0;
    while (this.#held.length - out > this.#capacity || this.#chars > this.#maxChars) {
      this.#chars -= this.#held[out]?.text.length ?? 0;
      out++;
    }
    this.#held.splice(0, out);
  }
}
