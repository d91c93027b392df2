import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AgentSeat, type SeatOptions } from '../../../agent/seat.js';
import { ContractCheck } from '../../support/contract.js';
import { type Stack, startStack } from '../../support/stack.js';

const tokens = 'token-of-ann=ann,token-of-ben=ben,watcher=*/*/watch,manager=*/g/manage';

let stack: Stack;
let ann: AgentSeat;
let ben: AgentSeat;
const contract = new ContractCheck();

function seatOf(agentId: string, options: Partial<SeatOptions> = {}): AgentSeat {
  const own = { agentId, token: `token-of-${agentId}`, game: 'g', onMessage: contract.check };
  return new AgentSeat(stack.gatewayUrl, { ...own, ...options });
}

beforeAll(async () => {
  stack = await startStack({ LLM_API_TOKENS: tokens });
  const game_config = { players: 2, min_agents: 2, map: { xsize: 40, ysize: 30 } };
  ann = seatOf('ann', { login: { capabilities: ['chat'], game_config } });
  ben = seatOf('ben');
  await Promise.all([ann.push('turn_start'), ben.push('turn_start')]);
});
afterAll(async () => {
  await Promise.all([ann.close(), ben.close()]);
  await stack[Symbol.asyncDispose]();
  contract.end();
});

const toAnn = { game_id: 'g', agent_id: 'ann' };

function post(body: object, token = 'token-of-ann'): Promise<Response> {
  return fetch(`${stack.httpUrl}/api/v1/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function say(body: object, token?: string): Promise<Record<string, unknown>> {
  const answer = await post(body, token);
  return { status: answer.status, ...JSON.parse(await answer.text()) };
}

/** Answers the message of that name as a model that says what it was told. */
async function answerOnce(requestId: string): Promise<void> {
  const { message } = await ann.push('operator_message', (data) => data.request_id === requestId);
  await ann.request('chat_answer', { request_id: requestId, kind: 'final', text: `You said: ${message}` });
}

test('a message comes back with the reply, the tools that were called, and what they changed', async () => {
  const answered = say({ ...toAnn, message: 'Found a city.', request_id: 'found' });
  const told = await ann.push('operator_message');
  expect(told).toEqual({ request_id: 'found', message: 'Found a city.', deadline_s: 120 });
  const { offers } = await ann.offers();
  const { unit_id } = offers.find(({ type }) => type === 'unit_build_city') ?? {};
  const actions = [{ action: 'unit_build_city', actor_id: unit_id }];
  const result = await ann.request('tool_call', { name: 'do', arguments: { actions } });
  const event = { tool_name: 'do', ok: result.ok, summary: 'founded a city' };
  await ann.request('chat_answer', { request_id: 'found', kind: 'progress', tool_event: event });
  const usage = { input_tokens: 700, output_tokens: 9 };
  const final = { request_id: 'found', kind: 'final', text: 'Done.', usage };
  expect(await ann.request('chat_answer', final)).toMatchObject({ awaited: true });
  expect(await answered).toMatchObject({
    ...{ status: 200, ok: true, ...toAnn, reply: 'Done.', usage: { output_tokens: 9 } },
    tool_events: [{ tool_name: 'do', ok: true }],
    state_patch: { cities: [{ size: 1 }], removed: { units: [unit_id] } },
  });
});

test('each tool that a model calls is audited with its session, its time and its tokens', async () => {
  await ann.request('tool_call', { name: 'brief', arguments: {} });
  await ann.request('tool_call', { name: 'rules', arguments: { name: 'no such thing' } });
  const folder = join(stack.dataDir, 'audit');
  const files = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  );
  const records = files
    .join('')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const shape = {
    ...{
      agent_id: 'ann',
      game_id: 'g',
      session: expect.stringMatching(/^.{6}$/),
      args_hash: expect.any(String),
    },
    ...{ duration_ms: expect.any(Number), tokens: expect.any(Number) },
  };
  expect(records).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...shape, tool_name: 'do', action: 'unit_build_city', status: 'ok' }),
      expect.objectContaining({ ...shape, tool_name: 'brief', action: 'brief', status: 'ok' }),
      expect.objectContaining({ ...shape, tool_name: 'rules', action: 'rules', status: 'E130' }),
      expect.objectContaining({ action: 'operator_message', correlation_id: 'found', status: 'ok' }),
    ]),
  );
  expect(files.join('')).not.toContain('Found a city.');
});

test('the same message is answered once, by whomever it is sent, and another under its name is refused', async () => {
  const body = { ...toAnn, message: 'Once?', request_id: 'once' };
  const both = [say(body), say(body, 'manager')];
  await answerOnce('once');
  const answers = await Promise.all([...both, say(body)]);
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, reply: 'You said: Once?' });
  const other = await say({ ...body, message: 'Twice?' });
  expect(other).toMatchObject({ status: 400, error_code: 'INVALID_ARGS', path: 'request_id' });
});

test('a message comes while the agent waits for its next turn', async () => {
  const turn = ann.endTurn();
  const answered = say({ ...toAnn, message: 'Are you there?', request_id: 'waiting' });
  await answerOnce('waiting');
  expect(await answered).toMatchObject({ status: 200, reply: 'You said: Are you there?' });
  await ben.endTurn();
  expect(await turn).toMatchObject({ turn: 2 });
});

test('a reply is streamed as it is made, and ends with the same answer', async () => {
  const answer = await post({ ...toAnn, message: 'Slowly.', request_id: 'slow', stream: true });
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  await ann.push('operator_message', (data) => data.request_id === 'slow');
  for (const text of ['Very ', 'slowly.'])
    await ann.request('chat_answer', { request_id: 'slow', kind: 'progress', text });
  const event = { tool_name: 'brief', ok: true, summary: '' };
  await ann.request('chat_answer', { request_id: 'slow', kind: 'progress', tool_event: event });
  await ann.request('chat_answer', { request_id: 'slow', kind: 'final', text: 'Very slowly.' });
  const events = [...(await answer.text()).matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(
    ([, name, data = '']) => [name, JSON.parse(data)],
  );
  expect(events).toMatchObject([
    ['progress', { text: 'Very ' }],
    ['progress', { text: 'slowly.' }],
    ['tool_event', event],
    ['final', { ok: true, reply: 'Very slowly.', tool_events: [event] }],
  ]);
});

test('what an agent answers after the time is up is there for who sends the message again', async () => {
  const body = { ...toAnn, message: 'Quick!', request_id: 'late', timeout_s: 1 };
  expect(await say(body)).toMatchObject({ status: 504, error_code: 'AI_TIMEOUT' });
  const late = { request_id: 'late', kind: 'final', text: 'Sorry.' };
  expect(await ann.request('chat_answer', late)).toMatchObject({ awaited: false });
  expect(await say(body)).toMatchObject({ status: 200, reply: 'Sorry.', state_patch: null });
});

test('no more than four messages wait for one model', async () => {
  const waiting = [1, 2, 3, 4].map((at) => say({ ...toAnn, message: 'Wait', request_id: `wait-${at}` }));
  for (const at of [1, 2, 3, 4])
    await ann.push('operator_message', (data) => data.request_id === `wait-${at}`);
  const fifth = await say({ ...toAnn, message: 'Wait', request_id: 'wait-5' });
  expect(fifth).toMatchObject({ status: 429, error_code: 'TOO_MANY_REQUESTS' });
  for (const at of [1, 2, 3, 4])
    await ann.request('chat_answer', { request_id: `wait-${at}`, kind: 'final', text: 'Now' });
  for (const answer of await Promise.all(waiting)) expect(answer).toMatchObject({ status: 200 });
});

test('what the agent says of its failure is answered with its code', async () => {
  const answered = say({ ...toAnn, message: 'Nonsense?', request_id: 'nonsense' });
  await ann.push('operator_message', (data) => data.request_id === 'nonsense');
  const text = 'The arguments were no JSON three times';
  const error = { request_id: 'nonsense', kind: 'error', error_code: 'INVALID_AI_JSON', text };
  await ann.request('chat_answer', error);
  expect(await answered).toMatchObject({ status: 502, error_code: 'INVALID_AI_JSON', message: text });
});

test('only who may play the seat or manage its game speaks to its model, in a session that is there', async () => {
  const body = { ...toAnn, message: 'Hello', request_id: 'who' };
  for (const [token, status, code] of [
    ['nobody', 401, 'UNAUTHORIZED'],
    ['watcher', 403, 'FORBIDDEN'],
    ['token-of-ben', 403, 'FORBIDDEN'],
  ] as const)
    expect(await say(body, token)).toMatchObject({ status, ok: false, error_code: code });
  const { session: place } = ann;
  const ofSession = { message: 'By session', request_id: 'by-session', session_id: place?.id };
  expect(await say({ ...ofSession, agent_id: 'ben' })).toMatchObject({ error_code: 'FORBIDDEN' });
  const mismatch = { status: 409, error_code: 'SESSION_MISMATCH' };
  expect(await say({ ...ofSession, game_id: 'other' })).toMatchObject(mismatch);
  expect(await say({ ...ofSession, session_id: 'no-such-session' })).toMatchObject(mismatch);
  const answered = say(ofSession);
  await answerOnce('by-session');
  expect(await answered).toMatchObject({ status: 200, reply: 'You said: By session' });
});

test('fields that do not fit are named, and an agent that does not chat is not spoken to', async () => {
  const invalid = { status: 400, error_code: 'INVALID_ARGS' };
  expect(await say({ ...toAnn, message: 'x' })).toMatchObject({ ...invalid, path: 'request_id' });
  expect(await say({ ...toAnn, message: '', request_id: 'r' })).toMatchObject({
    ...invalid,
    path: 'message',
  });
  expect(await say({ message: 'x', request_id: 'r' })).toMatchObject(invalid);
  const toBen = { game_id: 'g', agent_id: 'ben', message: 'Hello', request_id: 'r' };
  const away = { status: 409, error_code: 'AGENT_UNAVAILABLE' };
  expect(await say(toBen, 'token-of-ben')).toMatchObject(away);
  expect(await say({ ...toBen, agent_id: 'cleo' }, 'manager')).toMatchObject(away);
});
