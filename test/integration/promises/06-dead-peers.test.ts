import { expect, test } from 'vitest';
import { promised } from '../../support/promised.js';
import { startFixture } from '../gateway/support/gateway-fixture.js';
import { RawAgentSocket } from '../gateway/support/raw-agent-socket.js';
import { heapAfterCollection } from './support/collect-garbage.js';
import { sized } from './support/form.js';
import { metric } from './support/metric.js';

/** What the process holds open, the connections of fetch aside. */
function handles(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap' || name === 'Timeout')
    .length;
}

const patience = { timeout: 20_000 };

test('promise 6: clients that stopped are closed after two heartbeats and leave nothing behind', async () => {
  // Long enough for all to log in before the first is taken for dead.
  const beat = sized(0.5, 10);
  const heartbeat = {
    HEARTBEAT_S: String(beat),
    SESSION_EXPIRES_S: '0.5',
  };
  await using fixture = await startFixture(heartbeat, { timeouts: { sessionSweep: 100 } });
  const { port } = fixture;
  const clients = sized(100, 1000);
  const round = async (closedBefore: number) => {
    const dead = Array.from({ length: clients }, (_, index) =>
      RawAgentSocket.loggedIn(port, `agent-${index}`),
    );
    for (const client of await Promise.all(dead)) client.socket.pause();
    const closed = 'freeciv_gateway_agent_socket_closes_total{code="4009"}';
    await expect.poll(() => metric(port, closed), { timeout: 90_000 }).toBe(closedBefore + clients);
    for (const client of await Promise.all(dead)) client.socket.terminate();
    await expect.poll(() => metric(port, 'freeciv_gateway_agent_sockets'), patience).toBe(0);
    await expect.poll(() => metric(port, 'freeciv_gateway_sessions'), patience).toBe(0);
  };
  await round(0);
  const before = { handles: handles(), heap: heapAfterCollection() };
  await round(clients);
  await expect.poll(handles, patience).toBeLessThanOrEqual(before.handles + 2);
  const heap = heapAfterCollection();
  promised(6, { what: 'handles left over', value: handles() - before.handles }, { atMost: 2 }, { clients });
  // What 1,000 sockets hold would be ten times that.
  promised(6, { what: 'MB of heap left over', value: heap - before.heap }, { atMost: 10 }, { clients });
});
