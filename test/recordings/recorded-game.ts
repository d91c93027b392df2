import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { FrameSplitter } from '../../proxy/freeciv/frame-splitter.js';

const file = new URL('./classic-6-ai-100-turns.bin.gz', import.meta.url);

/** All bytes a global observer got from a real server: login, lobby, 100 turns of six AIs, final report. */
export function recordedBytes(): Buffer {
  return gunzipSync(readFileSync(file));
}

/** The same as single frames, each with a buffer of its own. */
export function recordedFrames(): readonly Buffer[] {
  return splitFrames([recordedBytes()]);
}

/** What a splitter of its own makes of `chunks`. */
export function splitFrames(chunks: Iterable<Buffer>): Buffer[] {
  const frames: Buffer[] = [];
  const splitter = new FrameSplitter();
  for (const chunk of chunks) splitter.push(chunk, (frame) => frames.push(Buffer.from(frame)));
  return frames;
}
