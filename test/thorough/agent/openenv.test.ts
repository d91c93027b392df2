import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { connect } from '../../../agent/client.js';
import { type OpenEnvServer, startOpenEnv } from '../../../agent/openenv/server.js';
import { findPython } from '../../../tools/steps/test-requirements.mjs';
import { repository } from '../../support/npm-start.js';
import { type Stack, startStack } from '../../support/stack.js';

const run = promisify(execFile);

let stack: Stack;
let server: OpenEnvServer;

beforeAll(async () => {
  stack = await startStack();
  const { gatewayUrl: gateway, token } = stack;
  const sessions = { agent: 'openenv', maxSessions: 5, keepsGames: false, idleMs: 3_600_000 };
  server = await startOpenEnv({ gateway, token, host: '127.0.0.1', port: 0, allowedHosts: [], ...sessions });
});

afterAll(async () => {
  await server.close();
  await stack[Symbol.asyncDispose]();
});

const stateSchema = z.looseObject({
  episode_id: z.string(),
  step_count: z.int(),
  score: z.number(),
  done: z.boolean(),
});

const gameSchema = z.object({
  turns: z.array(z.int()),
  total: z.number(),
  done: z.boolean(),
  units: z.array(z.tuple([z.int(), z.int()])),
  state: stateSchema,
});

const scenarioSchema = z.object({
  total: z.number(),
  ended: z.string(),
  refused: z.string(),
  after: z.string(),
  state: stateSchema,
});

const overHttpSchema = z.object({ actions: z.array(z.string()), turn: z.int(), state: stateSchema });

/** The lines that the client prints. */
const episodesSchema = z.tuple([gameSchema, gameSchema, scenarioSchema, scenarioSchema, overHttpSchema]);

const gamesSchema = z.object({ games: z.array(z.object({ game_id: z.string() })) });

async function ask(path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${stack.token}` };
  return await (await fetch(`${stack.httpUrl}${path}`, { headers })).json();
}

async function gameIds(): Promise<readonly string[]> {
  return gamesSchema.parse(await ask('/api/games')).games.map(({ game_id: id }) => id);
}

test('a client in plain Python plays two games and two scenarios at once, and one over HTTP', async () => {
  const script = join(repository, 'test/fixtures/openenv_client.py');
  const python = (await findPython()) ?? 'python3';
  const { stdout } = await run(python, [script, `http://127.0.0.1:${server.port}`]);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const [game, sameSeed, scenario, inBriefs, overHttp] = episodesSchema.parse(lines);
  for (const { turns, total, done, state } of [game, sameSeed]) {
    expect(turns).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(done).toBe(false);
    expect(state).toMatchObject({ done: false, episode_id: 'game-7', score: total });
    expect(state.step_count).toBeGreaterThan(10);
  }
  expect(sameSeed.units).toEqual(game.units);
  for (const { total, ...said } of [scenario, inBriefs]) {
    expect(total).toBeCloseTo(1);
    expect(said).toMatchObject({ ended: 'scenario', refused: 'E130', state: { score: 1, done: true } });
    expect(said.after).toMatch(/^EXECUTION_ERROR: The episode is over/);
  }
  expect(overHttp).toMatchObject({ turn: 2, state: { episode_id: 'over-http', step_count: 1 } });
  expect(overHttp.actions).toContain('unit_build_city');
  // The game of the episode over HTTP is left: that client has no connection that could end.
  await expect.poll(gameIds).toHaveLength(1);
});

test('a step that ends the turn lasts as long as the turn does', async () => {
  const before = await gameIds();
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws`);
  await once(socket, 'open');
  const answers: unknown[] = [];
  socket.on('message', (data) => answers.push(JSON.parse(String(data))));
  socket.send(JSON.stringify({ type: 'reset', data: { game_config: { min_agents: 2, players: 2 } } }));
  let game = '';
  await expect
    .poll(async () => {
      game = (await gameIds()).find((id) => !before.includes(id)) ?? '';
      return game;
    })
    .not.toBe('');
  const other = await connect(stack.gatewayUrl, { agentId: 'other', token: stack.token, game });
  await expect.poll(() => answers).toHaveLength(1);
  socket.send(JSON.stringify({ type: 'step', data: { action_type: 'end_turn' } }));
  const waitingFor = [{ agent_id: 'other' }];
  await expect.poll(() => ask(`/api/games/${game}`)).toMatchObject({ waiting_for: waitingFor });
  expect(answers).toHaveLength(1);
  await other.endTurn();
  const step = { type: 'observation', data: { observation: { turn: 2 } } };
  await expect.poll(() => answers).toMatchObject([{}, step]);
  await other.close();
  socket.close();
  await expect.poll(gameIds).not.toContain(game);
});

test('a game that ends between two steps is told by the next step, and only then are steps refused', async () => {
  const before = await gameIds();
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws`);
  await once(socket, 'open');
  const say = async (message: object): Promise<unknown> => {
    socket.send(JSON.stringify(message));
    const [data] = await once(socket, 'message');
    return JSON.parse(String(data));
  };
  await say({ type: 'reset', data: { game_config: { players: 2 } } });
  const game = (await gameIds()).find((id) => !before.includes(id)) ?? '';
  const headers = { authorization: `Bearer ${stack.token}` };
  const ended = await fetch(`${stack.httpUrl}/api/games/${game}/end`, { method: 'POST', headers });
  expect(ended.status).toBe(200);
  await expect.poll(() => say({ type: 'state' })).toMatchObject({ data: { done: true } });
  const step = { type: 'step', data: { action_type: 'end_turn' } };
  expect(await say(step)).toMatchObject({
    type: 'observation',
    data: { done: true, observation: { ended: { reason: 'admin' } } },
  });
  expect(await say(step)).toMatchObject({
    type: 'error',
    data: { message: expect.stringMatching(/^The episode is over/) },
  });
  socket.close();
  await expect.poll(gameIds).not.toContain(game);
});
