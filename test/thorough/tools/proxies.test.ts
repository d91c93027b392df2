import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { AgentConnection } from '../../../agent/agent-connection.js';
import { alive, processTree } from '../../../tools/steps/process-tree.mjs';
import { NpmStart } from '../../support/npm-start.js';

/** The command line of a process; empty when it is gone. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** The proxies that a launcher has started, and how many game servers each has. */
function serversByProxy(start: NpmStart): ReadonlyMap<number, number> {
  const pids = alive(processTree(start.child.pid ?? 0));
  const proxies = pids.filter((pid) => commandOf(pid).includes('dist/services/proxy/main.js'));
  const servers = (pid: number) =>
    alive(processTree(pid)).filter((child) => commandOf(child).includes('freeciv-server')).length;
  return new Map(proxies.map((pid) => [pid, servers(pid)]));
}

test('PROXIES=2 npm start plays games on both proxies, and those of one that is killed go on', async () => {
  await using start = await NpmStart.run({ PROXIES: '2', MAX_GAMES: '4' });
  const { gatewayPort, token } = await start.ready();
  const open = async (game_id: string) => {
    const agent = await AgentConnection.open({ gateway: `ws://127.0.0.1:${gatewayPort}`, agentId: game_id });
    await agent.connect({ api_token: token, game_id, game_config: { players: 2 } });
    await agent.push('turn_start');
    return agent;
  };
  const agents = [await open('one'), await open('two')];
  const before = serversByProxy(start);
  expect(before.size).toBe(2);
  expect([...before.values()].every((servers) => servers > 0)).toBe(true);
  const [killed] = before.keys();
  if (killed !== undefined) process.kill(killed, 'SIGKILL');
  for (const agent of agents) {
    const isBack = () =>
      agent.act('end_turn').then(
        () => true,
        () => false,
      );
    await vi.waitUntil(isBack, { timeout: 60_000, interval: 200 });
    await agent.push('turn_start', ({ turn }) => Number(turn) >= 2);
  }
  for (const agent of agents) await agent.close();
  start.signalGroup('SIGINT');
  expect((await start.ended).code).toBe(0);
});
