import { expect, test } from 'vitest';
import { failure } from '#shared/core/failure.js';
import { fail, ok } from '#shared/core/result.js';
import { toolResultSchema } from '#shared/protocol/tools.js';
import { plainText } from '../../../features/tool-calls/plain-text.js';
import { toolResult } from '../../../features/tool-calls/tool-call.js';
import { readRequest } from '../../../gateway/agent/agent-request.js';
import { readAgentFrame } from '../../../gateway/agent/frame.js';
import { tooManyMessages } from '../../../gateway/limits/rate-limit-errors.js';
import { messageForms } from '../../../services/gateway/compose-forms.js';

const limits = { bytes: 4096, depth: 16, values: 1000, bare: 4096 };

function requestOf(data: unknown) {
  const message = { type: 'tool_call', agent_id: 'a', correlation_id: 'c', data };
  const read = readAgentFrame(Buffer.from(JSON.stringify(message)), limits, messageForms);
  if (!read.ok) return fail(read.failure.reason);
  const request = readRequest(read.value, messageForms);
  return request.ok ? request.value : request;
}

test.each([
  ['brief', {}, 'state_query', { format: 'brief' }],
  ['options', { actor_id: 7 }, 'state_query', { format: 'options', actor_id: 7 }],
  ['cities', { all: true }, 'state_query', { format: 'cities', as: 'text', rows: 'short', all: true }],
  ['cities', { full: true }, 'state_query', { format: 'cities', as: 'text', rows: 'whole' }],
  ['map', { x: 3, y: 4, radius: 2 }, 'state_query', { format: 'map', centre: { x: 3, y: 4 }, radius: 2 }],
  ['map', { actor_id: 9, x: null }, 'state_query', { format: 'map', actor_id: 9 }],
  ['rules', { name: 'Temple' }, 'rules_query', { name: 'Temple' }],
  ['notes', { add: [{ text: 'x', due_turn: null }] }, 'notes', { add: [{ text: 'x' }] }],
  [
    'research',
    { action: 'tech_goal', target: 'Currency' },
    'action',
    { action_type: 'tech_goal', target: 'Currency' },
  ],
  [
    'plan',
    { action: 'settle', actor_id: 5, target: 'best' },
    'action',
    { action_type: 'settle', actor_id: 5, target: 'best' },
  ],
  ['end_turn', {}, 'action', { action_type: 'end_turn', until: 'turn', as: 'json' }],
  ['end_turn', { until: 3 }, 'action', { action_type: 'end_turn', until: 3 }],
  ['end_turn', { until: '3' }, 'action', { action_type: 'end_turn', until: 3 }],
  ['end_turn', { until: 'decision' }, 'action', { action_type: 'end_turn', until: 'decision' }],
  [
    'plan',
    { action: 'settle', actor_id: 5, target: '(19, -2)' },
    'action',
    { action_type: 'settle', actor_id: 5, target: { x: 19, y: -2 } },
  ],
  ['diplomacy', { action: 'treaty_open', target: '2' }, 'action', { action_type: 'treaty_open', target: 2 }],
])('a tool call of %s %o is the request %s', (name, args, type, data) => {
  const request = requestOf({ name, arguments: args });
  expect(request).toMatchObject({ kind: 'game', type, form: { tool: name }, correlationId: 'c', data });
  expect(JSON.stringify(request)).not.toContain('null');
});

test('a tool call of several actions is a batch, with the names that options use', () => {
  const actions = [
    { action: 'unit_fortify', actor_id: 3, target: null },
    { action_type: 'unit_sentry', actor_id: 4 },
    { action: 'unit_move', actor_id: 5, target: '19,2' },
    { action: 'set_city_tiles', actor_id: 6, tiles: ['nne', '20,3'] },
  ];
  expect(requestOf({ name: 'do', arguments: { actions } })).toMatchObject({
    type: 'action_batch',
    data: {
      actions: [
        { action_type: 'unit_fortify', actor_id: 3 },
        { action_type: 'unit_sentry', actor_id: 4 },
        { action_type: 'unit_move', actor_id: 5, target: { x: 19, y: 2 } },
        { action_type: 'set_city_tiles', actor_id: 6, tiles: ['nne', { x: 20, y: 3 }] },
      ],
    },
  });
});

test('an action of several actors is one for each of them, and advice is followed after the others', () => {
  const actions = [{ action: 'unit_fortify', actor_ids: [3, 4] }];
  const each = [3, 4].map((actor_id) => ({ action_type: 'unit_fortify', actor_id }));
  expect(requestOf({ name: 'do', arguments: { actions, advised: true } })).toMatchObject({
    type: 'action_batch',
    data: { actions: [...each, { action_type: 'follow_advice' }], decisions: true },
  });
  expect(requestOf({ name: 'do', arguments: { advised: true } })).toMatchObject({
    data: { actions: [{ action_type: 'follow_advice' }] },
  });
  const end = { action_type: 'end_turn', until: 'decision', as: 'json' };
  expect(
    requestOf({ name: 'end_turn', arguments: { actions, advised: true, until: 'decision' } }),
  ).toMatchObject({
    type: 'action_batch',
    data: { actions: [...each, { action_type: 'follow_advice' }, end] },
  });
});

test.each(['do', 'end_turn'])(
  '%s refuses actions that are no list, also where advice is followed',
  (name) => {
    const args = { actions: '[{"action": "unit_fortify", "actor_id": 3}]', advised: true };
    expect(requestOf({ name, arguments: args })).toMatchObject({
      ok: false,
      failure: { code: 'E105', path: 'arguments.actions' },
    });
  },
);

test('an action with a list of no actors, or with one that is no list, is not left out', () => {
  const actions = [
    { action: 'unit_fortify', actor_id: 3, actor_ids: [] },
    { action: 'unit_fortify', actor_ids: '[3, 4]' },
  ];
  expect(requestOf({ name: 'do', arguments: { actions } })).toMatchObject({
    data: {
      actions: [
        { action_type: 'unit_fortify', actor_id: 3 },
        { action_type: 'unit_fortify', actor_ids: '[3, 4]' },
      ],
    },
  });
});

test('a map that is refused is no map', () => {
  const refused = fail(failure('E105', 'There is no such tile', { path: 'data.centre' }));
  const { text } = toolResult({ tool: 'map', data: {} }, refused, []);
  expect(text).toMatch(/^ok: false\ncode: E105\n/);
});

test('the end of a turn with actions has their verdicts before its brief', () => {
  const brief = { turn: 5, year_name: '3800 BCE', version: 9, decisions: ['a'] };
  const results = [
    { success: true, result: { state_change: { done: { settle: 1 } } } },
    { success: true, result: { state_change: { turn_ended: 4 }, brief } },
  ];
  const data = { actions: [{ action_type: 'follow_advice' }, { action_type: 'end_turn' }] };
  const result = toolResult({ tool: 'end_turn', data }, answer('action_batch_result', { results }), []);
  expect(result).toMatchObject({
    ok: true,
    text: 'Advice followed: settle 1.\nTurn 5 (3800 BCE).\nDecide:\n- a',
    result: { ok: true, brief, results: [{ ok: true }] },
  });
});

test('decisions that followed from actions stand below their verdicts', () => {
  const data = { results: [{ success: true, result: {} }], decisions: ['choose_research: alphabet'] };
  const { text, result } = toolResult(asked('do'), answer('action_batch_result', data), []);
  expect(text).toBe('1 done.\nnow decide:\n- choose_research: alphabet');
  expect(result).toEqual({ results: [{ ok: true }], decisions: ['choose_research: alphabet'] });
});

test.each([
  [{ name: 'fly' }, 'E105', 'name'],
  [{}, 'E105', 'name'],
  [{ name: 'do' }, 'E101', 'arguments.actions'],
  [{ name: 'do', arguments: { actions: [] } }, 'E105', 'arguments.actions'],
  [{ name: 'research', arguments: {} }, 'E101', 'arguments.action'],
  [{ name: 'rules', arguments: { name: 5 } }, 'E105', 'arguments.name'],
  [{ name: 'brief', arguments: 'all' }, 'E105', 'arguments'],
])('a tool call %o is refused with %s and the argument at fault', (data, code, path) => {
  expect(requestOf(data)).toMatchObject({ ok: false, failure: { code, path } });
});

const asked = (tool: 'brief' | 'options' | 'do' | 'nation' | 'rules') => ({ tool, data: {} });
const answer = (
  type: 'state_update' | 'action_result' | 'action_batch_result',
  data: Record<string, unknown>,
) => ok({ type, agent_id: 'a', game_id: 'g', timestamp: 0, correlation_id: 'c', data });

test('a tool result of a state is the state, as its text and as an object', () => {
  const opening = { version: 8, turn: 4, year_name: '3850 BCE' };
  const state = { ...opening, seconds_left: null, happened: [], decisions: ['unit: Settlers 7'] };
  const result = toolResult(asked('brief'), answer('state_update', { format: 'brief', data: state }), []);
  expect(toolResultSchema.parse(result)).toEqual({
    tool: 'brief',
    ok: true,
    text: 'Turn 4 (3850 BCE).\nDecide:\n- unit: Settlers 7',
    result: { ...opening, happened: [], decisions: ['unit: Settlers 7'] },
  });
});

test('options name tiles and numbers as the texts that tools take for them', () => {
  const options = [
    { action: 'unit_move', target: { x: 1, y: -2 }, what: 'move' },
    { action: 'city_production', target: 'temple', what: 'what it is' },
    { action: 'unit_load', target: 115, what: 'load' },
  ];
  const data = { actor: 'Workers 7', options, more: { unit_move: 2 } };
  const { text, result } = toolResult(
    asked('options'),
    answer('state_update', { format: 'options', data }),
    [],
  );
  expect(Object.keys(result)).toEqual(['actor', 'options', 'more']);
  expect(result.options).toEqual([
    { ...options[0], target: '1,-2' },
    options[1],
    { ...options[2], target: '115' },
  ]);
  expect(text).toBe(
    'Workers 7\nunit_move: 1,-2 (move)\ncity_production: temple (what it is)\nunit_load: 115 (load)\nMore: unit_move 2 ()',
  );
});

test('a refusal over a limit names one code', () => {
  const refused = tooManyMessages({ limit: 'messages_per_minute', retryAfter: 3 });
  expect(refused.message).toContain('(E101)');
  const { text } = toolResult(asked('rules'), fail(refused), []);
  expect(text.match(/E\d{3}/gu)).toEqual(['E110']);
});

test('a tool result of a failure says code, reason, path and what was meant', () => {
  const details = { did_you_mean: ['Temple'], retry_after: 2 };
  const refused = failure('E130', 'No such thing', { path: 'data.name', details });
  expect(toolResult(asked('rules'), fail(refused), ['rules has no field x'])).toMatchObject({
    ok: false,
    result: { ok: false, code: 'E130', why: 'No such thing', path: 'data.name', did_you_mean: ['Temple'] },
    text: expect.stringContaining('did_you_mean:\n- Temple'),
  });
});

test.each([
  [
    [
      { success: true, result: {} },
      { success: false, error: { code: 'E130', message: 'no' } },
    ],
    true,
  ],
  [[{ success: false, error: { code: 'E130', message: 'no' } }], false],
])('a tool result of several actions is ok when one of them is', (results, isOk) => {
  const result = toolResult(asked('do'), answer('action_batch_result', { results }), []);
  expect(result.ok).toBe(isOk);
  expect(result.result.results).toHaveLength(results.length);
});

test('text says all of an object without the marks of JSON', () => {
  const value = {
    turn: 4,
    ids: [1, 2],
    nation: { gold: 5, research: { name: 'Alphabet', turns: 3 } },
    brief: { turn: 5, decisions: ['a'] },
    options: [{ action: 'unit_move', target: { x: 1, y: 2 } }],
    rows: 'one\ntwo',
  };
  expect(plainText(value)).toBe(
    [
      'turn: 4',
      'ids: 1, 2',
      'nation: gold 5, research {name Alphabet, turns 3}',
      'brief:',
      'turn: 5',
      'decisions:',
      '- a',
      'options:',
      '- action unit_move, target {x 1, y 2}',
      'one',
      'two',
    ].join('\n'),
  );
});
