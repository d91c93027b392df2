import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allOf, anyOf, not, type Tristate } from '../../../proxy/rules/lookup/tristate.js';

const truths = fc.array(fc.constantFrom<Tristate>(true, false, 'unknown'));
const itself = (truth: Tristate) => truth;

test('the result is unknown only when no known fact decides it', () => {
  fc.assert(
    fc.property(truths, (facts) => {
      const any = facts.includes(true) || (facts.includes('unknown') ? 'unknown' : false);
      expect(anyOf(facts, itself)).toBe(any);
      expect(allOf(facts, itself)).toBe(not(anyOf(facts.map(not), itself)));
    }),
  );
});

test('facts after the one that decides are not evaluated', () => {
  const asked: Tristate[] = [];
  const ask = (truth: Tristate) => {
    asked.push(truth);
    return truth;
  };
  anyOf([false, true, 'unknown'], ask);
  allOf([true, false, 'unknown'], ask);
  expect(asked).toEqual([false, true, true, false]);
});
