import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A place on the display or in a window, in pixels from the upper left corner. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Words of the header of a picture in the form of xwd, each of four bytes. */
const HEADER = { size: 0, bytesPerLine: 12, colors: 19, words: 25 } as const;
const WORD_BYTES = 4;
const COLOR_BYTES = 12;
const PIXEL_BYTES = 4;

/** A display without a screen (Xvfb), whose picture is in a file. */
export class ScreenlessDisplay implements AsyncDisposable {
  readonly name: string;
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(name: string, process: ChildProcess, folder: string) {
    this.name = name;
    this.#process = process;
    this.#folder = folder;
  }

  static async open(): Promise<ScreenlessDisplay> {
    const folder = await mkdtemp(join(tmpdir(), 'freeciv-display-'));
    const screen = ['-screen', '0', '1280x900x24', '-fbdir', folder];
    // It takes a number that is free, and writes it there. It would start again when a program leaves and no other is there.
    const child = spawn('Xvfb', ['-displayfd', '3', '-nolisten', 'tcp', '-noreset', ...screen], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const [number] = await once(child.stdio[3] ?? child, 'data');
    return new ScreenlessDisplay(`:${String(number).trim()}`, child, folder);
  }

  /** Whether a place is white. */
  async isWhite({ x, y }: Place): Promise<boolean> {
    const file = await open(join(this.#folder, 'Xvfb_screen0'));
    try {
      const { buffer: header } = await file.read(Buffer.alloc(HEADER.words * WORD_BYTES), { position: 0 });
      const word = (index: number) => header.readUInt32BE(index * WORD_BYTES);
      const start = word(HEADER.size) + word(HEADER.colors) * COLOR_BYTES;
      const position = start + y * word(HEADER.bytesPerLine) + x * PIXEL_BYTES;
      const { buffer: pixel } = await file.read(Buffer.alloc(PIXEL_BYTES), { position });
      return pixel.subarray(0, 3).every((part) => part === 0xff);
    } finally {
      await file.close();
    }
  }

  /** Copies its picture to a file in the form of xwd, which ImageMagick reads. */
  async savePicture(path: string): Promise<void> {
    await copyFile(join(this.#folder, 'Xvfb_screen0'), path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode === null) {
      const gone = once(this.#process, 'exit');
      this.#process.kill();
      await gone;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}
