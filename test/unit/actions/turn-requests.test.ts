import { expect, test } from 'vitest';
import { declaredMark, turnsWish } from '../../../proxy/actions/nation/end-turn.js';

test.each([
  [
    { action_type: 'end_turn', until: 'turn' },
    { until: 'turn', brief: 'json' },
  ],
  [
    { type: 'end_turn', until: 'decision', as: 'text' },
    { until: 'decision', brief: 'text' },
  ],
  [
    { action_type: 'end_turn', parameters: { until: 50, as: 'json' } },
    { until: 50, brief: 'json' },
  ],
  [
    { action_type: 'end_turn', until: 1 },
    { until: 1, brief: 'json' },
  ],
  [
    { action_type: 'end_turn', state: { format: 'digest' } },
    { until: 'turn', brief: undefined, state: { format: 'digest', include_legal_actions: false } },
  ],
  [
    { action_type: 'end_turn', until: 3, state: { format: 'digest' } },
    { until: 3, brief: 'json', state: { format: 'digest', include_legal_actions: false } },
  ],
  [{ action_type: 'end_turn', state: { format: 'nothing' } }, undefined],
  [{ action_type: 'end_turn' }, undefined],
  [{ action_type: 'end_turn', until: 51 }, undefined],
  [{ action_type: 'end_turn', until: 0 }, undefined],
  [{ action_type: 'end_turn', until: 'never' }, undefined],
  [{ action_type: 'unit_sentry', until: 'turn' }, undefined],
])('an end_turn waits as %j says', (data, expected) => {
  expect(turnsWish(data)).toEqual(expected);
});

test.each([
  [{ action_type: 'end_turn' }, undefined],
  [{ action_type: 'end_turn', auto: true }, 'auto_ended'],
  [{ type: 'end_turn', parameters: { auto: true } }, 'auto_ended'],
  [{ action_type: 'end_turn', auto: false }, undefined],
  [{ action_type: 'end_turn', auto: true, failed: 'timeout' }, 'failed'],
  [{ action_type: 'end_turn', failed: 'no answer' }, 'failed'],
  [{ action_type: 'end_turn', failed: false, auto: true }, 'auto_ended'],
  [{ action_type: 'unit_sentry', failed: 'no answer' }, undefined],
  [{}, undefined],
])('an end_turn says how its turn was played in %j', (data, expected) => {
  expect(declaredMark(data)).toBe(expected);
});
