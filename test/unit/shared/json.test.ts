import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isJsonObject, jsonShape, parseJson } from '../../../shared/core/json.js';

const shape = (value: unknown) => jsonShape(Buffer.from(JSON.stringify(value)), Number.POSITIVE_INFINITY);

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** Containers, and what follows the first in each. */
function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value);
  return Math.max(1, inner.length) + inner.map(valuesOf).reduce((sum, each) => sum + each, 0);
}

test('depth and number of values are read from the bytes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      expect(shape(value)).toMatchObject({ depth: depthOf(value), values: valuesOf(value) });
    }),
  );
});

test('the bytes outside of strings are counted, with the quotes that open them', () => {
  const bytes = Buffer.from('{ "a,,": [1.5] }');
  expect(jsonShape(bytes, 100).bare).toBe(12);
  expect(jsonShape(bytes, 8).bare).toBe(9);
});

test('brackets and commas in strings do not count, whatever is escaped before them', () => {
  const hidden = { 'a"[[[[\\': '[[[[{{{{",,,,', b: '\\"[[[[,,,,' };
  expect(shape(hidden)).toMatchObject({ depth: 1, values: 2 });
});

test('any bytes are scanned to an end', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => jsonShape(bytes, 100).bare <= 101));
});

test.each([[null], [undefined], [[1]], ['{}'], [1]])('%j is no JSON object', (value) => {
  expect(isJsonObject(value)).toBe(false);
});

test('only text that is JSON has a value', () => {
  expect(isJsonObject(parseJson('{"a": 1}'))).toBe(true);
  expect(parseJson('null')).toBeNull();
  expect(parseJson('{"a": 1')).toBeUndefined();
});
