import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyUpdate, viewOf } from '#shared/protocol/spectator/view.js';
import { startStack } from '../../support/stack.js';
import { SpectatorClient } from './support/spectator-client.js';

const config = { players: 4, map: { xsize: 40, ysize: 30 }, seeds: { game: 5, map: 5 } };

async function runningGame(environment: Record<string, string> = {}) {
  const stack = await startStack(environment);
  const agent = await stack.agent('player');
  await agent.connect({ api_token: stack.token, model: 'test', game_id: 'g', game_config: config });
  await agent.push('game_ready');
  let turn = 1;
  const nextTurn = async () => {
    turn += 1;
    await agent.act('end_turn');
    await agent.push('turn_start', (data) => data.turn === turn);
    return turn;
  };
  return { stack, nextTurn, [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose]() };
}

/** The game of the tests that need nothing of their own, in their order. */
let game: Awaited<ReturnType<typeof runningGame>>;

beforeAll(async () => {
  game = await runningGame();
});

afterAll(() => game[Symbol.asyncDispose]());

test('the list of games tells turn, state and players, and nothing of agents', async () => {
  const text = await (await fetch(`${game.stack.httpUrl}/api/games`)).text();
  const { games } = JSON.parse(text);
  expect(games).toMatchObject([{ game_id: 'g', state: 'running', turn: 1 }]);
  expect(games[0].players.length).toBeGreaterThanOrEqual(4);
  expect(text).not.toContain('username');
});

test('the map of a game is a picture, of one that does not exist a 404', async () => {
  const picture = await fetch(`${game.stack.httpUrl}/api/games/g/map.svg`);
  expect(picture.headers.get('content-type')).toContain('image/svg+xml');
  expect(await picture.text()).toMatch(/^<svg .*<title>Turn 1<\/title>/s);
  expect((await fetch(`${game.stack.httpUrl}/api/games/nowhere/map.svg`)).status).toBe(404);
});

test('a game that does not exist is E140 and the end of the connection', async () => {
  await using viewer = await SpectatorClient.open(game.stack.gatewayUrl, 'nowhere');
  expect(await viewer.next('error')).toMatchObject({ data: { code: 'E140' } });
  expect(await viewer.closed).toBe(1008);
});

test('spectators cannot act: any message but ping is refused, and the game does not hear of it', async () => {
  await using viewer = await SpectatorClient.open(game.stack.gatewayUrl, 'g');
  await viewer.snapshot();
  viewer.send({ type: 'action', data: { action_type: 'end_turn' } });
  expect(await viewer.next('error')).toMatchObject({ data: { code: 'E103' } });
  viewer.send({ type: 'ping' });
  expect(await viewer.next('pong')).toMatchObject({ game_id: 'g' });
  const seen = JSON.stringify(viewer.received);
  expect(seen).not.toContain(game.stack.token);
  expect(seen).not.toMatch(/username|"player"(?!:)|127\.0\.0\.1/);
});

test('a spectator that comes back with its version gets only what it missed', async () => {
  await using steady = await SpectatorClient.open(game.stack.gatewayUrl, 'g');
  const first = await SpectatorClient.open(game.stack.gatewayUrl, 'g');
  const view = viewOf(await first.snapshot());
  await first.close();
  const kept = viewOf(await steady.snapshot());
  const turn = await game.nextTurn();
  while (kept.header.turn < turn) applyUpdate(kept, await steady.update());
  const place = `?since=${view.version}&stream=${view.stream}`;
  await using again = await SpectatorClient.open(game.stack.gatewayUrl, 'g', place);
  while (view.version < kept.version) expect(applyUpdate(view, await again.update())).toBe(true);
  expect([...view.units]).toEqual(expect.arrayContaining([...kept.units]));
  expect(again.received.map(({ type }) => type)).not.toContain('snapshot');
});

test('a spectator gets a snapshot and then every update, in order, of a game that goes on', async () => {
  await using viewer = await SpectatorClient.open(game.stack.gatewayUrl, 'g');
  const view = viewOf(await viewer.snapshot());
  expect(view.map).toMatchObject({ width: 40, height: 30, shape: 'square' });
  for (let i = 0; i < 2; i += 1) await game.nextTurn();
  const turn = await game.nextTurn();
  while (view.header.turn < turn) expect(applyUpdate(view, await viewer.update())).toBe(true);
  expect(view.cities.size).toBeGreaterThan(0);
});

test('where spectators need a token, it comes by message or header, and without one nothing is seen', async () => {
  await using own = await runningGame({ SPECTATORS: 'token' });
  const { gatewayUrl, httpUrl, token } = own.stack;
  await using wrong = await SpectatorClient.open(gatewayUrl, 'g');
  wrong.send({ type: 'spectator_connect', data: { api_token: 'guessed' } });
  expect(await wrong.next('error')).toMatchObject({ data: { code: 'E120' } });
  expect(await wrong.next('error')).toMatchObject({ data: { code: 'E102' } });
  expect(await wrong.closed).toBe(4501);
  expect(wrong.received.map(({ type }) => type)).toEqual(['error', 'error']);
  await using right = await SpectatorClient.open(gatewayUrl, 'g');
  right.send({ type: 'spectator_connect', data: { api_token: token } });
  expect((await right.snapshot()).turn).toBe(1);
  expect((await fetch(`${httpUrl}/api/games`)).status).toBe(401);
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${httpUrl}/api/games`, { headers })).status).toBe(200);
});

test('a game server that dies costs spectators a moment: the game comes back under another stream', async () => {
  await using viewer = await SpectatorClient.open(game.stack.gatewayUrl, 'g');
  const first = await viewer.snapshot();
  const turn = await game.nextTurn();
  process.kill(game.stack.games.get('g')?.serverPid ?? 0, 'SIGKILL');
  let view = first;
  while (view.stream === first.stream) view = await viewer.snapshot();
  expect(view.turn).toBe(turn);
  expect(view.units.length).toBeGreaterThan(0);
});
