import { expect, test } from 'vitest';
import { callsIn } from '../../../../lab/meter/call-log.js';
import { readMeterCommand } from '../../../../lab/meter/meter-options.js';
import { CountedUsage, interfaceAt, type ModelInterface } from '../../../../lab/meter/model-interface.js';
import { PlayerAccounts } from '../../../../lab/meter/player-accounts.js';
import { passingStream, streamWithoutUsage, wholeAnswer } from '../../../../lab/meter/usage-reader.js';

function at(path: string): ModelInterface {
  const found = interfaceAt(path);
  if (found === undefined) throw new Error(`no interface at ${path}`);
  return found;
}

const chat = at('/v1/chat/completions');
const responses = at('/v1/responses');
const messages = at('/v1/messages');

test.each([
  [
    'chat completions',
    chat,
    [
      { usage: null },
      { usage: { prompt_tokens: 9, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 4 } } },
    ],
    { input: 5, written: 0, cached: 4, output: 3 },
  ],
  [
    'responses',
    responses,
    [
      { type: 'response.created', response: { usage: null } },
      {
        type: 'response.completed',
        response: {
          usage: { input_tokens: 9, output_tokens: 3, input_tokens_details: { cached_tokens: 4 } },
        },
      },
    ],
    { input: 5, written: 0, cached: 4, output: 3 },
  ],
  [
    'messages',
    messages,
    [
      {
        type: 'message_start',
        message: {
          usage: {
            input_tokens: 5,
            cache_creation_input_tokens: 2,
            cache_read_input_tokens: 4,
            output_tokens: 1,
          },
        },
      },
      { type: 'message_delta', usage: { output_tokens: 3 } },
    ],
    { input: 7, written: 2, cached: 4, output: 3 },
  ],
])('tokens of a stream of %s are those that its last event with a usage tells', (_, of, events, usage) => {
  const counted = new CountedUsage(of);
  for (const event of events) counted.add(event);
  expect(counted.usage).toEqual(usage);
});

test('a stream of messages that is cut after its start has no known usage', () => {
  const counted = new CountedUsage(messages);
  counted.add({ type: 'message_start', message: { usage: { input_tokens: 5, output_tokens: 1 } } });
  expect(counted.usage).toBeUndefined();
});

const events = [
  'data: {"choices":[{"delta":{"content":"grün"}}],"usage":null}\n\n',
  ': a comment\r\n\r\n',
  'data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2}}\n\n',
  'data: [DONE]\n\n',
];
const stream = Buffer.from(events.join(''));

test('a stream passes byte by byte as it was, and its usage is read, wherever it is cut', () => {
  for (let cut = 0; cut <= stream.length; cut += 1) {
    const reader = passingStream(chat);
    const passed = [reader.pass(stream.subarray(0, cut)), reader.pass(stream.subarray(cut)), reader.end()];
    expect(Buffer.concat(passed)).toEqual(stream);
    expect(reader.usage).toMatchObject({ input: 7, output: 2 });
  }
});

test('the chunk of a usage that was not asked for stays out, and all else passes, wherever it is cut', () => {
  for (let cut = 0; cut <= stream.length; cut += 1) {
    const reader = streamWithoutUsage(chat);
    const passed = [reader.pass(stream.subarray(0, cut)), reader.pass(stream.subarray(cut)), reader.end()];
    expect(Buffer.concat(passed).toString('utf8')).toBe([events[0], events[1], events[3]].join(''));
    expect(reader.usage).toMatchObject({ input: 7, output: 2 });
  }
});

test('an answer without a usage has none, and one of a refusal has none either', () => {
  for (const text of ['{"choices":[]}', '{"error":{"message":"no"}}', 'no JSON', '']) {
    const reader = wholeAnswer(chat);
    reader.pass(Buffer.from(text));
    reader.end();
    expect(reader.usage).toBeUndefined();
  }
});

const call = {
  ...{ time: '2026-01-01T00:00:00.000Z', player: 'a', interface: 'messages', model: 'm', status: 200 },
  ...{ input_tokens: 5, cached_tokens: 4, cache_written_tokens: 0, output_tokens: 1, ms: 7 },
  usage_source: 'measured',
} as const;

test('a budget counts what the file of an earlier run has, but for a line that a kill tore', () => {
  const text = `${JSON.stringify(call)}\n${JSON.stringify(call).slice(0, 40)}`;
  const accounts = new PlayerAccounts([{ name: 'a', key: 'secret' }], 10, callsIn(text));
  expect(accounts.at('a')).toBeUndefined();
  const account = accounts.at('a:secret');
  expect(account?.refusal).toMatchObject({ code: 'insufficient_quota', mayPass: false });
  expect(account?.refusal?.message).toBe('The budget of a is used up: 10 of 10 tokens.');
  expect(account?.totals).toMatchObject({ calls: 1, input_tokens: 5, cached_tokens: 4, output_tokens: 1 });
});

test('a player has at most eight calls in progress, so that a budget is exceeded by no more', () => {
  const account = new PlayerAccounts(undefined, 10, []).at('b');
  const calls = Array.from({ length: 8 }, () => account?.begin());
  expect(account?.refusal).toMatchObject({ code: 'rate_limit_exceeded', mayPass: true });
  calls[0]?.[Symbol.dispose]();
  expect(account?.refusal).toBeUndefined();
});

test('the command of the meter names what is wrong with it', () => {
  const upstream = ['--upstream', 'https://api.openai.com'];
  expect(readMeterCommand([...upstream, '--players', 'a:k,b'])).toMatchObject({
    value: {
      players: [
        { name: 'a', key: 'k' },
        { name: 'b', key: undefined },
      ],
      port: 8790,
      host: '127.0.0.1',
    },
  });
  for (const args of [
    [...upstream, '--players', 'a,a'],
    [...upstream, '--players', 'a/b'],
    ['--upstream', 'ftp://x', '--players', 'a'],
    [...upstream, '--players', 'a', '--budget', '0'],
  ])
    expect(readMeterCommand(args)).toMatchObject({ failure: expect.stringMatching(/^--/) });
});
