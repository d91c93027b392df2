import { expect, test } from 'vitest';
import { keptAnswer } from '#shared/protocol/state/kept-answer.js';

const state = { type: 'state_response', format: 'map', data: { turn: 2 } };
const ended = { turns: 1, why: 'turn' };
const verdict = { success: true, result: { action_id: 'a', ended } };

test.each([
  ['a verdict', { success: true, result: { action_id: 'a', state, ended } }, verdict],
  [
    'a batch',
    { results: [verdict, { success: true, result: { action_id: 'a', state, ended } }] },
    { results: [verdict, verdict] },
  ],
  ['a compact verdict', { ok: true, state, ended }, { ok: true, ended }],
])('a repeated request is answered with %s without its state', (_what, answer, kept) => {
  expect(keptAnswer(answer)).toEqual(kept);
});

test.each([
  ['a verdict', verdict],
  ['a batch', { results: [verdict, { error: { code: 'E130' } }] }],
  ['what has a state that is no part of a verdict', { state: 'ready', turn: 3 }],
])('an answer without a state is kept as it is: %s', (_what, answer) => {
  expect(keptAnswer(answer)).toBe(answer);
});
