import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { FrameSplitter } from '../../proxy/freeciv/frame-splitter.js';

/** All bytes a global observer got from a real server, for example login, lobby, 100 turns of six AIs, final report. */
export function recordedBytes(recording = 'classic-6-ai-100-turns'): Buffer {
  return gunzipSync(readFileSync(new URL(`./${recording}.bin.gz`, import.meta.url)));
}

/** The same as single frames, each with a buffer of its own. */
export function recordedFrames(recording?: string): readonly Buffer[] {
  return splitFrames([recordedBytes(recording)]);
}

/** What a splitter of its own makes of `chunks`. */
export function splitFrames(chunks: Iterable<Buffer>): Buffer[] {
  const frames: Buffer[] = [];
  const splitter = new FrameSplitter();
  for (const chunk of chunks) splitter.push(chunk, (frame) => frames.push(Buffer.from(frame)));
  return frames;
}
