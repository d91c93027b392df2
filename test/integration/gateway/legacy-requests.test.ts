import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { legacyErrorSchema, submittableActionSchema } from '#shared/protocol/legacy.js';
import { LinkClient } from '../../support/services/link-client.js';
import { type Stack, startStack } from '../../support/stack.js';
import { type Message, RawAgentSocket } from './support/raw-agent-socket.js';

/** One real game for all tests, played by a client of the earlier gateway and its neighbour. */
let stack: Stack;
let agent: RawAgentSocket;
let settlers: number;

const pushes = ['turn_start', 'turn_end', 'game_ready', 'chat_message', 'event', 'status', 'ping'];

beforeAll(async () => {
  stack = await startStack({ LLM_API_TOKENS: 'token=*,only-other=other' });
  agent = await RawAgentSocket.open(Number(new URL(stack.httpUrl).port), 'old');
  const game_config = { players: 3, seeds: { game: 3, map: 3 }, map: { xsize: 30, ysize: 30 } };
  await agent.logIn({ api_token: 'token', game_id: 'g1', model: 'm', game_config });
  await agent.nextOf('game_ready');
  const units = z.record(z.string(), z.looseObject({ id: z.int(), owner: z.int(), type: z.string() }));
  const state = await ask({ type: 'state_query', format: 'llm_optimized' });
  settlers = Object.values(units.parse(state.units)).find(({ type }) => type === 'settlers')?.id ?? 0;
});

afterAll(async () => {
  await agent.close();
  await stack[Symbol.asyncDispose]();
});

/** The next message that is an answer. */
async function ask(message: Record<string, unknown>): Promise<Message> {
  agent.send({ agent_id: 'old', ...message });
  for (;;) {
    const answer = await agent.next();
    if (!pushes.includes(answer.type)) return answer;
  }
}

const actionsSchema = z.array(submittableActionSchema).min(1);

test('unit_actions_query for one unit tells what it can do, and what it tells can be sent back as it is', async () => {
  const answer = await ask({ type: 'unit_actions_query', unit_id: settlers });
  expect(answer).toMatchObject({ type: 'unit_actions_response', success: true, unit_id: settlers });
  const actions = actionsSchema.parse(answer.actions);
  expect(actionsSchema.parse(answer.data?.actions)).toEqual(actions);
  expect(actions.every(({ actor_id }) => actor_id === settlers)).toBe(true);
  const found = actions.find(({ action_type }) => action_type === 'unit_build_city');
  expect(await ask({ type: 'action', data: found })).toMatchObject({
    type: 'action_result',
    data: { success: true },
  });
});

test('city_actions_query for several cities is keyed by id, with the codes of the earlier gateway', async () => {
  const state = await ask({ type: 'state_query', format: 'llm_optimized' });
  const cities = z.record(z.string(), z.looseObject({ id: z.int() })).parse(state.cities);
  const id = Object.values(cities)[0]?.id ?? 0;
  const answer = await ask({
    type: 'city_actions_query',
    data: { city_ids: [id, 9999] },
    correlation_id: 'c1',
  });
  expect(answer).toMatchObject({
    type: 'city_actions_response',
    correlation_id: 'c1',
    data: {
      success: true,
      cities: { 9999: { city_id: 9999, success: false, error: { code: 'E240' }, actions: [] } },
      errors: [{ city_id: 9999, code: 'E240' }],
    },
  });
  expect(answer).not.toHaveProperty('cities');
  const byId = z
    .record(z.string(), z.looseObject({ actions: z.array(submittableActionSchema) }))
    .parse(answer.data?.cities);
  const builds = byId[id]?.actions.find(
    ({ action_type, target }) => action_type === 'city_production' && target?.production === 'settlers',
  );
  expect(builds).toMatchObject({ actor_id: id, target: { production: 'settlers' } });
  const done = await ask({
    type: 'action',
    data: { action_type: 'city_change_production', actor_id: id, target: { production: 'settlers' } },
  });
  expect(done).toMatchObject({ type: 'action_result', data: { success: true } });
});

test('a unit that is not there is refused to who asks for it alone', async () => {
  expect(await ask({ type: 'unit_actions_query', unit_id: 9999 })).toMatchObject({
    type: 'error',
    data: {
      success: false,
      error_code: 'E130',
      code: 'E130',
      message: 'Unit 9999 is not known',
      details: { path: 'unit_id' },
    },
  });
});

test('actions written as strings are done, and nonsense is refused with an example', async () => {
  const researched = await ask({ type: 'action', action: 'tech_research_player(0)_target(Alphabet)' });
  expect(researched).toMatchObject({ type: 'action_result', success: true });
  const state = await ask({ type: 'state_query', format: 'llm_optimized' });
  const moves = z.array(
    z.looseObject({ type: z.string(), unit_id: z.int().optional(), target: z.unknown().optional() }),
  );
  const move = moves.parse(state.legal_actions).find(({ type }) => type === 'unit_move');
  const { x, y } = z.object({ x: z.int(), y: z.int() }).parse(move?.target);
  const moved = await ask({ type: 'action', data: `unit_move_${move?.unit_id}(${x},${y})` });
  expect(moved).toMatchObject({ type: 'action_result', success: true, data: { action_type: 'unit_move' } });
  expect(await ask({ type: 'action', data: 'go west' })).toMatchObject({
    type: 'error',
    data: { code: 'E130' },
  });
});

test('chat reaches the players, and no command the server', async () => {
  const said = await ask({ type: 'chat', message: 'hello all' });
  expect(said).toMatchObject({ type: 'chat_response', success: true, data: { success: true } });
  expect(await ask({ type: 'chat', message: '/quit' })).toMatchObject({
    type: 'error',
    data: { code: 'E130' },
  });
});

test('a gateway of the version before gets both states of a flat client by one request', async () => {
  const link = await LinkClient.open(Number(new URL(stack.proxyHttpUrl).port));
  const query = { format: 'full', include_legal_actions: true };
  const both = { with_optimized: true };
  const seat = { agentId: 'old', gameId: 'g1' };
  const answer = await link.request(seat, 'state_query', query, undefined, both);
  const full = { player_id: 0, legal_actions: expect.any(Array) };
  const optimized = { strategic_summary: expect.any(Object) };
  expect(answer).toMatchObject({ type: 'state_update', data: { format: 'full', data: full, optimized } });
  link.close();
});

async function http(path: string, headers: Record<string, string>, body?: unknown) {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(`${stack.httpUrl}/api/game/${path}`, {
    ...init,
    headers: { ...headers, ...type },
  });
  return { status: response.status, body: z.record(z.string(), z.unknown()).parse(await response.json()) };
}

const right = { authorization: 'Bearer token' };
const asOld = { ...right, 'x-agent-id': 'old' };

test('a state and an action by REST are those of the agent’s seat', async () => {
  const state = await http('g1/state?player_id=0&format=llm_optimized', right);
  expect(state).toMatchObject({
    status: 200,
    body: { success: true, format: 'llm_optimized', data: { player_id: 0, units: expect.any(Object) } },
  });
  const done = await http('g1/action', asOld, {
    action_type: 'tech_research',
    actor_id: 0,
    target: 'Bronze Working',
    player_id: 0,
  });
  expect(done).toMatchObject({ status: 200, body: { success: true, action_type: 'tech_research' } });
  const again = await http('g1/action', asOld, { action: 'tech_research_player(0)_target(Alphabet)' });
  expect(again).toMatchObject({ status: 200, body: { success: true } });
  expect(await http('g1/info', right)).toMatchObject({
    status: 200,
    body: {
      success: true,
      game_id: 'g1',
      status: 'running',
      players: { 0: { player_id: 0 } },
      created_at: expect.any(String),
    },
  });
});

test('an agent that has no session gets a seat by its first request without a socket', async () => {
  const state = await http('g1/state?agent_id=other', right);
  expect(state.status).toBe(200);
  const seen = z.looseObject({ player_id: z.int() }).parse(state.body.data);
  expect(seen.player_id).not.toBe(0);
  const mine = await http(`g1/state?player_id=${seen.player_id}`, { authorization: 'Bearer only-other' });
  expect(mine.body.data).toMatchObject({ player_id: seen.player_id });
});

test.each([
  ['without a token', 'g1/state', {}, 401, 'E102'],
  ['with a wrong token', 'g1/state?agent_id=old', { authorization: 'Bearer wrong' }, 401, 'E102'],
  ['with a token in the address', 'g1/state?agent_id=old&token=token&api_token=token', {}, 401, 'E102'],
  [
    'with the token of another agent',
    'g1/state?agent_id=old',
    { authorization: 'Bearer only-other' },
    401,
    'E102',
  ],
  [
    'for the seat of another agent',
    'g1/state?player_id=0',
    { authorization: 'Bearer only-other' },
    400,
    'E101',
  ],
  ['for a game there is not', 'g2/state?agent_id=old', right, 404, 'E140'],
  ['for a form there is not', 'g1/state?agent_id=old&format=xml', right, 400, 'E105'],
])('a request %s is refused in the flat form', async (_how, path, headers, status, code) => {
  const refused = await http(path, headers);
  legacyErrorSchema.parse(refused.body);
  expect(refused).toMatchObject({
    status,
    body: {
      success: false,
      code,
      error_code: code,
      message: expect.any(String),
      error_message: expect.any(String),
    },
  });
  expect(refused.body).not.toHaveProperty('data');
});
