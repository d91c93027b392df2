import { constants, createDeflateRaw, inflateRawSync } from 'node:zlib';

/** Compresses texts into one raw deflate stream, each up to a point from where the next may be missing. */
export class StretchDeflate {
  readonly #deflate = createDeflateRaw();
  #out: Buffer[] = [];

  constructor() {
    this.#deflate.on('data', (bytes: Buffer) => this.#out.push(bytes));
    // Whoever waits for it is told; an error between two texts shows with the next.
    this.#deflate.on('error', () => undefined);
  }

  /** One at a time. */
  compress(text: string): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#deflate.once('error', reject);
      this.#deflate.write(text);
      this.#deflate.flush(constants.Z_SYNC_FLUSH, () => {
        this.#deflate.off('error', reject);
        const bytes = Buffer.concat(this.#out);
        this.#out = [];
        resolve(bytes);
      });
    });
  }

  close(): void {
    this.#deflate.close();
  }
}

/** The texts of a stretch, glued together, from its payloads glued together. */
export function inflateStretch(payloads: Uint8Array): string {
  return inflateRawSync(payloads, { finishFlush: constants.Z_SYNC_FLUSH }).toString();
}
