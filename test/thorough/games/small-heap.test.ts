import { expect, test } from 'vitest';
import { proxyHealthSchema } from '#shared/protocol/rest.js';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { SplitStack } from '../../support/services/split-stack.js';

const SEATS = 5;
const TURNS = 3;

/** The seats of a game, all logged in. Rejects when the proxy refuses one. */
async function begin(stack: SplitStack, gameId: string): Promise<readonly AgentConnection[]> {
  const game_config = { players: SEATS, min_agents: SEATS, seeds: { game: 3, map: 3 } };
  const agents: AgentConnection[] = [];
  for (let seat = 1; seat <= SEATS; seat += 1) {
    const agent = await stack.agent(`${gameId}-${seat}`);
    await agent.connect({ api_token: stack.token, game_id: gameId, game_config });
    agents.push(agent);
  }
  return agents;
}

async function play(agent: AgentConnection): Promise<void> {
  for (let turn = 1; turn <= TURNS; turn += 1) {
    await agent.state({ format: 'llm_optimized', include_legal_actions: true });
    await agent.act('end_turn');
    await agent.push('turn_start', (data) => data.turn === turn + 1);
  }
}

async function memoryOf(stack: SplitStack) {
  const proxy = `http://127.0.0.1:${stack.proxy.port}`;
  const { status, dependencies } = proxyHealthSchema.parse(await (await fetch(`${proxy}/health`)).json());
  const metrics = await (await fetch(`${proxy}/metrics`)).text();
  return { status, ...dependencies.memory, gauge: /^freeciv_proxy_memory_full (\d)$/m.exec(metrics)?.[1] };
}

test('a proxy with a heap of 128 MB refuses games before it dies, and those that it has play on', async () => {
  await using stack = await SplitStack.start({
    environment: { MAX_GAMES: '100', NODE_OPTIONS: '--max-old-space-size=128' },
  });
  const playing: AgentConnection[] = [];
  let games = 0;
  let refused: unknown;
  while (refused === undefined && games < 10) {
    const agents = await begin(stack, `game-${games + 1}`).catch((error: unknown) => {
      refused = error;
      return [];
    });
    playing.push(...agents);
    games += agents.length > 0 ? 1 : 0;
  }
  expect(refused).toMatchObject({ code: 'E112', details: { retry_after: 30, full: 'memory' } });
  expect(playing).toHaveLength(games * SEATS);
  expect(games).toBeGreaterThan(0);
  const problem = expect.stringContaining('--max-old-space-size');
  expect(await memoryOf(stack)).toMatchObject({ status: 'degraded', full: true, gauge: '1', problem });
  await Promise.all(playing.map((agent) => agent.push('turn_start')));
  await Promise.all(playing.map(play));
  // Who leaves makes room.
  await stack.request('DELETE', '/api/games/game-1');
  expect(await memoryOf(stack)).toMatchObject({ status: 'ok', full: false, gauge: '0' });
  expect(await begin(stack, 'later')).toHaveLength(SEATS);
});

test('unused games make room for others in a full heap, and come back with a request', async () => {
  await using stack = await SplitStack.start({
    environment: { NODE_OPTIONS: '--max-old-space-size=128', GAME_IDLE_S: '3', SESSION_EXPIRES_S: '1' },
  });
  const servers = async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${stack.proxy.port}/metrics`)).text();
    return /^freeciv_proxy_game_servers (\d+)$/m.exec(metrics)?.[1];
  };
  // There is room for two of them.
  for (const gameId of ['game-1', 'game-2', 'game-3', 'game-1', 'game-2']) {
    const agents = await begin(stack, gameId);
    await Promise.all(agents.map((agent) => agent.state({ format: 'brief' })));
    for (const agent of agents) await agent.close();
    await expect.poll(servers, { timeout: 20_000 }).toBe('0');
  }
  expect(await memoryOf(stack)).toMatchObject({ status: 'ok', full: false });
});
