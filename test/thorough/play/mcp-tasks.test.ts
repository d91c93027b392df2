import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gameInfoSchema } from '#shared/protocol/game-summary.js';
import { makeSmallGame } from '../../support/mcp-client.js';
import { POLLS_TASKS, type RawMcp, RawStdio, rawHttp } from '../../support/raw-mcp.js';
import { SplitStack } from '../../support/services/split-stack.js';
import { type Stack, startStack } from '../../support/stack.js';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
}, 60_000);

afterAll(() => stack[Symbol.asyncDispose]());

const client = (seat: string, capabilities = POLLS_TASKS): RawMcp =>
  rawHttp(stack.httpUrl, stack.token, seat, capabilities);

const END_TURN = { name: 'end_turn', arguments: {} };

/** Asks for a task until it has ended. */
async function ended(mcp: RawMcp, taskId: unknown) {
  let found = await mcp.send('tasks/get', { taskId });
  while (found.result.status === 'working') found = await mcp.send('tasks/get', { taskId });
  return found;
}

const ADMIN = 'a-token-of-the-operator-0123456789';

/** Revokes a token as the operator does. */
async function revoke({ httpUrl }: Stack, token: string): Promise<void> {
  const name = createHash('sha256').update(token).digest('hex').slice(0, 16);
  const headers = { authorization: `Bearer ${ADMIN}` };
  const answer = await fetch(`${httpUrl}/api/admin/tokens/${name}`, { method: 'DELETE', headers });
  expect(answer.status).toBe(200);
}

/** How many requests of red wait for something in the game. */
function waiting(gameId: string, of = stack): number | undefined {
  const game = of.games.get(gameId);
  const seat = game?.seat('red');
  return game && seat && of.seats.of(game, seat).newsAwaited;
}

test.each(['http', 'stdio'])('a client over %s plays ten turns, each ended by a task', async (door) => {
  const gameId = `ten-tasks-${door}`;
  await makeSmallGame(stack, gameId);
  await using stdio = new RawStdio(stack.httpUrl, stack.token, gameId, POLLS_TASKS);
  const mcp = door === 'http' ? client(`agent_id=red&game_id=${gameId}`) : stdio;
  for (let turn = 1; turn <= 10; turn++) {
    const { result } = await mcp.send('tools/call', END_TURN);
    expect(result).toMatchObject({ resultType: 'task', status: 'working', ttlMs: 3_600_000 });
    expect((await ended(mcp, result.taskId)).result).toMatchObject({
      ...{ resultType: 'complete', status: 'completed', taskId: result.taskId },
      result: {
        structuredContent: { ok: true, brief: { turn: turn + 1, ended: { turns: 1, why: 'turn' } } },
      },
    });
  }
});

test('a task goes on without its client, and its result is for its seat alone', async () => {
  await makeSmallGame(stack, 'shared', 2, 2);
  const [red, blue] = [client('agent_id=red&game_id=shared'), client('agent_id=blue&game_id=shared')];
  await Promise.all([red, blue].map((mcp) => mcp.send('tools/call', { name: 'brief', arguments: {} })));
  const { taskId } = (await red.send('tools/call', END_TURN)).result;
  await expect.poll(() => waiting('shared')).toBe(1);
  expect(stack.games.get('shared')?.presenceOf('red')).toBe('connected');
  expect((await blue.send('tasks/get', { taskId })).error).toMatchObject({ code: -32_602 });
  expect((await blue.send('tasks/cancel', { taskId })).error).toMatchObject({ code: -32_602 });
  const own = await ended(blue, (await blue.send('tools/call', END_TURN)).result.taskId);
  expect(own.result).toMatchObject({ result: { structuredContent: { brief: { turn: 2 } } } });
  // Another connection of the same seat has the result, as text alone where its URL says so.
  const other = client('agent_id=red&game_id=shared&results=text');
  const { result } = (await ended(other, taskId)).result;
  expect(result).toMatchObject({ content: [{ text: expect.stringMatching(/^Turn 2 /) }] });
  expect(result).not.toHaveProperty('structuredContent');
});

test('a cancelled task stops its wait in the game', async () => {
  await makeSmallGame(stack, 'cancelled', 2, 2);
  const [red, blue] = [client('agent_id=red&game_id=cancelled'), client('agent_id=blue&game_id=cancelled')];
  await Promise.all([red, blue].map((mcp) => mcp.send('tools/call', { name: 'brief', arguments: {} })));
  const { taskId } = (await red.send('tools/call', END_TURN)).result;
  await expect.poll(() => waiting('cancelled')).toBe(1);
  expect(await red.send('tasks/cancel', { taskId })).toMatchObject({ result: { resultType: 'complete' } });
  await expect.poll(() => waiting('cancelled')).toBe(0);
  expect((await red.send('tasks/get', { taskId })).result).toMatchObject({ status: 'cancelled' });
  expect((await red.send('tasks/cancel', { taskId })).error).toBeUndefined();
});

test('a task ends with the token that began it, and not with that which opened the seat', async () => {
  await using own = await startStack({
    ADMIN_TOKEN: ADMIN,
    LLM_API_TOKENS: 'maker=*/*/play+manage,first=red/*,second=red/*',
  });
  const brief = { name: 'brief', arguments: {} };
  const as = (token: string, agentId = 'red') =>
    rawHttp(own.httpUrl, token, `agent_id=${agentId}&game_id=revoked`, POLLS_TASKS);
  const headers = { authorization: 'Bearer maker', 'content-type': 'application/json' };
  const game = { game_id: 'revoked', players: 2, min_agents: 2, map: { xsize: 40, ysize: 30 } };
  const made = await fetch(`${own.httpUrl}/api/games`, {
    method: 'POST',
    headers,
    body: JSON.stringify(game),
  });
  expect(made.status).toBe(201);
  await Promise.all([as('first').send('tools/call', brief), as('maker', 'blue').send('tools/call', brief)]);
  const { taskId } = (await as('second').send('tools/call', END_TURN)).result;
  await expect.poll(() => waiting('revoked', own)).toBe(1);
  await revoke(own, 'first');
  expect((await as('second').send('tasks/get', { taskId })).result).toMatchObject({ status: 'working' });
  expect(waiting('revoked', own)).toBe(1);
  await revoke(own, 'second');
  await expect.poll(() => waiting('revoked', own)).toBe(0);
  expect((await as('maker').send('tasks/get', { taskId })).result).toMatchObject({ status: 'cancelled' });
});

test('news of tasks is refused to a client without tasks, and not sent to others', async () => {
  await makeSmallGame(stack, 'news');
  const notifications = { taskIds: ['x'], resourceSubscriptions: [] };
  const refused = await client('agent_id=red&game_id=news', {}).send('subscriptions/listen', {
    notifications,
  });
  expect(refused.error).toMatchObject({
    ...{ code: -32_021, data: { requiredCapabilities: { extensions: expect.anything() } } },
  });
  // The stream ends at once: nothing that was asked for is sent.
  const { result, error } = await client('agent_id=red&game_id=news').send('subscriptions/listen', {
    notifications: { taskIds: ['x'] },
  });
  expect({ result, error }).toMatchObject({ result: { resultType: 'complete' }, error: undefined });
});

test('a task goes on where a call without it is answered by the deadline', async () => {
  await makeSmallGame(stack, 'long', 2, 2);
  const seat = 'agent_id=red&game_id=long';
  const [red, plain, blue] = [client(seat), client(seat, {}), client('agent_id=blue&game_id=long')];
  await Promise.all([red, blue].map((mcp) => mcp.send('tools/call', { name: 'brief', arguments: {} })));
  const { taskId } = (await red.send('tools/call', END_TURN)).result;
  const answered = await plain.send('tools/call', END_TURN);
  expect(answered.result).toMatchObject({
    structuredContent: { brief: { turn: 1, ended: { why: 'deadline' } } },
  });
  expect((await red.send('tasks/get', { taskId })).result).toMatchObject({ status: 'working' });
  // Of the two waits of red only that of the task is begun again.
  await expect.poll(() => waiting('long')).toBe(1);
  await ended(blue, (await blue.send('tools/call', END_TURN)).result.taskId);
  const { result } = await ended(red, taskId);
  expect(result).toMatchObject({
    ...{ status: 'completed', result: { structuredContent: { brief: { turn: 2, ended: { why: 'turn' } } } } },
  });
});

test('a client without tasks gets the result of the call itself', async () => {
  await makeSmallGame(stack, 'plain');
  const mcp = client('agent_id=red&game_id=plain', {});
  const { result } = await mcp.send('tools/call', END_TURN);
  expect(result).toMatchObject({
    resultType: 'complete',
    structuredContent: { ok: true, brief: { turn: 2 } },
  });
});

test('a task is found after the gateway was killed, and the turn it waits for is ended once', async () => {
  await using split = await SplitStack.start();
  const headers = { authorization: `Bearer ${split.token}`, 'content-type': 'application/json' };
  const game = { game_id: 'killed', players: 2, min_agents: 2, map: { xsize: 40, ysize: 30 } };
  const origin = () => `http://127.0.0.1:${split.gateway.port}`;
  const made = await fetch(`${origin()}/api/games`, { method: 'POST', headers, body: JSON.stringify(game) });
  expect(made.status).toBe(201);
  const seat = (agentId: string) =>
    rawHttp(origin(), split.token, `agent_id=${agentId}&game_id=killed`, POLLS_TASKS);
  const brief = { name: 'brief', arguments: {} };
  await Promise.all(['red', 'blue'].map((agentId) => seat(agentId).send('tools/call', brief)));
  const { taskId } = (await seat('red').send('tools/call', END_TURN)).result;
  // Once the game waits for blue alone, the session has the request.
  const waitedFor = async () => {
    const answer = await fetch(`${origin()}/api/games/killed`, { headers });
    return gameInfoSchema.parse(await answer.json()).waiting_for.map(({ agent_id: agentId }) => agentId);
  };
  await expect.poll(waitedFor).toEqual(['blue']);
  await split.restartGateway();
  expect((await seat('red').send('tasks/get', { taskId })).result).toMatchObject({ status: 'working' });
  await ended(seat('blue'), (await seat('blue').send('tools/call', END_TURN)).result.taskId);
  const found = await ended(seat('red'), taskId);
  expect(found.result).toMatchObject({
    status: 'completed',
    result: { structuredContent: { brief: { turn: 2 } } },
  });
  expect(
    (await seat('red').send('tasks/get', { taskId: `${String(taskId).slice(0, -1)}x` })).error,
  ).toMatchObject({
    code: -32_602,
  });
});
