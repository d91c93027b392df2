import { expect, test } from 'vitest';
import { quantile } from '../../support/quantile.js';
import { AgentClient } from '../gateway/support/agent-client.js';
import { startFixture } from '../gateway/support/gateway-fixture.js';
import { figures, sized } from './support/form.js';
import { metric } from './support/metric.js';

/** Asks once on every client and waits for all; the times of each. */
async function askAll(agents: readonly AgentClient[], id: string): Promise<readonly number[]> {
  return Promise.all(
    agents.map(async (agent) => {
      const began = performance.now();
      agent.sendSpec('state_query', {}, id);
      expect(await agent.nextOf('state_update')).toMatchObject({ correlation_id: id });
      return performance.now() - began;
    }),
  );
}

test('promise 8: clients that stop reading are closed in the end, and nobody else notices', async () => {
  await using fixture = await startFixture();
  const { proxy, port } = fixture;
  const open = (count: number, name: string) =>
    Promise.all(Array.from({ length: count }, (_, index) => AgentClient.loggedIn(port, `${name}-${index}`)));
  const slow = await open(sized(5, 50), 'slow');
  const others = await open(sized(20, 200), 'other');
  const control: number[] = [];
  for (let round = 0; round < 10; round++) control.push(...(await askAll(others, `c${round}`)));
  const rssBefore = process.memoryUsage().rss;
  for (const client of slow) client.socket.pause();
  const text = 'x'.repeat(100_000);
  const closed = 'freeciv_gateway_agent_socket_closes_total{code="4008"}';
  const beside: number[] = [];
  let rssMost = rssBefore;
  for (let round = 0; (await metric(port, closed)) < slow.length; round++) {
    for (let burst = 0; burst < 5; burst++)
      for (const { agentId } of slow) proxy.push('event', agentId, 'g1', { text });
    beside.push(...(await askAll(others, `b${round}`)));
    rssMost = Math.max(rssMost, process.memoryUsage().rss);
  }
  expect(await metric(port, 'freeciv_gateway_agent_sockets')).toBe(others.length);
  for (const client of slow) client.socket.terminate();
  figures(8, {
    slow: slow.length,
    others: others.length,
    controlP99ms: quantile(control, 0.99),
    besideP99ms: quantile(beside, 0.99),
    rssGrowthMB: (rssMost - rssBefore) / 2 ** 20,
  });
});
