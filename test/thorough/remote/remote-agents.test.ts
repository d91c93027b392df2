import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { AgentServer, isSigned, playsAsAdvised, REMOTE_KEY } from '../../support/agent-server.js';
import { token } from '../../support/services/settings.js';
import { type Stack, startStack } from '../../support/stack.js';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack(
    {
      REMOTE_AGENT_HOSTS: '127.0.0.1,*.agents.example',
      REMOTE_AGENT_KEY: REMOTE_KEY,
      LLM_API_TOKENS: `${token}=*/*/play+watch+manage,players-only=*/*/play,managers=*/*/manage`,
      MAX_GAMES: '20',
      ABSENT_WAIT_S: '0',
    },
    { backoff: 20 },
  );
}, 60_000);

afterAll(() => stack[Symbol.asyncDispose]());

async function request(method: string, path: string, body?: JsonObject, as = stack.token) {
  const headers = { authorization: `Bearer ${as}`, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(`${stack.httpUrl}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  return { status: response.status, answer: isJsonObject(answer) ? answer : {} };
}

const small = { players: 2, map: { xsize: 40, ysize: 30 }, turn_time_limit: 0 };

/** A game with one seat for an agent elsewhere. */
async function makeGame(gameId: string, seat: JsonObject, more: JsonObject = {}) {
  const made = await request('POST', '/api/games', { game_id: gameId, ...small, ...more, seats: [seat] });
  expect(made.status, JSON.stringify(made.answer)).toBe(201);
  return made.answer;
}

const seatsOf = async (gameId: string) => (await request('GET', `/api/games/${gameId}`)).answer.remote_seats;

test('an agent that listens elsewhere is called, signed, and plays the turns of its seat', async () => {
  await using agent = await AgentServer.listen(playsAsAdvised);
  const made = await makeGame('played', { agent_url: agent.url, model: 'far-away-1', leader_name: 'Ada' });
  expect(made.remote_seats).toMatchObject([{ agent_id: 'remote-1', agent_url: agent.url, problem: null }]);
  const hello = await agent.take('hello');
  expect(hello).toMatchObject({ game_id: 'played', resumed: false, protocol: 'freeciv-remote-agent/1' });
  expect(hello.functions).toHaveLength(12);
  expect(agent.upgrades.every((upgrade) => isSigned(upgrade))).toBe(true);
  expect(agent.upgrades.some((upgrade) => isSigned(upgrade, 'another-key'))).toBe(false);
  for (const turn of [1, 2, 3, 4])
    expect(await agent.take('user_message')).toMatchObject({ turn, resumed: false });
  const told = agent.received.filter(({ type, data }) => type === 'state_sync' && data.format === 'brief');
  expect(told.map(({ data }) => data.turn)).toEqual([1, 2, 3, 4]);
  const results = agent.received.filter(({ type }) => type === 'function_result');
  expect(results[0]?.data).toMatchObject({ success: true, error: '', request_id: 'turn-1-1' });
  expect(agent.received.some(({ type, data }) => type === 'state_sync' && data.format === 'delta')).toBe(
    true,
  );
  const ended = agent.received.filter(({ type }) => type === 'turn_end').map(({ data }) => data.players);
  expect(ended[0]).toMatchObject([{ agent_id: 'remote-1', mark: 'played' }]);
  expect(agent.broken).toEqual([]);
  const info = await request('GET', '/api/games/played');
  expect(info.answer).toMatchObject({
    remote_seats: [{ agent_id: 'remote-1', connects: 1, problem: null }],
    seats: [{ agent_id: 'remote-1', presence: 'connected' }],
    players: expect.arrayContaining([expect.objectContaining({ name: 'Ada' })]),
  });
  expect(JSON.stringify(info.answer.config)).not.toContain('agent_url');
  const gone = await request('DELETE', '/api/games/played/seats/remote-1');
  expect(gone.answer).toEqual({ remote_seats: [] });
  expect(await agent.take('end')).toEqual({ reason: 'The seat was taken back' });
});

test('a batch is checked whole before the first function is begun', async () => {
  await using agent = await AgentServer.listen();
  await makeGame('batches', { agent_url: agent.url });
  await agent.take('user_message');
  const note = (text: string) => ({ function: 'notes', arguments: { add: [{ text }] } });
  const bad = { function: 'brief', arguments: { sections: 5 } };
  agent.send('function_call_batch', { request_id: 'b1', functions: [note('one'), bad] });
  expect(await agent.take('function_result')).toMatchObject({
    ...{ request_id: 'b1', success: false, code: 'E105' },
    result: { results: [], refused: [{ index: 1, function: 'brief', code: 'E105' }] },
  });
  agent.send('function_call_batch', { request_id: 'b2', functions: [note('two'), { function: 'notes' }] });
  const done = await agent.take('function_result');
  expect(done).toMatchObject({ request_id: 'b2', success: true, error: '' });
  expect(JSON.stringify(done)).toContain('two');
  expect(JSON.stringify(done)).not.toContain('one');
  const rates = {
    function: 'nation',
    arguments: { action: 'player_rates', tax: 50, luxury: 0, science: 50 },
  };
  const nobody = { action: 'unit_sentry', actor_id: 999_999 };
  const wrong = { function: 'do', arguments: { actions: [nobody] } };
  agent.send('function_call_batch', { request_id: 'b3', functions: [rates, note('three'), wrong] });
  expect(await agent.take('function_result')).toMatchObject({
    ...{ request_id: 'b3', success: false, code: 'E130' },
    result: {
      results: [],
      refused: [{ index: 2, details: { path: 'data.actor_id', your_units: expect.any(Array) } }],
    },
  });
  const revolution = { function: 'nation', arguments: { action: 'player_government', target: 'Anarchy' } };
  const whole = { request_id: 'b4', functions: [rates, rates], all_or_nothing: true };
  agent.send('function_call_batch', { ...whole, functions: [rates, note('four')] });
  expect(await agent.take('function_result')).toMatchObject({
    success: false,
    result: { refused: [{ index: 1 }] },
  });
  agent.send('function_call_batch', { ...whole, functions: [rates, rates, wrong] });
  expect(await agent.take('function_result')).toMatchObject({
    success: false,
    result: { refused: [{ index: 2 }] },
  });
  agent.send('function_call_batch', { ...whole, functions: [rates, revolution] });
  expect(await agent.take('function_result')).toMatchObject({
    result: { refused: [{ error: expect.stringContaining('cannot be undone') }] },
  });
  const nation = await agent.call('r1', 'brief');
  expect(nation).toMatchObject({ result: { nation: { rates: expect.not.stringContaining('50/0/50') } } });
  agent.send('function_call_batch', { ...whole, request_id: 'b5' });
  expect(await agent.take('function_result')).toMatchObject({ request_id: 'b5', success: true, error: '' });
  expect(await agent.call('r2', 'brief')).toMatchObject({ result: { nation: { rates: '50/0/50' } } });
});

test('an agent that is cut off is called again for the same turn, and its call is carried out once', async () => {
  await using agent = await AgentServer.listen();
  await makeGame('resumed', { agent_url: agent.url });
  await agent.take('user_message');
  const first = await agent.call('n1', 'notes', { add: [{ text: 'once' }] });
  agent.cut();
  expect(await agent.take('hello')).toMatchObject({ resumed: true });
  expect(await agent.take('user_message')).toMatchObject({ turn: 1, resumed: true });
  expect(await agent.call('n1', 'notes', { add: [{ text: 'once' }] })).toEqual(first);
  const notes = await agent.call('n2', 'notes');
  expect(JSON.stringify(notes).match(/once/g)?.length).toBe(JSON.stringify(first).match(/once/g)?.length);
  expect(await seatsOf('resumed')).toMatchObject([{ connects: 2, state: 'ready', turn: 1 }]);
});

test('the turn of an agent that says nothing ends by its turn_policy, and it is back when it speaks', async () => {
  await using agent = await AgentServer.listen();
  await using other = await AgentServer.listen(playsAsAdvised);
  await makeGame(
    'silent',
    { agent_url: agent.url, deadline_s: 0.4, agent_id: 'quiet', turn_policy: 'ai' },
    { players: 3, min_agents: 2 },
  );
  const given = await request('POST', '/api/games/silent/seats', { agent_url: other.url });
  expect(given).toMatchObject({
    status: 201,
    answer: { remote_seats: [{ agent_id: 'quiet' }, { agent_id: 'remote-1' }] },
  });
  expect(await agent.take('stop')).toEqual({ reason: 'deadline', turn: 1 });
  expect(await agent.take('user_message')).toMatchObject({ turn: 2 });
  // Each agent has a connection of its own: this one may hear of the turn's end a little later.
  const marks = () => other.received.find(({ type }) => type === 'turn_end')?.data.players;
  await expect
    .poll(marks)
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({ agent_id: 'quiet', mark: 'failed' }),
        expect.objectContaining({ agent_id: 'remote-1', mark: 'played' }),
      ]),
    );
  agent.send('status', { status: 'processing' });
  expect(await agent.take('turn_end')).toMatchObject({ turn: 1 });
  // Its next turn ends by the deadline, too: it speaks each time it is asked about.
  const spoken = () => {
    agent.send('status', { status: 'processing' });
    return seatsOf('silent');
  };
  await expect.poll(spoken).toMatchObject([{ state: 'processing' }, {}]);
});

test('a person speaks to the model of an agent elsewhere, and reads its answer', async () => {
  await using agent = await AgentServer.listen(({ type, data }, self) => {
    if (type === 'operator_message')
      self.send('chat_response', {
        request_id: data.request_id,
        message: `You said ${String(data.message)}`,
      });
  });
  await makeGame('spoken', { agent_url: agent.url, chat: true });
  await agent.take('user_message');
  const asked = { game_id: 'spoken', agent_id: 'remote-1', message: 'hello', request_id: 'p1' };
  const { status, answer } = await request('POST', '/api/v1/chat', asked);
  expect({ status, reply: answer.reply }).toEqual({ status: 200, reply: 'You said hello' });
});

test('what is not valid is refused with a reason, and too much of it ends the connection', async () => {
  await using agent = await AgentServer.listen();
  await makeGame('invalid', { agent_url: agent.url });
  await agent.take('user_message');
  agent.sendText('no json');
  expect(await agent.take('error')).toMatchObject({ code: 'E104' });
  agent.send('fly', {});
  expect(await agent.take('error')).toMatchObject({ code: 'E103', message: 'Unknown message type: fly' });
  agent.sendText(JSON.stringify({ type: 'function_call', request_id: 'flat', function: 'brief' }));
  expect(await agent.take('function_result')).toMatchObject({ request_id: 'flat', success: true });
  expect(await agent.call('x', 'do', { actions: [{ action: 'unit_fly', actor_id: 1 }] })).toMatchObject({
    ...{ success: false, error: expect.stringContaining('unit_fly') },
  });
  for (let left = 20; left > 0; left--) agent.send('fly', {});
  expect(await agent.take('hello')).toMatchObject({ resumed: true });
});

test('only listed hosts are called, at addresses that are public or listed, and no redirect is followed', async () => {
  await request('POST', '/api/games', { game_id: 'hosts', ...small, players: 4 });
  const give = (agent_url: string) => request('POST', '/api/games/hosts/seats', { agent_url });
  for (const url of [
    'ws://127.0.0.2:9000/',
    'ws://[::1]:9000/',
    'ws://localhost:9000/',
    'ws://example.org/',
    'ws://169.254.169.254/latest',
    'ws://agents.example/',
    'ws://me:secret@127.0.0.1/',
    'http://127.0.0.1/',
    'not a url',
  ])
    expect(await give(url), url).toMatchObject({ status: 400, answer: { code: 'E105', path: 'agent_url' } });
  let reached = 0;
  const target = createServer((_request, response) => {
    reached += 1;
    response.end();
  }).listen(0, '127.0.0.2');
  await once(target, 'listening');
  const address = target.address();
  const location = `http://127.0.0.2:${isJsonObject(address) ? String(address.port) : ''}/`;
  const redirecting = createServer();
  redirecting.on('upgrade', (_request, socket) =>
    socket.end(`HTTP/1.1 302 Found\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`),
  );
  redirecting.listen(0, '127.0.0.1');
  await once(redirecting, 'listening');
  const at = redirecting.address();
  await give(`ws://127.0.0.1:${isJsonObject(at) ? String(at.port) : ''}/`);
  await expect
    .poll(() => seatsOf('hosts'))
    .toMatchObject([{ connects: 0, problem: expect.stringContaining('302') }]);
  expect(reached).toBe(0);
  target.close();
  redirecting.close();
});

test('who manages a game gives its seats, and nobody gives a seat that is another’s', async () => {
  const red = await stack.agent('red');
  await red.request('llm_connect', {
    api_token: stack.token,
    game_id: 'theirs',
    game_config: { ...small, players: 3 },
  });
  const seat = { agent_url: 'ws://127.0.0.1:9/' };
  expect(await request('POST', '/api/games/theirs/seats', seat, 'players-only')).toMatchObject({
    status: 403,
  });
  expect(await request('DELETE', '/api/games/theirs/seats/red', undefined, 'players-only')).toMatchObject({
    status: 403,
  });
  const made = { game_id: 'not-theirs', ...small, seats: [seat] };
  expect(await request('POST', '/api/games', made, 'players-only')).toMatchObject({ status: 403 });
  const ofRed = await request('POST', '/api/games/theirs/seats', { ...seat, agent_id: 'red' }, 'managers');
  expect(ofRed).toMatchObject({ status: 400, answer: { code: 'E105', path: 'agent_id' } });
  const squatted = await request(
    'POST',
    '/api/games/theirs/seats',
    { ...seat, agent_id: 'blue' },
    'managers',
  );
  expect(squatted).toMatchObject({ status: 400, answer: { path: 'agent_id' } });
  const given = await request('POST', '/api/games/theirs/seats', seat, 'managers');
  expect(given).toMatchObject({ status: 201, answer: { remote_seats: [{ agent_id: 'remote-1' }] } });
  const again = await request(
    'POST',
    '/api/games/theirs/seats',
    { ...seat, agent_id: 'remote-1' },
    'managers',
  );
  expect(again.answer.remote_seats).toHaveLength(1);
  const seen = await request('GET', '/api/games/theirs/seats', undefined, 'players-only');
  expect(seen.answer.remote_seats).toMatchObject([{ agent_id: 'remote-1', agent_url: null }]);
  const refused = await stack.agent('blue');
  const asked = { game_id: 'new', game_config: { ...small, seats: [seat] } };
  const login = refused.request('llm_connect', { ...asked, api_token: 'players-only' });
  await expect(login).rejects.toThrow(/right to manage/);
  await refused.request('llm_connect', { ...asked, api_token: stack.token });
  await expect.poll(() => seatsOf('new')).toMatchObject([{ agent_id: 'remote-1' }]);
});
