/** A push as it goes out, with its place in the session: the first has seq 1, each the one before plus one. */
export interface NumberedPush {
  readonly seq: number;
  readonly type: string;
  readonly text: string;
}

export interface MissedPushes {
  readonly pushes: readonly NumberedPush[];
  /** Some of what was missed is no longer held: the agent must ask for a full state. */
  readonly gap: boolean;
}

/** The last pushes of one session, for those who come back. Bounded by their number and by their characters. */
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

  /** What is held, in order. */
  get held(): readonly NumberedPush[] {
    return this.#held;
  }

  /** Goes on where another ring ended. */
  restore(held: readonly NumberedPush[], lastSeq: number): void {
    this.#held = [...held];
    this.#chars = held.reduce((sum, push) => sum + push.text.length, 0);
    this.#last = lastSeq;
    this.#shrink();
  }

  add(type: string, write: (seq: number) => string): NumberedPush {
    this.#last++;
    const numbered = { seq: this.#last, type, text: write(this.#last) };
    this.#held.push(numbered);
    this.#chars += numbered.text.length;
    this.#shrink();
    return numbered;
  }

  /** What came after `seq`, in order. A seq never given out (after a restart, say) counts as a gap. */
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
    if (out > 0) this.#held.splice(0, out);
  }
}
