import { expect, test } from 'vitest';
import { nextSave } from '../../../lab/chaos/support/game-kills.js';
import { held } from '../../integration/operations/support/held.js';
import { ResumingAgent } from '../../integration/operations/support/resuming-agent.js';
import { strikeAfter, strikes } from '../../integration/operations/support/strike.js';
import { WorklistPlayer } from '../../integration/operations/support/worklist-player.js';
import { isLong, sized } from '../../integration/promises/support/form.js';
import { promised } from '../../support/promised.js';
import { seededRandom } from '../../support/seeded-random.js';
import { SplitStack } from '../../support/services/split-stack.js';

const actionsEach = 6;

/** Kills the game server as it begins to save the next turn, which the agents must reach all the same. */
async function endTurn(stack: SplitStack, players: readonly WorklistPlayer[]): Promise<void> {
  const saving = nextSave(stack, 'cycles');
  const ended = Promise.all(players.map((player) => player.endTurn()));
  await saving;
  stack.killServers();
  await ended;
}

test('promise 4: whatever is killed, each acknowledged action is in the game once and no session is lost', async () => {
  await using stack = await SplitStack.start();
  const random = seededRandom(5);
  const login = { game_config: { players: 3, min_agents: 2, seeds: { game: 5, map: 5 } } };
  const agents = await Promise.all(['ann', 'ben'].map((id) => ResumingAgent.open(stack, id, login)));
  const players = agents.map((agent) => new WorklistPlayer(agent));
  await Promise.all(agents.map(({ seat }) => seat.push('turn_start')));
  for (const player of players) await player.settle();

  const cycles = sized(12, 200);
  const struck: Record<string, number> = {};
  for (let cycle = 0; cycle < cycles; cycle++) {
    // The short form has each, and some of them again.
    const strike = strikes[cycle] ?? strikes[Math.floor(random() * strikes.length)] ?? 'socket';
    struck[strike] = (struck[strike] ?? 0) + 1;
    const requests = 1 + Math.floor(random() * 2 * actionsEach);
    await Promise.all([
      strikeAfter(requests, strike, stack, agents),
      ...players.map((player) => player.play(actionsEach)),
    ]);
    if (isLong && cycle % 10 === 9) console.log(`${cycle + 1} of ${cycles}: ${JSON.stringify(struck)}`);
    if (cycle % 4 !== 3) continue;
    await endTurn(stack, players);
    struck['game server in a save'] = (struck['game server in a save'] ?? 0) + 1;
  }

  const reconnect = async (times: number) => {
    for (let time = 0; time < times; time++) {
      for (const agent of agents) {
        agent.cut();
        await agent.seat.state({ format: 'llm_optimized' });
      }
    }
  };
  // A process that has just been started grows into its work first.
  await reconnect(sized(10, 300));
  const before = { gateway: held(stack.gateway.pid), proxy: held(stack.proxy.pid) };
  await reconnect(sized(20, 300));
  const after = { gateway: held(stack.gateway.pid), proxy: held(stack.proxy.pid) };
  for (const agent of agents) await agent.close();

  expect(players.flatMap(({ faults }) => faults)).toEqual([]);
  for (const agent of agents) {
    expect(agent.sessions.size).toBe(1);
    expect(agent.pushes.map(({ seq }) => seq)).toEqual(agent.pushes.map((_, index) => index + 1));
    expect(
      agent.pushes.filter(({ data }) => 'event' in data && data.event === 'action_not_restored'),
    ).toEqual([]);
  }
  expect(after.gateway.descriptors).toBeLessThanOrEqual(before.gateway.descriptors + 1);
  expect(after.proxy.descriptors).toBeLessThanOrEqual(before.proxy.descriptors + 1);
  for (const of of ['gateway', 'proxy'] as const)
    expect(after[of].megabytes - before[of].megabytes).toBeLessThan(50);
  const total = (key: 'acknowledged' | 'unknown') =>
    players.reduce((sum, { totals }) => sum + totals[key], 0);
  promised(
    4,
    { what: 'faults that agents found', value: players.flatMap(({ faults }) => faults).length },
    { exactly: 0 },
    {
      cycles,
      ...struck,
      acknowledged: total('acknowledged'),
      unknown: total('unknown'),
      resumes: agents.reduce((sum, agent) => sum + agent.resumes, 0),
      pushes: agents.reduce((sum, agent) => sum + agent.pushes.length, 0),
      gatewayDescriptors: `${before.gateway.descriptors} to ${after.gateway.descriptors}`,
      proxyDescriptors: `${before.proxy.descriptors} to ${after.proxy.descriptors}`,
      gatewayGrowthMB: after.gateway.megabytes - before.gateway.megabytes,
      proxyGrowthMB: after.proxy.megabytes - before.proxy.megabytes,
    },
  );
});
