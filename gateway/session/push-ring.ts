import type { LinkPush } from '#shared/messages/link.js';

/** A push with its place in the session: the first has seq 1, each the one before plus one. */
export interface NumberedPush {
  readonly seq: number;
  readonly push: LinkPush;
}

export interface MissedPushes {
  readonly pushes: readonly NumberedPush[];
  /** Some of what was missed is no longer held: the agent must ask for a full state. */
  readonly gap: boolean;
}

/** The last pushes of one session, for those who come back. Holds at most `capacity`. */
export class PushRing {
  readonly #capacity: number;
  #held: NumberedPush[] = [];
  #last = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get lastSeq(): number {
    return this.#last;
  }

  add(push: LinkPush): NumberedPush {
    this.#last++;
    const numbered = { seq: this.#last, push };
    this.#held.push(numbered);
    // Cut in halves, so that a full ring does not move all its entries for each push.
    if (this.#held.length >= this.#capacity * 2) this.#held = this.#held.slice(-this.#capacity);
    return numbered;
  }

  /** What came after `seq`, in order. A seq never given out (after a restart, say) counts as a gap. */
  after(seq: number): MissedPushes {
    const held = this.#held.slice(-this.#capacity);
    const first = held[0]?.seq ?? this.#last + 1;
    const pushes = held.filter((numbered) => numbered.seq > seq);
    return { pushes, gap: seq > this.#last || seq < first - 1 };
  }
}
