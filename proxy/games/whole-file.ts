import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file that is replaced as a whole: a crash leaves the old one or the new one. */
export class WholeFile {
  readonly #path: string;
  #latest = '';
  #written: string | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  /** Settles when this text, or a later one, is in the file; those between need not be written. */
  write(text: string): Promise<void> {
    this.#latest = text;
    this.#last = this.#last.catch(() => undefined).then(() => this.#flush());
    return this.#last;
  }

  async #flush(): Promise<void> {
    const text = this.#latest;
    if (text === this.#written) return;
    await mkdir(dirname(this.#path), { recursive: true });
    await writeFile(`${this.#path}.new`, text);
    await rename(`${this.#path}.new`, this.#path);
    this.#written = text;
  }
}
