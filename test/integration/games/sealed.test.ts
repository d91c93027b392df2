import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { type Stack, startStack } from '../../support/stack.js';

const tokens = 'shared=*/*/play,own=blue/*/play,watcher=*/*/watch,boss=*/*/play+watch+manage';
const game = '/api/games/sealed';
let stack: Stack;
let red: AgentConnection;

beforeAll(async () => {
  stack = await startStack({ LLM_API_TOKENS: tokens, SPECTATORS: 'public' });
  const config = { game_id: 'sealed', sealed: true, players: 3, min_agents: 1, map: { size: 2 } };
  expect((await ask('POST', '/api/games', 'boss', config)).status).toBe(201);
  red = await stack.agent('red');
  const login = await red.connect({ api_token: 'shared', game_id: 'sealed', create: false });
  expect(login.sealed).toBe(true);
  await red.push('turn_start');
});
afterAll(() => stack[Symbol.asyncDispose]());

async function ask(method: string, path: string, token?: string, body?: object) {
  const response = await fetch(`${stack.httpUrl}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text };
}

/** What a spectator is told first: `snapshot`, or a code. */
async function firstWord(query: string, token?: string): Promise<string> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const socket = new WebSocket(`${stack.gatewayUrl}/ws/spectator/sealed${query}`, { headers });
  const [bytes] = await once(socket, 'message');
  socket.terminate();
  const { type, data } = JSON.parse(String(bytes));
  return type === 'error' ? data.code : type;
}

test('a sealed game shows map, score and past before its end only to watchers and managers', async () => {
  for (const token of [undefined, 'shared']) {
    for (const what of ['/score', '/map.svg']) {
      const refused = await ask('GET', `${game}${what}`, token);
      expect([what, refused.status]).toEqual([what, 404]);
      expect(refused.text).toContain('is sealed until it ends');
    }
    for (const query of ['', '?turn=1'])
      expect([query, await firstWord(query, token)]).toEqual([query, 'E140']);
  }
  await expect.poll(async () => (await ask('GET', `${game}/score`, 'watcher')).status).toBe(200);
  expect((await ask('GET', `${game}/map.svg`, 'watcher')).status).toBe(200);
  expect(await firstWord('', 'watcher')).toBe('snapshot');
});

test('a sealed game is forked by nobody before its end, and says that it is sealed', async () => {
  const refused = await ask('POST', `${game}/fork`, 'boss', { turn: 1, game_id: 'ahead' });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('it can be forked when it has ended');
  expect(JSON.parse((await ask('GET', game, 'shared')).text).config).toMatchObject({
    sealed: true,
    seeds: {},
  });
});

test('states and the recording of a sealed game say that it is sealed', async () => {
  for (const format of ['full', 'llm_optimized'])
    expect(await red.request('state_query', { format })).toMatchObject({ data: { sealed: true } });
  const recording = join(gameFolder(stack.dataDir, 'sealed').recordings, 'whole.fcr');
  const sealed = expect.stringContaining('"sealed":true');
  await expect.poll(async () => (await readFile(recording, 'utf8')).split('\n')[0]).toEqual(sealed);
});

test('in a sealed game a token for several agents has one seat, and a token of one agent has its own', async () => {
  const second = await stack.agent('green');
  const taken = second.connect({ api_token: 'shared', game_id: 'sealed', create: false });
  await expect(taken).rejects.toMatchObject({ code: 'E126' });
  const other = await stack.agent('green');
  const login = await other.connect({
    api_token: 'shared',
    game_id: 'unsealed',
    game_config: { players: 2 },
  });
  expect(login.game_id).toBe('unsealed');
  const blue = await stack.agent('blue');
  expect(await blue.connect({ api_token: 'own', game_id: 'sealed', create: false })).toMatchObject({
    game_id: 'sealed',
  });
});

test('once it has ended a sealed game is open like any other', async () => {
  expect((await ask('POST', `${game}/end`, 'boss', {})).status).toBe(200);
  await expect.poll(async () => (await ask('GET', `${game}/score`)).status).toBe(200);
  expect((await ask('POST', `${game}/fork`, 'boss', { turn: 1, game_id: 'after' })).status).toBe(201);
});
