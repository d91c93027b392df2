import { expect, test } from 'vitest';
import type { AgentClient } from '../../../agent/client.js';
import { playTurn } from '../../support/scripted-player.js';
import { seededRandom } from '../../support/seeded-random.js';
import { type Stack, startStack } from '../../support/stack.js';

const login = { game_id: 'phoenix', game_config: { players: 4, min_agents: 2, seeds: { game: 7, map: 7 } } };

/** A game of two agents and two AIs, begun. */
async function begun(stack: Stack): Promise<readonly AgentClient[]> {
  const agents: AgentClient[] = [];
  for (const id of ['ann', 'ben']) {
    const agent = await stack.agent(id);
    await agent.connect({ ...login, api_token: stack.token });
    agents.push(agent);
  }
  await Promise.all(agents.map((agent) => agent.push('turn_start')));
  return agents;
}

function killServer(stack: Stack): void {
  const pid = stack.games.get('phoenix')?.serverPid;
  if (pid === undefined || pid === 0) throw new Error('the game has no server');
  process.kill(pid, 'SIGKILL');
}

/** What agents know. Upkeep of units is left out: the server tells a connection of it late, and a new one at once. */
async function positions(agents: readonly AgentClient[]): Promise<unknown> {
  const states = await Promise.all(agents.map((agent) => agent.state({ format: 'full' })));
  return states.map(({ turn, units, cities, players, technologies }) => ({
    turn,
    units: withoutUpkeep(units),
    cities,
    players,
    technologies,
  }));
}

function withoutUpkeep(units: unknown): unknown {
  return Array.isArray(units) ? units.map((unit) => ({ ...unit, upkeep: undefined })) : units;
}

async function endTurn(agents: readonly AgentClient[], turn: number): Promise<void> {
  for (const agent of agents) await agent.action('end_turn');
  await Promise.all(agents.map((agent) => agent.push('turn_start', (data) => data.turn === turn + 1)));
}

test('a game whose server is killed in mid-turn comes back as it was, with all that was acknowledged', async () => {
  await using stack = await startStack();
  const agents = await begun(stack);
  const random = seededRandom(5);
  for (const turn of [1, 2, 3]) {
    for (const agent of agents) await playTurn(agent, random);
    await endTurn(agents, turn);
  }
  for (const agent of agents) await playTurn(agent, random);
  const before = await positions(agents);
  killServer(stack);
  for (const agent of agents) {
    await agent.push('status', ({ status }) => status === 'recovering');
    expect(await agent.push('status', ({ status }) => status === 'ready')).toMatchObject({ turn: 4 });
  }
  expect(await positions(agents)).toEqual(before);
  await endTurn(agents, 4);
});
