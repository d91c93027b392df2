import { expect, test } from 'vitest';
import { startFixture } from '../../integration/gateway/support/gateway-fixture.js';
import { RawAgentSocket } from '../../integration/gateway/support/raw-agent-socket.js';
import { askAll } from '../../integration/promises/support/ask-all.js';
import { isLong, sized } from '../../integration/promises/support/form.js';
import { type Apart, startApart } from '../../integration/promises/support/gateway-apart.js';
import { metric } from '../../integration/promises/support/metric.js';
import { promised } from '../../support/promised.js';
import { quantile } from '../../support/quantile.js';

const pushBytes = 100_000;
/** What a peer that is behind may leave unread, and one push more. */
const mostUnreadEach = (64 << 10) + pushBytes + 1000;

/** Rounds of pushes for some agents, and a question of all others in each; what was seen meanwhile. */
async function rounds(
  { proxy, port }: Apart,
  pushed: readonly RawAgentSocket[],
  others: readonly RawAgentSocket[],
  goOn: (round: number) => Promise<boolean>,
) {
  const times: number[] = [];
  let unread = 0;
  let rss = 0;
  const text = 'x'.repeat(pushBytes);
  for (let round = 0; await goOn(round); round++) {
    for (const { agentId } of pushed) proxy.push('event', agentId, 'g1', { text });
    times.push(...(await askAll(others)));
    unread = Math.max(unread, await metric(port, 'freeciv_gateway_unread_bytes'));
    rss = Math.max(rss, await metric(port, 'process_resident_memory_bytes'));
  }
  return { times, unread, rss };
}

test('promise 8: clients that stop reading are closed in the end, and nobody else notices', async () => {
  await using short = isLong ? undefined : await startFixture({}, { timeouts: { slowReader: 500 } });
  const gateway = short ?? (await startApart());
  const { port } = gateway;
  const open = (count: number, name: string) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => RawAgentSocket.loggedIn(port, `${name}-${index}`)),
    );
  const slow = await open(sized(5, 50), 'slow');
  const others = await open(sized(45, 950), 'other');
  const control = await rounds(gateway, slow, others, async (round) => round < 20);
  for (const client of slow) client.socket.pause();
  const paused = performance.now();
  const closed = 'freeciv_gateway_agent_socket_closes_total{code="4008"}';
  const beside = await rounds(gateway, slow, others, async () => (await metric(port, closed)) < slow.length);
  const mostUnread = (slow.length * mostUnreadEach) / 2 ** 20;
  expect(await metric(port, 'freeciv_gateway_agent_sockets')).toBe(others.length);
  expect(await metric(port, 'freeciv_gateway_unread_bytes')).toBe(0);
  for (const client of slow) client.socket.terminate();
  const unread = { what: 'MB held for clients that stopped reading', value: beside.unread / 2 ** 20 };
  promised(
    8,
    unread,
    { atMost: mostUnread },
    {
      slow: slow.length,
      others: others.length,
      controlP99ms: quantile(control.times, 0.99),
      besideP99ms: quantile(beside.times, 0.99),
      // Known where the gateway is a process of its own: in the long form.
      ...(isLong ? { gatewayGrowthMB: (beside.rss - control.rss) / 2 ** 20 } : {}),
      closedAfterSeconds: (performance.now() - paused) / 1000,
    },
  );
});
