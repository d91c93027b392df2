import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { CallLog, callsIn } from '../../../../lab/meter/call-log.js';
import { MeterServer } from '../../../../lab/meter/meter-server.js';
import { PlainProvider } from '../../../support/models/plain-provider.js';

const KEY = 'sk-a-key-that-stays-secret';
const PROMPT = 'a prompt that stays secret';

let folder = '';
let file = '';
let provider: PlainProvider;
let meter: MeterServer;
let faults: unknown[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeciv-meter-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
beforeEach(async () => {
  files += 1;
  file = join(folder, `${files}.jsonl`);
  faults = [];
  provider = await PlainProvider.start();
  meter = await startMeter();
});

afterEach(async () => {
  await meter[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
  expect(faults).toEqual([]);
});

async function startMeter(budget?: number): Promise<MeterServer> {
  return MeterServer.start({
    ...{ upstream: new URL(provider.url), host: '127.0.0.1', port: 0, budget },
    players: [
      { name: 'alice', key: undefined },
      { name: 'bob', key: 'k3y' },
    ],
    log: await CallLog.open(file),
    onFault: (error) => faults.push(error),
  });
}

const openAi = (player = 'alice') =>
  new OpenAI({ apiKey: KEY, baseURL: `${meter.url}/${player}/v1`, maxRetries: 0 });
const anthropic = (player = 'alice') =>
  new Anthropic({ apiKey: KEY, baseURL: `${meter.url}/${player}`, maxRetries: 0 });
const ask = [{ role: 'user' as const, content: PROMPT }];

/** Input, cached and output tokens as the SDK reports them of a call. */
type Reported = readonly [number, number, number];

const chatUsage = (usage: OpenAI.CompletionUsage | null | undefined): Reported => {
  const cached = usage?.prompt_tokens_details?.cached_tokens ?? 0;
  return [(usage?.prompt_tokens ?? 0) - cached, cached, usage?.completion_tokens ?? 0];
};
const responseUsage = (usage: OpenAI.Responses.ResponseUsage | undefined): Reported => {
  const cached = usage?.input_tokens_details.cached_tokens ?? 0;
  return [(usage?.input_tokens ?? 0) - cached, cached, usage?.output_tokens ?? 0];
};
const messageUsage = (usage: Anthropic.Usage): Reported => [
  usage.input_tokens + (usage.cache_creation_input_tokens ?? 0),
  usage.cache_read_input_tokens ?? 0,
  usage.output_tokens,
];

const calls: readonly (readonly [string, () => Promise<Reported>])[] = [
  [
    'chat completions',
    async () =>
      chatUsage((await openAi().chat.completions.create({ model: 'a-model', messages: ask })).usage),
  ],
  [
    'streamed chat completions',
    async () => {
      const stream = openAi().chat.completions.stream({
        ...{ model: 'a-model', messages: ask, stream_options: { include_usage: true } },
      });
      return chatUsage((await stream.finalChatCompletion()).usage);
    },
  ],
  [
    'responses',
    async () => responseUsage((await openAi().responses.create({ model: 'a-model', input: PROMPT })).usage),
  ],
  [
    'streamed responses',
    async () =>
      responseUsage(
        (await openAi().responses.stream({ model: 'a-model', input: PROMPT }).finalResponse()).usage,
      ),
  ],
  [
    'messages',
    async () =>
      messageUsage(
        (await anthropic().messages.create({ model: 'a-model', max_tokens: 9, messages: ask })).usage,
      ),
  ],
  [
    'streamed messages',
    async () => {
      const stream = anthropic().messages.stream({ model: 'a-model', max_tokens: 9, messages: ask });
      return messageUsage((await stream.finalMessage()).usage);
    },
  ],
];

/** What the meter has written. */
const written = async () => callsIn(await readFile(file, 'utf8'));

test.each(calls)('what the meter counts of %s is what the SDK of the provider reports', async (_, call) => {
  provider.tokens = { prompt: 211, cached: 150, output: 17 };
  expect(await call()).toEqual([61, 150, 17]);
  await expect.poll(written).toHaveLength(1);
  const [line] = await written();
  expect(line).toMatchObject({
    ...{ player: 'alice', model: 'a-model', status: 200, usage_source: 'measured' },
    ...{ input_tokens: 61, cached_tokens: 150, output_tokens: 17 },
  });
  const totals = await (await fetch(`${meter.url}/alice/usage`)).json();
  expect(totals).toMatchObject({ calls: 1, input_tokens: 61, cached_tokens: 150, output_tokens: 17 });
});

test('a stream whose usage was not asked for is counted, and its caller gets no chunk of it', async () => {
  const stream = await openAi().chat.completions.create({ model: 'a-model', messages: ask, stream: true });
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  expect(provider.seen[0]?.body).toMatchObject({ stream_options: { include_usage: true } });
  expect(chunks.every(({ choices }) => choices.length === 1)).toBe(true);
  expect(chunks.map(({ choices }) => choices[0]?.delta.content).join('')).toBe('Béla founds a city.');
  await expect.poll(written).toMatchObject([{ input_tokens: 20, cached_tokens: 100, output_tokens: 7 }]);
});

test('a stream comes in pieces as they are sent, byte by byte as the provider sends it', async () => {
  let go = () => {};
  provider.beforeFrame = (index) =>
    index === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          go = resolve;
        });
  const body = JSON.stringify({ model: 'a-model', messages: ask, stream: true, max_tokens: 9 });
  const asked = (url: string) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', 'x-api-key': KEY }, body });
  const answer = await asked(`${meter.url}/alice/v1/messages`);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let through = '';
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
    // The next frame is sent only now.
    through += piece.value;
    go();
  }
  provider.beforeFrame = () => Promise.resolve();
  expect(through).toBe(await (await asked(`${provider.url}/v1/messages`)).text());
});

test.each(calls)(
  'a player over its budget gets 429 of %s, and the provider is not asked',
  async (_, call) => {
    await meter[Symbol.asyncDispose]();
    meter = await startMeter(127);
    await call();
    await fetch(`${meter.url}/alice/usage`);
    await expect(call()).rejects.toMatchObject({
      status: 429,
      message: expect.stringContaining('The budget of alice is used up: 127 of 127 tokens.'),
    });
    expect(provider.seen).toHaveLength(1);
    // Another player has a budget of its own, and another meter counts what the file has.
    await openAi('bob:k3y').responses.create({ model: 'a-model', input: PROMPT });
    await meter[Symbol.asyncDispose]();
    meter = await startMeter(127);
    await expect(call()).rejects.toMatchObject({ status: 429 });
  },
);

test('the key of a caller reaches the provider, and neither key nor prompt is in the file', async () => {
  for (const [, call] of calls) await call();
  expect(provider.seen).toHaveLength(6);
  for (const { headers } of provider.seen) expect(JSON.stringify(headers)).toContain(KEY);
  await expect.poll(written).toHaveLength(6);
  const text = await readFile(file, 'utf8');
  expect(text).not.toContain(KEY);
  expect(text).not.toContain('secret');
});

test('an address without its key, another path and a response in the background are not passed on', async () => {
  await expect(openAi('bob').models.list()).rejects.toMatchObject({ status: 404 });
  await expect(openAi().embeddings.create({ model: 'm', input: 'x' })).rejects.toMatchObject({ status: 404 });
  const background = { model: 'a-model', input: PROMPT, background: true };
  await expect(openAi().responses.create(background)).rejects.toMatchObject({ status: 400 });
  expect(provider.seen).toEqual([]);
});

test('a redirect of the provider is not followed, nor given to the caller', async () => {
  provider.instead = (response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end();
  await expect(calls[0]?.[1]()).rejects.toMatchObject({ status: 502 });
  await expect.poll(written).toMatchObject([{ status: 502, input_tokens: 0 }]);
});

test('an error of the provider reaches the caller as it is, and counts no tokens', async () => {
  provider.instead = (response) =>
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { message: 'no such model', type: 'invalid_request_error' } }));
  await expect(calls[0]?.[1]()).rejects.toMatchObject({ status: 400, message: '400 no such model' });
  await expect.poll(written).toMatchObject([{ status: 400, output_tokens: 0, usage_source: 'measured' }]);
});

test('a call that its caller leaves is read to its end and counted', async () => {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  provider.beforeFrame = (index) => (index === 2 ? held : Promise.resolve());
  const leaving = new AbortController();
  const body = { model: 'a-model', input: PROMPT, stream: true } as const;
  const stream = await openAi().responses.create(body, { signal: leaving.signal });
  for await (const _event of stream) break;
  leaving.abort();
  go();
  await expect.poll(written).toMatchObject([{ output_tokens: 7, usage_source: 'measured' }]);
});

test('a stream that breaks has an unknown usage, which the totals tell', async () => {
  provider.instead = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {}\n\n');
    setImmediate(() => response.destroy());
  };
  await expect(calls[3]?.[1]()).rejects.toThrow();
  await expect.poll(written).toMatchObject([{ output_tokens: 0, usage_source: 'unknown' }]);
  const totals = await (await fetch(`${meter.url}/alice/usage`)).json();
  expect(totals).toMatchObject({ calls: 1, calls_of_unknown_usage: 1 });
});
