import { expect, test } from 'vitest';
import {
  drawsBetween,
  type RandomState,
  randomStateIn,
  rewound,
  withRandomState,
} from '../../../proxy/games/restore/loadable-save.js';
import { seededRandom } from '../../support/seeded-random.js';

function anyState(): RandomState {
  const random = seededRandom(3);
  return { newest: 19, words: Array.from({ length: 56 }, () => Math.floor(random() * 2 ** 32)) };
}

test('from a rewound state so many draws lead back', () => {
  const state = anyState();
  for (const draws of [0, 1, 2, 57, 300]) expect(drawsBetween(rewound(state, draws), state, 500)).toBe(draws);
});

test('a state that is not ahead is not found', () => {
  const state = anyState();
  expect(drawsBetween(state, rewound(state, 1), 100)).toBeUndefined();
});

test('a save holds the state it was given, and is otherwise the same', () => {
  const lines = Array.from(
    { length: 8 },
    (_, line) => `table${line}="${Array(7).fill('       0').join(' ')}"`,
  );
  const save = [
    '[random]',
    'saved=TRUE',
    'index_J=1',
    'index_K=32',
    'index_X=0',
    ...lines,
    'next="1 2"',
  ].join('\n');
  const changed = withRandomState(save, anyState());
  expect(randomStateIn(changed)).toEqual(anyState());
  expect(changed).toContain('index_J=20\nindex_K=51\nindex_X=19\n');
  expect(withRandomState(changed, { newest: 0, words: Array(56).fill(0) })).toBe(save);
});

test('a save without a random state has none', () => {
  expect(randomStateIn('[random]\nsaved=FALSE\n')).toBeUndefined();
});
