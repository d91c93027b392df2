import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameSplitter } from '../../../proxy/freeciv/frame-splitter.js';
import { recordedBytes, recordedFrames, splitFrames } from '../../recordings/recorded-game.js';
import { promised } from '../../support/promised.js';
import { runs } from '../../support/property-runs.js';

const bytes = recordedBytes();
const frames = recordedFrames();
/** Comparing one buffer is enough: the frames say their own lengths. */
const joined = Buffer.concat(frames);

function* cut(stream: Buffer, sizes: Iterable<number>): Generator<Buffer> {
  let offset = 0;
  for (const size of sizes) {
    if (offset >= stream.length) return;
    yield stream.subarray(offset, offset + size);
    offset += size;
  }
}

function* forever(sizes: readonly number[]): Generator<number> {
  for (;;) yield* sizes;
}

/** Much to do, not much to wait for: a busy machine must not fail it. */
test('promise 22: every recorded packet arrives whole when it is split at each of its bytes', () => {
  let splits = 0;
  let arrived: Buffer | undefined;
  const keep = (frame: Buffer) => {
    arrived = frame;
  };
  const splitter = new FrameSplitter();
  for (const frame of frames) {
    for (let at = 1; at < frame.length; at += 1) {
      arrived = undefined;
      splitter.push(frame.subarray(0, at), keep);
      if (arrived !== undefined) throw new Error(`a frame after ${at} of ${frame.length} bytes`);
      splitter.push(frame.subarray(at), keep);
      if (arrived === undefined || !frame.equals(arrived)) throw new Error(`another frame, split at ${at}`);
      splits += 1;
    }
  }
  const bytesWithin = joined.length - frames.length;
  promised(
    22,
    { what: 'splits after which the packet arrived alike', value: splits },
    { exactly: bytesWithin },
  );
});

test('promise 22: all recorded packets glued together arrive one by one', () => {
  const again = splitFrames([joined]);
  expect(again).toHaveLength(frames.length);
  const others = again.filter((frame, i) => frames[i]?.equals(frame) !== true).length;
  promised(
    22,
    { what: 'glued packets that arrived otherwise', value: others },
    { exactly: 0 },
    { packets: frames.length },
  );
});

test('compressed blocks in a recording arrive alike one byte at a time', () => {
  const start = bytes.subarray(0, 64 << 10);
  expect(Buffer.concat(splitFrames(cut(start, forever([1]))))).toEqual(Buffer.concat(splitFrames([start])));
});

test('the whole recording arrives alike in chunks of any sizes', () => {
  const size = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 70_000 }));
  fc.assert(
    fc.property(fc.array(size, { minLength: 1, maxLength: 50 }), (sizes) => {
      expect(joined.equals(Buffer.concat(splitFrames(cut(bytes, forever(sizes)))))).toBe(true);
    }),
    { numRuns: runs(25) },
  );
});
