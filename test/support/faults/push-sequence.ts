type Data = Readonly<Record<string, unknown>>;

/** Whether the pushes of an agent's session are numbered without gaps and repetitions, resyncs aside. */
export class PushSequence {
  #last = 0;

  /** What the agent has: its `last_seq` when it resumes. */
  get last(): number {
    return this.#last;
  }

  /** Begins anew with a new session. */
  reset(): void {
    this.#last = 0;
  }

  /** The answer to a login said `resync`: the numbers go on elsewhere, with the next push. */
  resync(): void {
    this.#last = Number.NaN;
  }

  /** Takes the number of a push; what is wrong with it, in a sentence, or undefined. */
  take(seq: number, data: Data = {}): string | undefined {
    const expected = this.#last + 1;
    this.#last = seq;
    if (seq === expected || Number.isNaN(expected)) return undefined;
    if (data.status === 'gap' && data.from_seq === expected && data.to_seq === seq) return undefined;
    return seq > expected ? `pushes ${expected} to ${seq - 1} are missing` : `push ${seq} came again`;
  }
}
