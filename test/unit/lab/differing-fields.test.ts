import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differingFields, fieldText, textDifference } from '../../../lab/verify/differing-fields.js';

test('each field in which two values differ is named with both', () => {
  const told = { a: [{ score: 158 }, 2], b: 'x' };
  const derived = { a: [{ score: 159 }], c: 1, b: 'x' };
  const found = differingFields(told, derived).map((field) => fieldText(field, 'scores'));
  expect(found).toEqual([
    'a[0].score is 158, and by scores 159',
    'a[1] is 2, and by scores absent',
    'c is absent, and by scores 1',
  ]);
});

test('values differ in no field exactly where they are the same JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      expect(differingFields(one, structuredClone(one))).toEqual([]);
      const isSame = isDeepStrictEqual(one, other);
      expect(differingFields(one, other).length === 0).toBe(isSame);
    }),
  );
});

test('two texts differ at a line and character', () => {
  expect(textDifference('same', 'same')).toBeUndefined();
  expect(textDifference('one\ntwo 158', 'one\ntwo 159')).toBe(
    'line 2, character 7: "two 158" where "two 159" is right',
  );
});
