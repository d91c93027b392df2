import { expect, test } from 'vitest';
import { doneFirst } from '../../../agent/player/turn-loop.js';

const actions = [{ action: 'unit_fortify', actor_id: 3 }];

test.each([
  [{}, undefined],
  [{ until: 'decision', advised: false }, undefined],
  [{ actions: null, advised: null }, undefined],
  [{ actions: [], advised: false }, undefined],
  [{ actions: [], advised: 'true' }, { advised: true }],
  [{ actions, advised: false }, { actions }],
  [
    { actions, advised: true },
    { actions, advised: true },
  ],
  [{ actions: 'all' }, { actions: 'all' }],
])('an end_turn with %j does %j first', (given, first) => {
  expect(doneFirst(given)).toEqual(first);
});
