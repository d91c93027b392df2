import { expect, test } from 'vitest';
import { seededRandom } from '../../support/seeded-random.js';
import { figures, sized } from '../promises/support/form.js';
import { held, KillableStack } from './support/killable-stack.js';
import { ResumingAgent } from './support/resuming-agent.js';
import { WorklistPlayer } from './support/worklist-player.js';

const token = 'a-token-for-tests';
const actionsEach = 6;
const kinds = ['socket', 'both sockets', 'gateway', 'proxy'] as const;

test('whatever is killed under two agents, every acknowledged action is in the game once and no session is lost', async () => {
  await using stack = await KillableStack.start(token);
  const random = seededRandom(5);
  const login = {
    api_token: token,
    game_id: 'cycles',
    game_config: { players: 3, min_agents: 2, seeds: { game: 5, map: 5 } },
  };
  const players = ['ann', 'ben'].map((id) => new WorklistPlayer(new ResumingAgent(stack, id, login)));
  await Promise.all(players.map(({ agent }) => agent.heard(({ type }) => type === 'turn_start')));
  for (const player of players) await player.settle();

  /** Strikes when so many requests have been sent; resolves when what was killed is there again. */
  const strike = (kind: (typeof kinds)[number], after: number): Promise<void> => {
    let sent = 0;
    return new Promise((resolve, reject) => {
      const count = () => {
        sent++;
        if (sent === after) kill(kind).then(resolve, reject);
      };
      for (const { agent } of players) agent.onSent = count;
    });
  };
  const kill = async (kind: (typeof kinds)[number]): Promise<void> => {
    const [first, second] = players;
    if (kind === 'gateway') stack.killGateway();
    else if (kind === 'proxy') await stack.killProxy();
    else {
      first?.agent.cut();
      if (kind === 'both sockets') second?.agent.cut();
    }
    await stack.up;
  };
  const cycles = sized(12, 200);
  const killed: Record<string, number> = {};
  for (let cycle = 0; cycle < cycles; cycle++) {
    const kind = kinds[Math.floor(random() * kinds.length)] ?? 'socket';
    killed[kind] = (killed[kind] ?? 0) + 1;
    const struck = strike(kind, 1 + Math.floor(random() * 2 * actionsEach));
    await Promise.all(players.map((player) => player.play(actionsEach)));
    await struck;
    for (const { agent } of players) agent.onSent = () => {};
    if (cycle % 4 !== 3) continue;
    for (const player of players) await player.endTurn(1 + Math.floor(cycle / 4));
  }

  const reconnects = sized(30, 300);
  const before = { gateway: held(stack.gatewayPid), proxy: held(stack.proxyPid) };
  for (let reconnect = 0; reconnect < reconnects; reconnect++) {
    for (const { agent } of players) {
      agent.cut();
      await agent.state({ format: 'llm_optimized' });
    }
  }
  const after = { gateway: held(stack.gatewayPid), proxy: held(stack.proxyPid) };
  for (const { agent } of players) await agent.close();

  expect(players.flatMap(({ faults }) => faults)).toEqual([]);
  for (const { agent } of players) {
    expect(agent.sessions.size).toBe(1);
    expect(agent.pushes.map(({ seq }) => seq)).toEqual(agent.pushes.map((_, index) => index + 1));
    expect(agent.pushes.filter(({ data }) => data?.event === 'action_not_restored')).toEqual([]);
  }
  expect(after.gateway.descriptors).toBeLessThanOrEqual(before.gateway.descriptors + 1);
  expect(after.proxy.descriptors).toBeLessThanOrEqual(before.proxy.descriptors + 1);
  for (const of of ['gateway', 'proxy'] as const)
    expect(after[of].megabytes - before[of].megabytes).toBeLessThan(50);
  const total = (key: 'acknowledged' | 'unknown') =>
    players.reduce((sum, { totals }) => sum + totals[key], 0);
  figures(4, {
    cycles,
    ...killed,
    acknowledged: total('acknowledged'),
    unknown: total('unknown'),
    resumes: players.reduce((sum, { agent }) => sum + agent.resumes, 0),
    pushes: players.reduce((sum, { agent }) => sum + agent.pushes.length, 0),
    gatewayDescriptors: `${before.gateway.descriptors} to ${after.gateway.descriptors}`,
    proxyDescriptors: `${before.proxy.descriptors} to ${after.proxy.descriptors}`,
    gatewayGrowthMB: after.gateway.megabytes - before.gateway.megabytes,
    proxyGrowthMB: after.proxy.megabytes - before.proxy.megabytes,
  });
});
