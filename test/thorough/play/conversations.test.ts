import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { conversationSummarySchema } from '#shared/protocol/conversation.js';
import { conversationViewSchema } from '#shared/protocol/conversation-objects.js';
import { gameInfoSchema } from '#shared/protocol/game-summary.js';
import { AgentSeat } from '../../../agent/seat.js';
import { forkGame } from '../../../features/forks/fork.js';
import { conversationAppend, usageReport } from '../../support/model-records.js';
import { nativeTurn } from '../../support/native-conversations.js';
import { SplitStack } from '../../support/services/split-stack.js';
import { type Stack, startStack } from '../../support/stack.js';

const tokens = 'token-of-ann=ann,token-of-ben=ben,watcher=*/*/watch,manager=*/*/manage';

let stack: Stack;
let ann: AgentSeat;

beforeAll(async () => {
  stack = await startStack({ LLM_API_TOKENS: tokens });
  ann = new AgentSeat(stack.gatewayUrl, {
    ...{ agentId: 'ann', token: 'token-of-ann', game: 'g' },
    login: { game_config: { players: 2, map: { xsize: 40, ysize: 30 } } },
  });
  await ann.push('turn_start');
});
afterAll(async () => {
  await ann.close();
  await stack[Symbol.asyncDispose]();
});

const listSchema = z.object({ conversations: z.array(conversationSummarySchema) });

async function get(path: string, token = 'token-of-ann', base = stack.httpUrl) {
  const answer = await fetch(`${base}/api/${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, body: await answer.json() };
}

async function read(path: string, token?: string, base?: string) {
  return conversationViewSchema.parse((await get(`conversations/${path}`, token, base)).body);
}

async function ids(query: string, token?: string): Promise<readonly string[]> {
  const { conversations } = listSchema.parse((await get(`conversations?${query}`, token)).body);
  return conversations.map(({ conversation_id: id, title, messages }) => `${id} ${title} ${messages}`);
}

const anthropic = { conversation_id: 'talk', format: 'anthropic', messages: [...nativeTurn('anthropic')] };

test('a conversation is listed, and read as objects and in its native form from a mark on', async () => {
  await ann.request('conversation_append', { ...anthropic, title: 'The war', from: 0 });
  const chat = [{ role: 'user', content: 'Who won?' }];
  await ann.request('conversation_append', { ...anthropic, topic: 'chat', messages: chat });
  expect(await ids('game_id=g')).toEqual(['talk The war 7']);
  const whole = await read('talk?game_id=g');
  expect(whole).toMatchObject({
    ...{ conversation_id: 'talk', conversation_name: 'The war', agent_id: 'ann', game_id: 'g', turn: 1 },
    ...{ format: 'anthropic', messages: 7, parsing_errors: [], next: 7 },
  });
  expect(whole).not.toHaveProperty('new_messages');
  const types = whole.conversation_objects.map(({ type }) => type);
  expect(types).toEqual([
    ...['ooc_message', 'resulting_scene', 'condition_table', 'analysis', 'tracked_operations'],
    ...['tracked_operations', 'roll', 'error', 'analysis', 'user_message'],
  ]);
  const after = await read('talk?game_id=g&since=5');
  expect(after.new_messages).toEqual([anthropic.messages[5], ...chat]);
  expect(after.conversation_objects).toEqual(whole.conversation_objects.slice(-2));
  expect(await read('talk?game_id=g&since=7')).toMatchObject({
    ...{ conversation_objects: [], new_messages: [], next: 7 },
  });
});

test('messages that do not fit their format are named, and hide nothing else', async () => {
  const messages = [{ role: 'assistant', content: [{ type: 'hologram' }, { type: 'text', text: 'Here.' }] }];
  await ann.request('conversation_append', { conversation_id: 'odd', format: 'anthropic', messages });
  expect(await read('odd?game_id=g')).toMatchObject({
    parsing_errors: [{ index: 0, path: 'content.0' }],
    conversation_objects: [{ type: 'analysis' }],
  });
});

test('long conversations come in parts, each with the mark of the next', async () => {
  const text = 'x'.repeat(60_000);
  for (let part = 0; part < 3; part += 1) {
    const messages = Array.from({ length: 4 }, () => ({ role: 'assistant', content: text }));
    await ann.request('conversation_append', { conversation_id: 'long', format: 'anthropic', messages });
  }
  const marks = [0];
  for (let since = 0; since < 12; ) {
    since = (await read(`long?game_id=g&since=${since}`)).next;
    marks.push(since);
  }
  expect(marks.length).toBeGreaterThan(2);
  expect(marks.toSorted((a, b) => a - b)).toEqual(marks);
  expect(marks.at(-1)).toBe(12);
});

test('nobody but who plays the seat or manages the game reads what a model says', async () => {
  expect(await ids('game_id=g', 'token-of-ben')).toEqual([]);
  expect(await ids('game_id=g', 'manager')).toContain('talk The war 7');
  for (const token of ['token-of-ben', 'watcher'])
    for (const path of ['conversations?game_id=g&agent_id=ann', 'conversations/talk?game_id=g&agent_id=ann'])
      expect((await get(path, token)).status, `${token} ${path}`).toBe(403);
  expect((await get('conversations/talk?game_id=g', 'token-of-ben')).status).toBe(404);
  expect((await get('conversations/talk?game_id=g', 'watcher')).status).toBe(403);
  expect((await get('conversations/talk?game_id=nowhere', 'manager')).status).toBe(404);
  expect((await get('conversations/none?game_id=g')).status).toBe(404);
  expect((await get('conversations/talk?game_id=g&since=x')).status).toBe(400);
  expect((await get('conversations/talk?game_id=g&since=x', 'nobody')).status).toBe(401);
});

test('a fork has what was said and taken until its turn, and goes on by itself', async () => {
  await ann.request('usage_report', usageReport({ turn: 1, cost_usd: 0.5 }));
  await ann.endTurn();
  await ann.request('usage_report', usageReport({ turn: 2, cost_usd: 0.25 }));
  await ann.request('conversation_append', conversationAppend('in turn 2', { conversation_id: 'talk' }));
  const fork = await forkGame(stack, { gameId: 'g', turn: 2, forkId: 'branch' });
  expect(fork.ok).toBe(true);
  expect(await ids('game_id=branch')).toContain('talk The war 7');
  expect(await ids('game_id=g')).toContain('talk The war 8');
  const { seats } = gameInfoSchema.parse((await get('games/branch')).body);
  expect(seats).toMatchObject([{ agent_id: 'ann', run: { usage: { turns: 1, cost_usd: 0.5 } } }]);
  await stack.games.remove('branch');
  expect((await get('conversations?game_id=branch')).status).toBe(404);
});

test('what a model said, took and answers outlives a kill of gateway and proxy', async () => {
  await using split = await SplitStack.start({ isBuilt: true });
  const base = () => `http://127.0.0.1:${split.gateway.port}`;
  const ask = () =>
    fetch(`${base()}/api/v1/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${split.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ game_id: 'g', agent_id: 'model', message: 'Well?', request_id: 'once' }),
    });
  const seat = new AgentSeat(base().replace('http', 'ws'), {
    ...{ agentId: 'model', token: split.token, game: 'g' },
    login: { capabilities: ['chat'], game_config: { players: 2, map: { xsize: 40, ysize: 30 } } },
  });
  await seat.push('turn_start');
  await seat.request('usage_report', usageReport({ turn: 1 }));
  await seat.request('conversation_append', conversationAppend('before', { title: 'Before' }));
  const lost = ask().catch(() => 'lost');
  await seat.push('operator_message');
  await split.killGateway();
  expect(await lost).toBe('lost');
  await split.killProxy();
  await split.startProxy();
  await split.startGateway();
  const answer = { request_id: 'once', kind: 'final', text: 'Very well.' };
  expect(await seat.request('chat_answer', answer)).toMatchObject({ awaited: false });
  expect(await (await ask()).json()).toMatchObject({ ok: true, reply: 'Very well.' });
  await seat.request('conversation_append', conversationAppend('after', { from: 1 }));
  const { run } = await seat.request('usage_report', usageReport({ turn: 1, calls: 5 }));
  expect(run).toMatchObject({ usage: { turns: 1, calls: 5 }, valid: true });
  const view = await read('c?game_id=g&since=0', split.token, base());
  expect(view).toMatchObject({ conversation_name: 'Before', messages: 2 });
  expect(JSON.stringify(view.new_messages)).toMatch(/before.*after/);
  await seat.close();
});
