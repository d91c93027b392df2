import { expect, test } from 'vitest';
import { memo, memoByInput } from '#shared/core/memo.js';

test('a value is made once for each key, whatever it is', () => {
  const made: string[] = [];
  const found = memo((key: { readonly name: string }, end: boolean | null) => {
    made.push(key.name);
    return end;
  });
  const [a, b] = [{ name: 'a' }, { name: 'a' }];
  expect([found(a, false), found(a, false), found(b, null), found(b, null)]).toEqual([
    false,
    false,
    null,
    null,
  ]);
  expect(made).toEqual(['a', 'a']);
});

test('with an input it is made anew whenever that is another than the last one', () => {
  let made = 0;
  const found = memoByInput((_: object, input: number | undefined, factor: number) => {
    made += 1;
    return (input ?? 0) * factor;
  });
  const [a, b] = [{}, {}];
  expect([found(a, 1, 10), found(a, 1, 10), found(b, 2, 10), found(a, 1, 10)]).toEqual([10, 10, 20, 10]);
  expect(made).toBe(2);
  expect([found(a, undefined, 10), found(a, undefined, 10), found(a, 1, 10)]).toEqual([0, 0, 10]);
  expect(made).toBe(4);
});
