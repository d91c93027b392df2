import { expect, test } from 'vitest';
import { type ConversationFormat, conversationFormats } from '#shared/protocol/conversation.js';
import { parseConversation } from '../../../features/conversations/native/parse-conversation.js';
import { hasBrief } from '../../../features/conversations/native/said-objects.js';
import { resultObjects } from '../../../features/conversations/native/tool-objects.js';
import { kept, nativeTurn } from '../../support/native-conversations.js';

/** Objects without where they stand: items of Responses are messages of their own. */
function objectsOf(format: ConversationFormat, native: readonly Record<string, unknown>[], topic?: 'chat') {
  const parsed = parseConversation(format, kept(native, topic === undefined ? {} : { topic }));
  const objects = parsed.objects.map(({ index: _index, turn: _turn, ...object }) => object);
  return { objects, errors: parsed.errors };
}

test.each(conversationFormats)(
  'a turn in the form of %s has its objects in order, the same in each form',
  (format) => {
    const { objects, errors } = objectsOf(format, nativeTurn(format));
    expect(errors).toEqual([]);
    expect(objects).toEqual([
      { type: 'ooc_message', source: 'client', ooc_message: 'Write less.' },
      {
        ...{ type: 'resulting_scene', source: 'server' },
        resulting_scene: 'Your Warriors lost to an attack by the Greek Legion.',
      },
      {
        ...{ type: 'condition_table', source: 'server' },
        rows: [
          { name: '', value: 'Turn 12 (3450 BCE), version 310.' },
          { name: '', value: 'Gold 40 (+3), tax/lux/sci 40/0/60, despotism, score 9, rank 2' },
          { name: 'Decide', value: 'give_orders: catapult 140' },
        ],
      },
      {
        ...{ type: 'analysis', source: 'llm', reasoning: true },
        sections: [
          { title: 'Enemy', text: 'A Legion at (3, 4).' },
          { title: 'Plan', text: 'Attack it with the catapult.' },
        ],
      },
      {
        ...{ type: 'tracked_operations', source: 'llm', tool: 'options', call_id: 'c1' },
        operations: [
          { operation: 'options actor_id 140', ok: true, result: expect.stringContaining('73 %') },
        ],
      },
      {
        ...{ type: 'tracked_operations', source: 'llm', tool: 'do', call_id: 'c2' },
        operations: [
          {
            ...{ operation: 'unit_attack actor_id 140, target {"x":3,"y":4}', ok: true },
            result: expect.stringContaining('units_defeated'),
          },
          { operation: 'unit_fortify actor_id 7', ok: false, result: expect.stringContaining('no unit 7') },
        ],
      },
      {
        ...{ type: 'roll', source: 'server', odds: 0.73, outcome: 'won' },
        roll: expect.stringMatching(/^unit_attack actor_id 140.*defender_hp 0/),
      },
      {
        ...{ type: 'error', source: 'server', error_type: 'E130' },
        error_message: 'unit_fortify actor_id 7: There is no unit 7',
      },
      {
        ...{ type: 'analysis', source: 'llm', reasoning: false },
        sections: [{ title: '', text: 'The Legion is gone.' }],
      },
    ]);
  },
);

test('from a mark on there is what came after it, with what its results belong to', () => {
  const messages = kept(nativeTurn('anthropic'));
  const { objects } = parseConversation('anthropic', messages, 4);
  expect(objects.map(({ index, type }) => `${index} ${type}`)).toEqual([
    '4 tracked_operations',
    '4 roll',
    '4 error',
    '5 analysis',
  ]);
  expect(objects[1]).toMatchObject({ odds: 0.73 });
  const { objects: all } = parseConversation('anthropic', messages);
  expect(all.filter(({ index }) => index >= 4)).toEqual(objects);
});

test('a call without a result stands where it was made, with nothing known of it', () => {
  const { objects } = objectsOf('anthropic', nativeTurn('anthropic').slice(0, 2));
  expect(objects.at(-1)).toEqual({
    ...{ type: 'tracked_operations', source: 'llm', tool: 'options', call_id: 'c1' },
    operations: [{ operation: 'options actor_id 140', ok: null, result: '' }],
  });
});

test('talk with a person is a user message and what the model answers beside the game', () => {
  const talk = [
    { role: 'user', content: 'Why no harbour?' },
    { role: 'assistant', content: '# Because\nthe shore is poor.' },
  ];
  expect(objectsOf('anthropic', talk, 'chat').objects).toEqual([
    { type: 'user_message', source: 'user', user_message: 'Why no harbour?' },
    { type: 'ooc_message', source: 'llm', ooc_message: '# Because\nthe shore is poor.' },
  ]);
});

test('a brief that is kept with a talk is the state of the realm all the same', () => {
  const [brief = {}] = nativeTurn('anthropic');
  const { objects } = objectsOf('anthropic', [brief, { role: 'user', content: 'Well?' }], 'chat');
  const types = objects.map(({ type }) => type);
  expect(types).toEqual(['ooc_message', 'resulting_scene', 'condition_table', 'user_message']);
});

test('sections of a scene and of conditions are objects of their own', () => {
  const text =
    '# World\n\nMany Greeks.\n\n## Resulting scene\nThe city falls.\n# Condition table\nGold: 5\nTired\n# Plan';
  expect(objectsOf('openai-chat', [{ role: 'assistant', content: text }]).objects).toEqual([
    {
      ...{ type: 'analysis', source: 'llm', reasoning: false },
      sections: [
        { title: 'World', text: 'Many Greeks.' },
        { title: 'Plan', text: '' },
      ],
    },
    { type: 'resulting_scene', source: 'llm', resulting_scene: 'The city falls.' },
    {
      ...{ type: 'condition_table', source: 'llm' },
      rows: [
        { name: 'Gold', value: '5' },
        { name: '', value: 'Tired' },
      ],
    },
  ]);
});

test.each([
  ['map', 'map_data', { subtype: 'map', map_data: 'x 1 2\n1 g G' }],
  ['cities', 'map_data', { subtype: 'cities', map_data: 'x 1 2\n1 g G' }],
])('what the tool %s tells is an object of its own, and not said twice', (name, type, fields) => {
  const call = { id: 'c', type: 'function', function: { name, arguments: '' } };
  const { objects } = objectsOf('openai-chat', [
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: 'x 1 2\n1 g G' },
  ]);
  expect(objects).toMatchObject([
    { type: 'tracked_operations', operations: [{ operation: name, ok: true, result: '' }] },
    { type, ...fields },
  ]);
});

test.each([
  ['lost', 'ok true, what {attacker_survived false, attacker_hp 0, defender_hp 7}'],
  ['won', 'ok true, what {attacker_hp 3, defender_hp 0}'],
  ['undecided', 'ok true, what {attacker_hp 10, defender_hp 4}'],
])('a fight that is %s is told by who has hit points left', (outcome, line) => {
  const input = { actions: [{ action: 'unit_attack', actor_id: 1 }] };
  const { objects } = objectsOf('anthropic', [
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'do', input }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: `results:\n- ${line}` }] },
  ]);
  expect(objects).toMatchObject([{ type: 'tracked_operations' }, { type: 'roll', outcome, odds: null }]);
});

test('arguments that are no JSON are an error on the side of the agent', () => {
  const call = { id: 'c', type: 'function', function: { name: 'do', arguments: '{"actions": [' } };
  const { objects } = objectsOf('openai-chat', [{ role: 'assistant', content: null, tool_calls: [call] }]);
  expect(objects).toMatchObject([
    { type: 'error', source: 'client', error_type: 'INVALID_ARGS' },
    { type: 'tracked_operations', operations: [{ ok: null }] },
  ]);
});

test.each<[ConversationFormat, Record<string, unknown>, string]>([
  ['anthropic', { role: 'robot', content: '' }, 'role'],
  ['anthropic', { role: 'user', content: [{ type: 'hologram' }] }, 'content.0'],
  ['anthropic', { role: 'user', content: [{ type: 'tool_use', id: 'c', input: {} }] }, 'content.0.name'],
  ['openai-chat', { role: 'tool', content: 'x' }, 'tool_call_id'],
  ['openai-chat', { role: 'assistant', content: null, tool_calls: [{}] }, 'tool_calls.0.id'],
  ['openai-responses', { type: 'web_search_call' }, 'type'],
  ['openai-responses', { type: 'message', role: 'user' }, 'content'],
  ['gemini', { role: 'model', parts: [{ video: 1 }] }, 'parts.0'],
  ['gemini', { role: 'model', parts: [{ functionCall: {} }] }, 'parts.0.functionCall.name'],
])('what does not fit the form of %s is named with its place: %j', (format, message, path) => {
  const { objects, errors } = objectsOf(format, [message]);
  expect(objects).toEqual([]);
  expect(errors).toEqual([{ index: 0, path, reason: expect.stringMatching(/./) }]);
});

test('what does not fit a form does not hide what stands beside it', () => {
  const content = [{ type: 'hologram' }, { type: 'text', text: 'Hello.' }];
  const { objects, errors } = objectsOf('anthropic', [{ role: 'assistant', content }]);
  expect(objects).toMatchObject([{ type: 'analysis' }]);
  expect(errors).toMatchObject([{ path: 'content.0' }]);
});

test('verdicts that are told in few words are those of the actions of their call', () => {
  const args = {
    actions: [
      { action: 'unit_fortify', actor_ids: [4, 5] },
      { action: 'unit_attack', actor_id: 6, target: '3,4' },
      { action: 'city_buy', actor_id: 7 },
    ],
  };
  const call = { kind: 'called', name: 'do', callId: 'c', args, raw: '' } as const;
  const text = [
    '3 of 4 done, gold 12.',
    '- unit_fortify actor_id 5: E130: It is gone',
    '- unit_attack actor_id 6, target 3,4: attacker_hp 4, defender_hp 0',
  ].join('\n');
  const result = { kind: 'returned', callId: 'c', name: 'do', text, isError: false } as const;
  const [tracked, ...others] = resultObjects(result, call, { index: 0, turn: 5 }, new Map([['6', 0.7]]));
  expect(tracked).toMatchObject({
    operations: [{ ok: false, result: 'E130: It is gone' }, { ok: true }, { ok: true, result: '' }],
  });
  expect(others).toMatchObject([
    { type: 'roll', odds: 0.7, outcome: 'won' },
    { type: 'error', error_type: 'E130' },
  ]);
});

test('a brief is found in the answer of the tools, with verdicts before it or without', () => {
  for (const before of ['', '2 done.\nAdvice followed: settle 1.\n'])
    expect(hasBrief(`${before}Turn 5 (3800 BCE); 1 turn passed, ended for: turn.\nGold 4`)).toBe(true);
  expect(hasBrief('2 done.')).toBe(false);
});
