import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { errorCodes } from '#shared/core/error-codes.js';
import { AgentError } from '../../../agent/errors.js';
import type { Seat } from '../../../proxy/games/seats/seat.js';
import { freePort } from '../../support/free-port.js';
import { invite, PersonClient } from '../../support/person-client.js';
import { type Stack, startStack } from '../../support/stack.js';
import { startFixture } from '../gateway/support/gateway-fixture.js';
import { RawAgentSocket } from '../gateway/support/raw-agent-socket.js';

const produced = new Set<string>();

afterAll(() => {
  expect(Object.keys(errorCodes).filter((code) => !produced.has(code))).toEqual([]);
});

/** Runs what must be refused; notes the code. */
async function refused(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AgentError)) throw new Error('it was not refused', { cause: error });
  produced.add(error.code);
  return error.code;
}

async function codeOf(agent: RawAgentSocket): Promise<unknown> {
  const { data } = await agent.nextOf('error');
  produced.add(String(data?.error_code));
  return data?.error_code;
}

/** What a token is told that has all the connections it may have. */
async function quotaCode(): Promise<unknown> {
  await using fixture = await startFixture({
    LLM_API_TOKENS: 'poor=*/*/play',
    TOKEN_QUOTAS: 'connections=1',
  });
  const login = { api_token: 'poor' };
  await RawAgentSocket.loggedIn(fixture.port, 'first', login);
  await using second = await RawAgentSocket.open(fixture.port, 'second');
  second.sendRequest('llm_connect', { ...login, game_id: 'g2' });
  return await codeOf(second);
}

/** Founds a city; its id. */
async function foundCity(agent: Awaited<ReturnType<Stack['agent']>>): Promise<number> {
  const state = await agent.state();
  const settlers = state.units.find(({ owner, type }) => owner === state.player_id && type === 'settlers');
  await agent.act('unit_build_city', { unit_id: settlers?.id });
  const { cities } = await agent.state();
  return cities[0]?.id ?? 0;
}

test('a real game refuses with the codes of games, seats and actions', async () => {
  await using stack = await startStack({ MAX_GAMES: '1', PLAY_PORT: String(await freePort()) });
  const { token: api_token } = stack;
  const agent = await stack.agent('player');
  expect(await refused(agent.state())).toBe('E120');
  expect(await refused(agent.connect({ api_token, game_id: 'none', create: false }))).toBe('E140');
  await agent.connect({ api_token, game_id: 'real', game_config: { players: 1, end_turn: 1 } });
  await agent.push('game_ready');
  const other = await stack.agent('other');
  expect(await refused(other.connect({ api_token, game_id: 'real' }))).toBe('E141');
  expect(await refused(other.connect({ api_token, game_id: 'another' }))).toBe('E112');
  const join = { host: '127.0.0.1', port: 5556, username: 'Ann' };
  const abroad = { api_token, game_id: 'abroad', game_config: { join, sealed: true } };
  expect(await refused(other.connect(abroad))).toBe('E146');
  expect(await quotaCode()).toBe('E113');
  expect(await refused(agent.act('unit_teleport'))).toBe('E130');
  const city = await foundCity(agent);
  expect(await refused(agent.act('city_rename', { city_id: city, name: 'Ünmöglich' }))).toBe('E131');
  expect(await seatlessCode(stack, 'real')).toBe('E122');
  await stack.games.get('real')?.control.pause();
  expect(await refused(agent.act('end_turn'))).toBe('E144');
  await stack.games.get('real')?.control.resume();
  await using person = await PersonClient.join(await invite(stack, 'real', 'player'));
  await expect.poll(() => person.turn).toBe(1);
  expect(await refused(agent.act('end_turn'))).toBe('E145');
  await person.endTurn();
  await agent.push('game_ended');
  expect(await refused(agent.act('end_turn'))).toBe('E143');
  await using broken = await startStack({ FREECIV_SERVER: '/nowhere/freeciv-server' });
  const unlucky = await broken.agent('unlucky');
  expect(await refused(unlucky.connect({ api_token: broken.token, game_id: 'g' }))).toBe('E142');
});

const batchSchema = z.looseObject({
  results: z.array(
    z.looseObject({ success: z.boolean(), error: z.looseObject({ code: z.string() }).optional() }),
  ),
});

/** Keeps the seat busy; what it is asked to do waits until the returned function is called. */
function hold(seat: Seat): () => void {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  void seat.runInOrder(() => held);
  return release;
}

test('what waited until its turn was over is E133, what was stopped before its time came E134', async () => {
  await using stack = await startStack();
  const agent = await stack.agent('player');
  await agent.connect({ api_token: stack.token, game_id: 'turns', game_config: { players: 2 } });
  await agent.push('turn_start');
  const seat = stack.games.get('turns')?.seat('player');
  if (seat === undefined) throw new Error('the agent has no seat');
  const letFirst = hold(seat);
  const waiting = refused(agent.act('end_turn'));
  await agent.state({ format: 'llm_optimized' });
  await seat.request('player_phase_done', { turn: 1 });
  const isNext = () => seat.world.game?.turn === 2 && seat.world.turn.phase === 'movement';
  await seat.until(isNext, AbortSignal.timeout(20_000));
  letFirst();
  expect(await waiting).toBe('E133');
  expect(await refused(agent.act('end_turn', { turn: 1 }))).toBe('E133');
  expect((await agent.state()).turn).toBe(2);

  const letSecond = hold(seat);
  const actions = ['one', 'two'].map((message) => ({ action_type: 'chat', message }));
  const batch = agent.request('action_batch', { actions });
  await agent.state({ format: 'llm_optimized' });
  expect(await agent.request('stop', {})).toMatchObject({ stopped: { batches: 1 } });
  letSecond();
  const codes = batchSchema.parse(await batch).results.map(({ error }) => error?.code);
  expect(codes.at(-1)).toBe('E134');
  for (const code of codes) if (code !== undefined) produced.add(code);
});

test('a game that was over before its proxy was restarted has no state any more: E121', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'freeciv-codes-'));
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }));
  const seatOf = async (stack: Stack) => {
    const agent = await stack.agent('player');
    const config = { players: 1, end_turn: 1 };
    await agent.connect({ api_token: stack.token, game_id: 'old', game_config: config });
    return agent;
  };
  {
    // Agents are told of the end before it is on disk: only a proxy that has stopped leaves nothing to write.
    await using before = await startStack({ DATA_DIR });
    const agent = await seatOf(before);
    await agent.push('game_ready');
    await agent.act('end_turn');
    await agent.push('game_ended');
  }
  await using after = await startStack({ DATA_DIR });
  const late = await seatOf(after);
  expect(await refused(late.state())).toBe('E121');
  expect(await refused(late.act('end_turn'))).toBe('E143');
});

/** What the proxy tells a gateway that asks for an agent without a seat. */
async function seatlessCode({ proxyHttpUrl }: Stack, game_id: string): Promise<unknown> {
  const headers = { authorization: 'Bearer a-secret-for-tests-only' };
  const link = new WebSocket(`${proxyHttpUrl.replace('http', 'ws')}/llmsocket/8002`, { headers });
  await new Promise((resolve) => link.once('open', resolve));
  const answer = new Promise((resolve) =>
    link.once('message', (bytes) => resolve(JSON.parse(String(bytes)))),
  );
  link.send(
    JSON.stringify({
      type: 'state_query',
      agent_id: 'seatless',
      game_id,
      timestamp: 1,
      correlation_id: 'c',
      data: {},
    }),
  );
  const { data } = z.looseObject({ data: z.looseObject({ error_code: z.string() }) }).parse(await answer);
  link.terminate();
  produced.add(data.error_code);
  return data.error_code;
}

test('the gateway refuses messages, logins and sessions with their codes', async () => {
  await using fixture = await startFixture({
    RATE_ACTIONS_PER_MINUTE: '1',
    MAX_CONNECTIONS_PER_AGENT: '1',
    LLM_API_TOKENS: 'good-token,play-token=*/*/play',
  });
  const { port } = fixture;
  const agent = await RawAgentSocket.open(port, 'my-agent');
  const session = (await agent.logIn()).data?.session_id;
  const say = (text: string) => {
    agent.socket.send(text);
    return codeOf(agent);
  };
  expect(await say('{}')).toBe('E101');
  expect(await say('{"type":"dance"}')).toBe('E103');
  expect(await say('[]')).toBe('E104');
  expect(await say('{"type":"state_query","data":{"format":"xml"}}')).toBe('E105');
  expect(await say('['.repeat(100))).toBe('E106');
  expect(await say('{"type":"ping","agent_id":"other"}')).toBe('E107');
  agent.sendRequest('state_query', {}, 'same');
  await agent.next();
  agent.sendRequest('state_query', { format: 'full' }, 'same');
  expect(await codeOf(agent)).toBe('E135');
  agent.sendRequest('action', { action_type: 'end_turn' });
  await agent.next();
  agent.sendRequest('action', { action_type: 'end_turn' });
  expect(await codeOf(agent)).toBe('E110');
  const second = await RawAgentSocket.open(port, 'my-agent');
  second.sendRequest('llm_connect', { api_token: 'good-token' });
  expect(await codeOf(second)).toBe('E111');
  const stranger = await RawAgentSocket.open(port, 'stranger');
  stranger.sendRequest('llm_connect', { api_token: 'good-token', session_id: 'unknown' });
  expect(await codeOf(stranger)).toBe('E124');
  stranger.sendRequest('llm_connect', { api_token: 'wrong' });
  expect(await codeOf(stranger)).toBe('E102');
  const heir = await RawAgentSocket.open(port, 'my-agent');
  heir.sendRequest('llm_connect', { api_token: 'good-token', session_id: session });
  expect(await codeOf(agent)).toBe('E125');
  const rival = await RawAgentSocket.open(port, 'my-agent');
  rival.sendRequest('llm_connect', { api_token: 'play-token', game_id: 'g1' });
  expect(await codeOf(rival)).toBe('E126');
});

test('a proxy that is silent, gone or garbled has its codes too', async () => {
  await using fixture = await startFixture({}, { timeouts: { stateQuery: 50, linkWait: 20 } });
  const { port, proxy } = fixture;
  const agent = await RawAgentSocket.loggedIn(port, 'my-agent');
  const ask = () => {
    agent.sendRequest('state_query', {});
    return codeOf(agent);
  };
  proxy.respond = () => {};
  expect(await ask()).toBe('E132');
  proxy.respond = ({ correlation_id }) => proxy.sendRaw(JSON.stringify({ type: 'odd', correlation_id }));
  expect(await ask()).toBe('E500');
  await proxy.stop();
  expect(await ask()).toBe('E123');
  await proxy.restart();
});
