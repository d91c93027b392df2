import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ProtocolError } from '../../../proxy/freeciv/errors.js';
import { FrameSplitter, type InflateLimits } from '../../../proxy/freeciv/frame-splitter.js';

const ping = Buffer.from('00040058', 'hex');
const long = Buffer.concat([Buffer.from('03e80019', 'hex'), Buffer.alloc(996, 7)]);

/** A compressed block with the short header. */
function block(content: Buffer): Buffer {
  const compressed = deflateSync(content);
  const head = Buffer.alloc(2);
  head.writeUInt16BE(compressed.length + 2 + 16_385, 0);
  return Buffer.concat([head, compressed]);
}

function jumbo(content: Buffer): Buffer {
  const compressed = deflateSync(content);
  const head = Buffer.alloc(6);
  head.writeUInt16BE(65_535, 0);
  head.writeUInt32BE(compressed.length + 6, 2);
  return Buffer.concat([head, compressed]);
}

function split(bytes: Buffer, limits?: InflateLimits): Buffer[] {
  const frames: Buffer[] = [];
  new FrameSplitter(limits).push(bytes, (frame) => frames.push(Buffer.from(frame)));
  return frames;
}

function errorOf(run: () => unknown): ProtocolError {
  try {
    run();
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
  throw new Error('nothing was wrong with it');
}

test('frames come out alike plain, compressed and in a jumbo', () => {
  const both = Buffer.concat([ping, long, ping]);
  expect(split(both)).toEqual([ping, long, ping]);
  expect(split(block(both))).toEqual([ping, long, ping]);
  expect(split(jumbo(both))).toEqual([ping, long, ping]);
  expect(split(Buffer.concat([ping, jumbo(both), block(long), ping]))).toHaveLength(6);
});

test('frames wait for their last byte, and nothing is handed out twice', () => {
  const bytes = Buffer.concat([ping, jumbo(long), block(ping), long]);
  for (let at = 0; at <= bytes.length; at += 1) {
    const frames: Buffer[] = [];
    const splitter = new FrameSplitter();
    splitter.push(bytes.subarray(0, at), (frame) => frames.push(Buffer.from(frame)));
    splitter.push(bytes.subarray(at), (frame) => frames.push(Buffer.from(frame)));
    expect(Buffer.concat(frames).equals(Buffer.concat([ping, long, ping, long]))).toBe(true);
  }
});

test('a block may be empty of frames', () => {
  expect(split(Buffer.concat([block(Buffer.alloc(0)), ping]))).toEqual([ping]);
});

describe('share of the work', () => {
  const mixed = Buffer.concat(Array.from({ length: 2_000 }, (_, i) => (i % 9 === 0 ? long : ping)));

  test('a share of the work is bounded by its budget, and all shares together are everything', () => {
    const splitter = new FrameSplitter();
    splitter.append(Buffer.concat([mixed, block(mixed), jumbo(mixed)]));
    const shares: number[] = [];
    for (let more = true; more; ) {
      let frames = 0;
      more = splitter.drain(() => {
        frames += 1;
      }, 50_000);
      shares.push(frames);
    }
    expect(Math.max(...shares)).toBeLessThanOrEqual(50_000 / 256);
    expect(shares.reduce((sum, frames) => sum + frames, 0)).toBe(6_000);
  });

  test('a share of the work inflates one block at most, however small', () => {
    const splitter = new FrameSplitter();
    splitter.append(Buffer.concat([ping, block(ping), ping, block(ping), block(ping)]));
    const shares: number[] = [];
    for (let more = true; more; ) {
      let frames = 0;
      more = splitter.drain(() => {
        frames += 1;
      });
      shares.push(frames);
    }
    expect(shares).toEqual([3, 1, 1]);
  });
});

describe('lying lengths', () => {
  const limits = { maxBlockBytes: 1000, maxInflatedBytes: 10_000, maxRatio: 100 };
  const cases: readonly (readonly [string, Buffer, string])[] = [
    ['a frame of 0 bytes', Buffer.from('0000', 'hex'), 'bad_length'],
    ['a frame without a type', Buffer.from('0002', 'hex'), 'bad_length'],
    ['a block of 0 bytes', Buffer.from('4001', 'hex'), 'bad_length'],
    ['a block without content', Buffer.from('4003', 'hex'), 'bad_length'],
    ['a jumbo shorter than its header', Buffer.from('ffff00000005', 'hex'), 'bad_length'],
    ['a jumbo without content', Buffer.from('ffff00000006', 'hex'), 'bad_length'],
    ['a jumbo over the bound', Buffer.from('ffff000003e9', 'hex'), 'too_large'],
    ['a jumbo of 4 GiB', Buffer.from('ffffffffffff', 'hex'), 'too_large'],
    ['a block that inflates over the bound', block(Buffer.alloc(10_001, 3)), 'too_large'],
    ['a bomb', jumbo(Buffer.alloc(400_000)), 'too_large'],
    ['a block that is no zlib stream', Buffer.from('4007deadbeef', 'hex'), 'inflate_failed'],
    [
      'a zlib stream cut off',
      Buffer.concat([Buffer.from('400f', 'hex'), deflateSync(long).subarray(0, 12)]),
      'inflate_failed',
    ],
    ['half a frame in a block', block(long.subarray(0, 500)), 'bad_length'],
    ['half a length in a block', block(Buffer.concat([ping, Buffer.alloc(1)])), 'bad_length'],
    ['a frame of 0 bytes in a block', block(Buffer.concat([ping, Buffer.alloc(2)])), 'bad_length'],
    ['a block in a block', block(block(ping)), 'bad_length'],
  ];

  test.each(cases)('a lying length is a ProtocolError: %s', (_what, bytes, code) => {
    expect(errorOf(() => split(bytes, limits)).code).toBe(code);
  });

  test('frames before a lying length are handed out', () => {
    const frames: Buffer[] = [];
    const bytes = Buffer.concat([ping, long, Buffer.from('0001', 'hex')]);
    errorOf(() => new FrameSplitter().push(bytes, (frame) => frames.push(Buffer.from(frame))));
    expect(frames).toEqual([ping, long]);
  });

  test('the bounds of frames hold without being asked for', () => {
    expect(errorOf(() => split(jumbo(Buffer.alloc(5 << 20)))).code).toBe('too_large');
    const alike = Buffer.alloc(1 << 20, ping);
    expect(errorOf(() => split(block(alike))).message).toContain('inflates to');
    expect(errorOf(() => split(Buffer.from('ffff00200001', 'hex'))).code).toBe('too_large');
  });
});
