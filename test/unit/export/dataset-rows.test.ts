import { expect, test } from 'vitest';
import type { KeptMessage } from '#shared/protocol/conversation.js';
import { SUMMARY_OPENING } from '#shared/protocol/conversation.js';
import { chatConversation, type PlacedMessage } from '../../../features/export/dataset/chat-messages.js';
import { conversationRows } from '../../../features/export/dataset/conversation-rows.js';
import { parseDatasetOptions } from '../../../features/export/dataset/dataset-options.js';
import type { ChatMessage } from '../../../features/export/dataset/dataset-row.js';
import { RowTools } from '../../../features/export/dataset/export-dataset.js';
import { SecretFilter, secretsIn } from '../../../features/export/dataset/secrets.js';
import { kept as keptTurn, nativeTurn } from '../../support/native-conversations.js';

const formats = ['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const;

test('a conversation is the same chat with tools, whatever form of a provider it was kept in', () => {
  const chats = formats.map((format) => chatConversation(format, keptTurn(nativeTurn(format))));
  for (const { messages, unreadable } of chats) {
    expect(unreadable).toBe(0);
    expect(messages).toEqual(chats[0]?.messages);
  }
  const messages = chats[0]?.messages.map(({ message }) => message) ?? [];
  expect(messages).toMatchObject([
    { role: 'user', content: expect.stringContaining('Turn 12') },
    {
      role: 'assistant',
      content: '',
      reasoning_content: expect.stringContaining('Attack it'),
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'options', arguments: { actor_id: 140 } } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', name: 'options', content: expect.stringContaining('Catapult') },
    { role: 'assistant', tool_calls: [{ id: 'call_2', function: { name: 'do' } }] },
    { role: 'tool', tool_call_id: 'call_2', name: 'do' },
    { role: 'assistant', content: 'The Legion is gone.' },
  ]);
});

function kept(message: Record<string, unknown>, topic: 'game' | 'chat' = 'game'): KeptMessage {
  return { index: 0, turn: 3, at: '2026-01-01T00:00:00.000Z', topic, message };
}

test('talk with people is left out of a dataset; what cannot be read is counted', () => {
  const call = { id: 'x', type: 'function', function: { name: 'do', arguments: '{"actions":' } };
  const { messages, unreadable } = chatConversation('openai-chat', [
    kept({ role: 'system', content: 'You play.' }),
    kept({ role: 'user', content: 'Turn 3' }),
    kept({ role: 'user', content: 'I am Ann. Who wins?' }, 'chat'),
    kept({ role: 'assistant', content: 'You, Ann.' }, 'chat'),
    kept({ role: 'assistant', content: 'Well.', tool_calls: [call] }),
    kept({ role: 'tool', tool_call_id: 'x', content: 'no JSON' }),
    kept({ role: 'user', content: 'Call a tool.' }),
    kept({ role: 'user', content: 'Turn 4' }),
    kept({ role: 'nobody' }),
  ]);
  expect(messages.map(({ message }) => message)).toEqual([
    { role: 'system', content: 'You play.' },
    { role: 'user', content: 'Turn 3' },
    { role: 'assistant', content: 'Well.' },
    { role: 'user', content: 'Call a tool.\nTurn 4' },
  ]);
  expect(unreadable).toBe(3);
});

function talk(...texts: readonly [ChatMessage['role'], string, number][]): PlacedMessage[] {
  return texts.map(([role, content, turn]) => ({ turn, message: { role, content } }));
}

test('a row ends before a summary and before it is too long, and begins with the system message', () => {
  const long = 'x'.repeat(500);
  const rows = conversationRows(
    talk(
      ['system', 'You play.', 1],
      ['user', long, 1],
      ['assistant', 'one', 1],
      ['user', long, 2],
      ['assistant', 'two', 2],
      ['user', long, 3],
      ['assistant', 'three', 3],
      ['user', `${SUMMARY_OPENING}\nall is well`, 4],
      ['assistant', 'four', 4],
      ['user', 'Turn 5', 5],
    ),
    1500,
  );
  expect(
    rows.map(({ messages, ...about }) => [messages.map(({ content }) => content.slice(0, 8)), about]),
  ).toEqual([
    [['You play', 'xxxxxxxx', 'one', 'xxxxxxxx', 'two'], { begins_at: 'start', first_turn: 1, last_turn: 2 }],
    [['You play', 'xxxxxxxx', 'three'], { begins_at: 'middle', first_turn: 1, last_turn: 3 }],
    [['You play', 'The game', 'four'], { begins_at: 'summary', first_turn: 1, last_turn: 4 }],
  ]);
});

test('a conversation in which the model never answered makes no row', () => {
  expect(conversationRows(talk(['user', 'Turn 1', 1]), 1000)).toEqual([]);
  expect(conversationRows([], 1000)).toEqual([]);
});

test('rows have the small set of tools, the full one where an action was called, and unknown ones', () => {
  const tools = new RowTools();
  const calling = (...names: string[]): ChatMessage => ({
    role: 'assistant',
    content: '',
    tool_calls: names.map((name) => ({ id: name, type: 'function', function: { name, arguments: {} } })),
  });
  const names = (...called: string[]) =>
    tools.toolsOf([calling(...called)]).map((tool) => JSON.stringify(tool).match(/"name":"(\w+)"/)?.[1]);
  expect(names('do')).toContain('end_turn');
  expect(names('do')).not.toContain('unit_move');
  expect(names('unit_move')).toEqual(expect.arrayContaining(['do', 'unit_move', 'city_buy']));
  expect(names('my_tool').at(-1)).toBe('my_tool');
  expect(names('my_tool', 'unit_move').filter((name) => name === 'end_turn')).toHaveLength(1);
});

test('secrets are removed wherever they stand, and counted', () => {
  const known = secretsIn({
    LLM_API_TOKENS: 'short,a-known-secret-1=ann,sha256:0123456789abcdef',
    OPENAI_API_KEY: 'another-known-secret',
    PATH: '/usr/bin:/usr/local/bin',
  });
  const filter = new SecretFilter(known);
  const minted = '0123456789abcdef'.repeat(3);
  const cleaned = filter.clean([
    { role: 'user', content: `use a-known-secret-1 or sk-${'a'.repeat(30)}` },
    {
      role: 'assistant',
      tool_calls: [{ function: { arguments: { header: `Bearer ${'b'.repeat(20)}`, [minted]: 1 } } }],
    },
  ]);
  expect(cleaned).toEqual([
    { role: 'user', content: 'use [removed] or [removed]' },
    {
      role: 'assistant',
      tool_calls: [{ function: { arguments: { header: 'Bearer [removed]', '[removed]': 1 } } }],
    },
  ]);
  expect(filter.removed).toBe(4);
  expect(filter.clean(`hash ${'ab'.repeat(32)}, the short one, /usr/local/bin`)).toBe(
    `hash ${'ab'.repeat(32)}, the short one, /usr/local/bin`,
  );
});

test('half of a surrogate pair becomes a character that Parquet can hold; whole pairs stay', () => {
  expect(new SecretFilter().clean({ content: 'a\ud800b \ud83d\ude00' })).toEqual({
    content: 'a\ufffdb \ud83d\ude00',
  });
});

test.each([
  [['--dataset', 'out'], 'name the folder of a game'],
  [['games', '--dataset='], 'name the folder for the dataset'],
  [['games', '--dataset', 'out', '--split', '80,20'], 'three whole numbers that make 100'],
  [['games', '--dataset', 'out', '--split', '80,10,x'], 'three whole numbers that make 100'],
  [['games', '--dataset', 'out', '--max-chars', '5'], '--max-chars takes a whole number'],
  [['games', '--dataset', 'out', '--gif'], '--gif'],
])('a wrong command line for a dataset is refused with a sentence: %j', (args, message) => {
  expect(() => parseDatasetOptions(args)).toThrow(message);
});
