import { expect, test } from 'vitest';
import { followsAdvice } from '#shared/protocol/actions.js';
import { nationWords } from '../../../features/advisor/follow-advice.js';
import { followsAgain } from '../../../proxy/actions/batch/run-batch.js';

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

test.each([
  [{ action_type: 'player_rates', tax: 0, luxury: 30, science: 70 }, '0/30/70'],
  [{ action_type: 'player_government', target: 'democracy' }, 'democracy'],
  [{ action_type: 'tech_goal', target: 'sanitation' }, 'sanitation'],
  [{ action_type: 'treaty_accept', target: { id: 3 }, accepted: true }, 'player 3'],
  [
    { action_type: 'treaty_propose', target: { id: 3 }, clauses: [{ clause: 'gold', value: 30 }] },
    'Pottery for 30 gold',
  ],
  [{ action_type: 'spaceship_launch' }, ''],
  [{ action_type: 'city_production', city_id: 5, target: 'temple' }, ''],
  [{ action_type: 'settle', unit_id: 7, x: 1, y: 2 }, ''],
])('followed advice %o is told in the words "%s"', (action, words) => {
  expect(nationWords({ do: action, why: 'Pottery for 30 gold' })).toBe(words);
});
