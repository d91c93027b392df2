import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { forkGame } from '../../../features/forks/fork.js';
import { loggingReporter } from '../../../proxy/games/disk/disk-monitor.js';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { Ledger } from '../../../proxy/games/score/ledger.js';
import { playTurn } from '../../support/scripted-player.js';
import { seededRandom } from '../../support/seeded-random.js';
import { type Stack, startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';

/** Plays two turns of a fork by the same hand each time; the state hash of every turn that began. */
async function playFork(
  stack: Stack,
  forkId: string,
  plan: (agent: AgentConnection, turn: number) => Promise<unknown>,
): Promise<readonly string[]> {
  const forked = await forkGame(stack, { gameId: 'trunk', turn: 3, forkId });
  if (!forked.ok) throw new Error(forked.failure.message);
  const game = await TwoAgents.rejoin(stack, forkId, 3);
  for (let turn = 3; turn < 5; turn += 1) {
    for (const agent of game.agents) await plan(agent, turn);
    await game.nextTurn();
  }
  await forked.value.unload();
  const ledger = new Ledger(gameFolder(stack.dataDir, forkId), loggingReporter(pino({ level: 'silent' })));
  const { turns } = await ledger.sync();
  return turns.map(({ turn, hash }) => `${turn} ${hash}`);
}

test('forks of a turn go on alike to the last random number under one plan, and apart under another', async () => {
  await using stack = await startStack({ MAX_CONNECTIONS_PER_AGENT: '4' });
  const trunk = await TwoAgents.begin(stack, 'trunk');
  for (let turn = 1; turn < 4; turn += 1) {
    for (const agent of trunk.agents) await playTurn(agent, seededRandom(turn));
    await trunk.nextTurn();
  }
  const plan = (agent: AgentConnection, turn: number) => playTurn(agent, seededRandom(turn));
  const first = await playFork(stack, 'plan-a', plan);
  const second = await playFork(stack, 'plan-a-again', plan);
  const other = await playFork(stack, 'plan-b', async (agent, turn) => {
    await agent.act('player_rates', { tax: 60, luxury: 0, science: 40 });
    return plan(agent, turn);
  });
  expect(first.map((line) => line.split(' ')[0])).toEqual(['3', '4', '5']);
  expect(second).toEqual(first);
  expect(other[0]).toBe(first[0]);
  expect(other[1]).not.toBe(first[1]);
});
