import { expect, test } from 'vitest';
import { failure } from '#shared/core/failure.js';
import { compactResultSchema } from '#shared/protocol/state/compact-result.js';
import { compactAnswer, compactFailure } from '../../../gateway/forms/compact-answer.js';
import { tokenCounter } from '../../../proxy/views/packing/pack-state.js';
import { expectToFit } from '../../support/fits.js';

function verdict(change: object, more: object = {}) {
  return {
    type: 'action_result',
    success: true,
    outcome: 'applied',
    action_type: 'city_production',
    result: { action_id: 'exec-8cd37914-d8b1-4d5c-8b0f-2f8b9f0a7a11', state_change: change },
    version: 7,
    server_messages: [],
    changes: [{ kind: 'city', id: 126, before: { production: 'Warriors' }, after: { production: 'Temple' } }],
    ...more,
  };
}

const production = { action_type: 'city_production', city_id: 126, target: 'temple' };

/** What an action, its verdict and its compact form are. */
const cases = [
  [
    'what the request says is not repeated',
    production,
    verdict({ city_id: 126, production: 'Temple' }),
    { ok: true },
  ],
  [
    'what it does not say is told',
    { action_type: 'unit_build_city', actor_id: 104 },
    verdict({ city_built: true, city_id: 126, name: 'Atlanta' }),
    { ok: true, what: { city_id: 126, name: 'Atlanta' } },
  ],
  [
    'a move that ends elsewhere says where',
    { action_type: 'unit_move', actor_id: 104, target: { x: 3, y: 4 } },
    verdict({ unit_moved: true, new_position: { x: 2, y: 4 }, arrived: false, turns_left: 2 }),
    { ok: true, what: { new_position: { x: 2, y: 4 }, arrived: false, turns_left: 2 } },
  ],
  [
    'what is so already is a success',
    production,
    verdict(
      {},
      { success: false, outcome: 'no_effect', already: true, reason: 'Atlanta builds Temple already' },
    ),
    { ok: true, already: true },
  ],
  [
    'a turn that has ended is told by the brief alone',
    { action_type: 'end_turn', until: 'turn', as: 'text' },
    { ...verdict({}), result: { action_id: 'exec-1', state_change: { turn_ended: 1 }, brief: 'Turn 2' } },
    { ok: true, brief: 'Turn 2' },
  ],
  [
    'what had no effect says why',
    production,
    verdict({}, { success: false, outcome: 'no_effect', reason: 'The server did nothing of it' }),
    { ok: false, why: 'The server did nothing of it' },
  ],
] as const;

test.each(cases)('%s', async (_what, action, data, compact) => {
  const answer = compactAnswer({ type: 'action_result', data }, action);
  expect(answer).toEqual({ type: 'compact_result', data: compact });
  expectToFit(compactResultSchema, answer.data, 'compact_result');
  const count = await tokenCounter();
  expect(count(JSON.stringify(answer.data))).toBeLessThan(30);
});

test('a turn that has ended is told by its state and why the wait is over', () => {
  const news = {
    state: { type: 'state_response', format: 'map', data: { turn: 2 } },
    ended: { turns: 1, why: 'turn' },
  };
  const result = { action_id: 'exec-1', state_change: { turn_ended: 1 }, ...news };
  const verdictOfEnd = { type: 'action_result', data: { ...verdict({}), result } };
  const { data } = compactAnswer(verdictOfEnd, { action_type: 'end_turn', state: { format: 'map' } });
  expect(data).toEqual({ ok: true, ...news });
  expectToFit(compactResultSchema, data, 'compact_result');
});

test('a batch has a verdict of about ten tokens for each action, and refusals with their reason', () => {
  const error = {
    code: 'E130',
    message: 'Library needs Writing, which you can research now',
    details: { did_you_mean: [], possible: ['Warriors'] },
  };
  const results = [
    { index: 0, ...verdict({ city_id: 126, production: 'Temple' }) },
    { index: 1, success: false, error },
  ];
  const data = { type: 'action_batch_result', success: false, results };
  const answer = compactAnswer(
    { type: 'action_batch_result', data },
    { actions: [production, { ...production, target: 'Library' }] },
  );
  expect(answer.data).toEqual({
    results: [{ ok: true }, { ok: false, code: 'E130', why: error.message }],
  });
  expectToFit(compactResultSchema, answer.data, 'compact_result');
});

test('the failure of one action is a compact verdict, any other failure stays an error', () => {
  const wrongTile = failure('E130', 'This city cannot work that tile now', {
    details: { possible: [{ x: 39, y: 31 }] },
  });
  const answer = compactFailure('action', wrongTile);
  expect(answer?.data).toEqual({
    ...{ ok: false, code: 'E130', why: 'This city cannot work that tile now' },
    possible: [{ x: 39, y: 31 }],
  });
  expectToFit(compactResultSchema, answer?.data, 'compact_result');
  expect(compactFailure('state_query', wrongTile)).toBeUndefined();
  expect(compactFailure('action', failure('E123', 'The game is being restored'))).toBeUndefined();
});

test('all other answers are as they were', () => {
  const answer = { type: 'state_update', data: { turn: 3 } };
  expect(compactAnswer(answer, {})).toBe(answer);
});

test('a batch in its compact form has the new decisions that it asked for', () => {
  const data = { results: [verdict({})], decisions: ['choose_research: alphabet'] };
  const answer = compactAnswer({ type: 'action_batch_result', data }, { actions: [production] });
  expect(answer.data).toEqual({ results: [{ ok: true }], decisions: ['choose_research: alphabet'] });
  expectToFit(compactResultSchema, answer.data);
});
