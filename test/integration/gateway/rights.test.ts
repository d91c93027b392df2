import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { isGameOperation } from '#shared/protocol/game-operations.js';
import { type Fixture, startFixture } from './support/gateway-fixture.js';
import { answerAll } from './support/scripted-proxy.js';

const toldApart = 'red-token=red,blue-token=blue,watcher=*/*/watch,manager=*/g/manage';
const end = { reason: 'admin', turn: 9, winners: [], ranking: [], report: [] } as const;

/** A game in its turn 9, of which a turn is played each day. */
const info = {
  game_id: 'g',
  state: 'running',
  server_version: '3.0.6',
  turn: 9,
  players: [],
  created_at: '2026-01-01T00:00:00.000Z',
  config: { seeds: { game: 7, map: 7 } },
  turn_time_limit: 0,
  time_left: null,
  paused: null,
  seats: [],
  join: null,
  fork_of: null,
  ended: null,
  problem: null,
};

const saves = [9, 8, 7, 6].map((turn) => ({
  name: `g-T${turn}-auto.sav.gz`,
  kind: 'turn',
  turn,
  bytes: 1,
  saved_at: `2026-01-0${turn}T00:00:00.000Z`,
}));

/** A gateway before a proxy whose one game is as above, over or not. */
async function startGame(environment: Record<string, string>, isOver = false): Promise<Fixture> {
  const fixture = await startFixture({ LLM_API_TOKENS: toldApart, ...environment });
  const game = isOver ? { ...info, state: 'ended', ended: end } : info;
  const listed = isOver ? [{ ...saves[0], kind: 'final' }, ...saves] : saves;
  fixture.proxy.respond = (request, proxy) => {
    const { type } = request;
    if (type === 'spectate') proxy.answer(request, type, { stream: 's', version: 1 });
    else if (type === 'game_list') proxy.answer(request, type, { games: [game] });
    else if (type === 'game_saves') proxy.answer(request, type, { saves: listed });
    else if (type === 'game_delete') proxy.answer(request, type, { deleted: 'g' });
    else if (isGameOperation(type)) proxy.answer(request, type, game);
    else answerAll(request, proxy);
  };
  return fixture;
}

async function ask({ port }: Fixture, path: string, token?: string, method = 'GET', body?: object) {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`http://127.0.0.1:${port}/api/games${path}`, {
    method,
    headers: { ...authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, ...JSON.parse(await response.text()) };
}

function spectator({ port }: Fixture, query = '', token?: string): WebSocket {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return new WebSocket(`ws://127.0.0.1:${port}/ws/spectator/g${query}`, { headers });
}

/** What a spectator is told first: `snapshot`, or a code. */
async function firstWord(socket: WebSocket): Promise<string> {
  const [bytes] = await once(socket, 'message');
  const { type, data } = JSON.parse(String(bytes));
  return type === 'error' ? data.code : type;
}

async function watch(fixture: Fixture, query = '', token?: string): Promise<string> {
  const socket = spectator(fixture, query, token);
  const word = await firstWord(socket);
  socket.terminate();
  return word;
}

test('a player may not start, pause, resume, save, fork, end or delete its own game, and is told why', async () => {
  await using fixture = await startGame({});
  const calls = [
    ['POST', '/g/start'],
    ['POST', '/g/pause'],
    ['POST', '/g/resume'],
    ['POST', '/g/end'],
    ['POST', '/g/fork', { turn: 3, game_id: 'g' }],
    ['DELETE', '/g'],
  ] as const;
  for (const [method, path, body] of calls) {
    for (const token of ['red-token', 'watcher']) {
      const refused = await ask(fixture, path, token, method, body);
      expect(refused).toMatchObject({
        status: 403,
        error: expect.stringContaining('lacks the right to manage'),
      });
    }
    expect((await ask(fixture, path, 'manager', method, body)).status, path).toBeLessThan(300);
  }
  const elsewhere = await ask(fixture, '/g/fork', 'manager', 'POST', { turn: 3, game_id: 'other' });
  expect(elsewhere.status).toBe(403);
  expect((await ask(fixture, '/g/save', 'red-token', 'POST')).status).toBe(403);
});

test('the run of a seat is shown to its agent, to managers, and to who may watch the game as it is now', async () => {
  const run = { usage: null, turns: {}, valid: true, invalid_reason: null };
  const seats = [{ agent_id: 'red', player_id: 0, presence: 'connected', run }];
  for (const [delay, watcher] of [
    ['0', run],
    ['3', null],
  ] as const) {
    await using fixture = await startGame({ SPECTATOR_DELAY_TURNS: delay, SPECTATORS: 'token' });
    const { respond } = fixture.proxy;
    fixture.proxy.respond = (request, proxy) =>
      request.type === 'game_info'
        ? proxy.answer(request, 'game_info', { ...info, seats })
        : respond(request, proxy);
    const shown = async (token: string) => (await ask(fixture, '/g', token)).seats[0].run;
    expect(await shown('red-token')).toEqual(run);
    expect(await shown('manager')).toEqual(run);
    expect(await shown('blue-token')).toBeNull();
    expect(await shown('watcher')).toEqual(watcher);
  }
});

test('with tokens told apart a whole game is watched on loopback by right only, a seat by its agent', async () => {
  await using fixture = await startGame({});
  for (const query of ['', '?view=blue', '?view=player:0', '?turn=2']) {
    expect([query, await watch(fixture, query)]).toEqual([query, 'E120']);
    expect([query, await watch(fixture, query, 'red-token')]).toEqual([query, 'E120']);
  }
  expect(await watch(fixture, '?view=red', 'red-token')).toBe('snapshot');
  expect(await watch(fixture, '', 'watcher')).toBe('snapshot');
  expect((await ask(fixture, '/g/score', 'red-token')).status).toBe(403);
  expect((await ask(fixture, '', undefined)).status).toBe(401);
});

test('watching is open on loopback with one token for everything, or with a delay', async () => {
  await using alone = await startGame({ LLM_API_TOKENS: 'good-token' });
  expect(await watch(alone)).toBe('snapshot');
  await using delayed = await startGame({ SPECTATOR_DELAY_TURNS: '2' });
  expect(await watch(delayed)).toBe('snapshot');
  expect(delayed.proxy.received.find(({ type }) => type === 'spectate')?.data.delay).toMatchObject({
    turns: 2,
  });
  await using one = await startGame({ LLM_API_TOKENS: 'red-token=red' });
  expect(await watch(one)).toBe('E120');
});

test('a second token in the file closes the sockets of those who watch without one, as does one taken out', async () => {
  await using fixture = await startGame({});
  const file = join(fixture.dataDir, 'tokens');
  await writeFile(file, 'first-token\n');
  await using other = await startGame({ LLM_API_TOKENS: '', LLM_API_TOKENS_FILE: file });
  const open = spectator(other);
  expect(await firstWord(open)).toBe('snapshot');
  await writeFile(file, 'first-token\nwatcher=*/*/watch\n');
  other.gateway.reload();
  expect((await once(open, 'close'))[0]).toBe(4501);
  const watcher = spectator(other, '', 'watcher');
  expect(await firstWord(watcher)).toBe('snapshot');
  await writeFile(file, 'first-token\nanother\n');
  other.gateway.reload();
  expect((await once(watcher, 'close'))[0]).toBe(4501);
});

test('under a delay the list, a game and its saves tell the delayed turn, but to the admin and who manages', async () => {
  const admin = 'an-admin-token-of-tests';
  await using fixture = await startGame({ SPECTATOR_DELAY_TURNS: '2', ADMIN_TOKEN: admin });
  for (const token of [undefined, 'watcher', 'red-token']) {
    expect((await ask(fixture, '', token)).games[0].turn).toBe(7);
    expect((await ask(fixture, '/g', token)).turn).toBe(7);
  }
  expect((await ask(fixture, '/g/saves', 'watcher')).saves).toMatchObject([{ turn: 7 }, { turn: 6 }]);
  expect((await ask(fixture, '/g/saves', 'red-token')).status).toBe(403);
  expect((await ask(fixture, '/g/saves')).status).toBe(401);
  for (const token of ['manager', admin]) {
    expect((await ask(fixture, '', token)).games[0].turn).toBe(9);
    expect((await ask(fixture, '/g', token)).turn).toBe(9);
    expect((await ask(fixture, '/g/saves', token)).saves).toHaveLength(4);
  }
  await using long = await startGame({ SPECTATOR_DELAY_TURNS: '9' });
  expect((await ask(long, '/g')).turn).toBeNull();
  await using over = await startGame({ SPECTATOR_DELAY_TURNS: '2' }, true);
  expect((await ask(over, '/g')).turn).toBe(9);
  expect((await ask(over, '/g/saves', 'watcher')).saves).toHaveLength(5);
});

test('a game tells its seeds, which give the map away, to those who may watch or manage it alone', async () => {
  await using fixture = await startGame({});
  const seeds = async (token: string) => (await ask(fixture, '/g', token)).config.seeds;
  expect(await seeds('red-token')).toEqual({});
  expect(await seeds('watcher')).toEqual({ game: 7, map: 7 });
  expect(await seeds('manager')).toEqual({ game: 7, map: 7 });
});
