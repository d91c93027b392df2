import { expect, test } from 'vitest';
import { followsAdvice } from '#shared/protocol/actions.js';
import { followsAgain } from '../../../proxy/api/requests/follow-advice.js';

test('a batch follows advice once: each further time takes as long and finds nothing', () => {
  const fortify = { action_type: 'unit_fortify', actor_id: 3 };
  const follow = { action_type: 'follow_advice' };
  expect(followsAgain([])).toBe(-1);
  expect(followsAgain([fortify, fortify])).toBe(-1);
  expect(followsAgain([fortify, follow, fortify])).toBe(-1);
  expect(followsAgain([follow, fortify, { type: 'follow_advice' }, follow])).toBe(2);
});

test.each(['action_type', 'type'])('an action follows advice where its %s says so', (field) => {
  expect(followsAdvice({ [field]: 'follow_advice' })).toBe(true);
  expect(followsAdvice({ [field]: 'unit_fortify' })).toBe(false);
});
