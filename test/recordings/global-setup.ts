import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { type SeatTape, TAPES_FILE } from './seat-tape.js';
import { PARTS_FOLDER } from './tape-parts.js';

/** Joins the tapes of all test files when the last has been played. */
export default function setup(): () => void {
  rmSync(PARTS_FOLDER, { recursive: true, force: true });
  mkdirSync(PARTS_FOLDER, { recursive: true });
  return () => {
    const parts = readdirSync(PARTS_FOLDER).toSorted();
    const tapes = parts.flatMap((part): SeatTape[] =>
      JSON.parse(readFileSync(join(PARTS_FOLDER, part), 'utf8')),
    );
    const text = Buffer.from(JSON.stringify(tapes));
    // The window holds all tapes: each begins with a ruleset, mostly the same.
    const params = { [constants.BROTLI_PARAM_LARGE_WINDOW]: 1, [constants.BROTLI_PARAM_LGWIN]: 28 };
    writeFileSync(TAPES_FILE, brotliCompressSync(text, { params }));
  };
}
