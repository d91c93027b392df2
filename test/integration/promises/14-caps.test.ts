import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { promised } from '../../support/promised.js';
import { startFixture } from '../gateway/support/gateway-fixture.js';
import { RawAgentSocket } from '../gateway/support/raw-agent-socket.js';
import { sized } from './support/form.js';
import { metric } from './support/metric.js';

const total = 60;
const perAddress = 20;

/** 'open' when it was let in. It stays open. */
async function race(port: number, address: number): Promise<{ socket: WebSocket; end: string }> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/agent/a`, { localAddress: `127.0.0.${address}` });
  const refused = once(socket, 'unexpected-response').then(([, response]) => String(response.statusCode));
  const opened = once(socket, 'open').then(() => 'open');
  socket.on('error', () => {});
  const end = await Promise.race([opened, refused]);
  return { socket, end };
}

function countOf<T>(items: readonly T[], wanted: (item: T) => boolean): number {
  return items.filter(wanted).length;
}

test('promise 14: racing connects never exceed the caps, and the counts return to zero', async () => {
  const caps = { MAX_SOCKETS: String(total), MAX_SOCKETS_PER_ADDRESS: String(perAddress) };
  await using fixture = await startFixture(caps);
  const { port } = fixture;
  const rounds = sized(2, 25);
  let connects = 0;
  let most = 0;
  for (let round = 0; round < rounds; round++) {
    const addresses = Array.from({ length: 200 }, (_, index) => (index % 10 < 6 ? 2 : 3 + (index % 4)));
    const all = await Promise.all(
      addresses.map(async (address) => ({ address, ...(await race(port, address)) })),
    );
    connects += all.length;
    const open = all.filter(({ end }) => end === 'open');
    expect(open).toHaveLength(total);
    most = Math.max(most, open.length);
    for (const address of new Set(addresses)) {
      expect(countOf(open, (each) => each.address === address)).toBeLessThanOrEqual(perAddress);
    }
    expect(new Set(all.map(({ end }) => end))).toEqual(new Set(['open', '429', '503']));
    for (const { socket } of all) socket.terminate();
    await expect.poll(() => metric(port, 'freeciv_gateway_agent_sockets')).toBe(0);
  }
  promised(14, { what: 'connections at most', value: most }, { atMost: total }, { connects });
});

test('promise 14: however its logins race, an agent has two connections', async () => {
  await using fixture = await startFixture();
  const { port } = fixture;
  const rounds = sized(10, 250);
  let most = 0;
  for (let round = 0; round < rounds; round++) {
    const agents = await Promise.all(Array.from({ length: 20 }, () => RawAgentSocket.open(port, 'my-agent')));
    const answers = await Promise.all(agents.map((agent) => agent.logIn()));
    const accepted = countOf(answers, ({ type }) => type === 'llm_connect');
    expect(accepted).toBe(2);
    most = Math.max(most, accepted);
    expect(countOf(answers, ({ data }) => data?.error_code === 'E111')).toBe(18);
    await Promise.all(agents.map((agent) => agent.close()));
    await expect.poll(() => metric(port, 'freeciv_gateway_agent_sockets')).toBe(0);
  }
  promised(
    14,
    { what: 'connections of one agent at most', value: most },
    { atMost: 2 },
    { racingLogins: rounds * 20 },
  );
});
