const most = 128;
const mostChars = 2 << 20;

/** Answers that came while no socket was there: the last ones, bounded by number and characters. */
export class Undelivered {
  #answers: string[] = [];
  #chars = 0;

  get held(): readonly string[] {
    return this.#answers;
  }

  /** Those that go had a correlation_id or were queries mostly: they can still be had by asking again. */
  add(answer: string): void {
    this.#answers.push(answer);
    this.#chars += answer.length;
    while (this.#answers.length > 1 && (this.#answers.length > most || this.#chars > mostChars)) {
      this.#chars -= this.#answers.shift()?.length ?? 0;
    }
  }

  take(): readonly string[] {
    const answers = this.#answers;
    this.#answers = [];
    this.#chars = 0;
    return answers;
  }
}
