/** Runs work one piece after the other, in the order it was given. A piece that fails does not hold up the next. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** True while something runs or waits. */
  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    const result = this.#last.then(work);
    this.#last = result.then(
      () => this.#done(),
      () => this.#done(),
    );
    return result;
  }

  /** Resolves when all that was given before has ended; what comes next begins when the answer is disposed. */
  enter(): Promise<Disposable> {
    return new Promise((begin) => {
      void this.run(() => new Promise<void>((end) => begin({ [Symbol.dispose]: end })));
    });
  }

  #done(): void {
    this.#waiting -= 1;
  }
}
