import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDeeperThan } from '../../../gateway/input/depth-scan.js';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test('the depth read from the bytes is the depth of the value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(8), (value, limit) => {
      expect(isDeeperThan(Buffer.from(JSON.stringify(value)), limit)).toBe(depthOf(value) > limit);
    }),
  );
});

test('brackets in strings do not count, whatever is escaped before them', () => {
  const hidden = { 'a"[[[[\\': '[[[[{{{{"', b: '\\"[[[[' };
  expect(isDeeperThan(Buffer.from(JSON.stringify(hidden)), 1)).toBe(false);
});

test('any bytes are scanned to an end', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => typeof isDeeperThan(bytes, 3) === 'boolean'),
  );
});
