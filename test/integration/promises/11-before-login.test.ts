import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { quantile } from '../../support/quantile.js';
import { AgentClient } from '../gateway/support/agent-client.js';
import { startFixture } from '../gateway/support/gateway-fixture.js';
import { figures, sized } from './support/form.js';
import { metric } from './support/metric.js';

/** A TCP connection that says `text`, a letter at a time if it dribbles, and reads whatever comes. */
function stranger(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  socket.write(text);
  const dribble = setInterval(() => socket.write('x'), 50);
  socket.on('close', () => clearInterval(dribble));
  return socket;
}

const upgrade =
  'GET /ws/agent/silent HTTP/1.1\r\nhost: a\r\nconnection: Upgrade\r\nupgrade: websocket\r\n' +
  'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

test('promise 11: silent and dribbling connections are all gone in time while good agents log in', async () => {
  await using fixture = await startFixture({}, { timing: { headers: 500, login: 500 } });
  const { port } = fixture;
  const each = sized(70, 660);
  const silent = Array.from({ length: each }, () =>
    connect(port, '127.0.0.1')
      .on('error', () => {})
      .resume(),
  );
  const dribbling = Array.from({ length: each }, () =>
    stranger(port, 'GET /ws/agent/a HTTP/1.1\r\nhost: a\r\nx'),
  );
  const idle = Array.from({ length: each }, () => {
    const socket = connect(port, '127.0.0.1')
      .on('error', () => {})
      .resume();
    socket.write(upgrade);
    return socket;
  });
  const gone = [...silent, ...dribbling, ...idle].map(
    (socket) => new Promise((resolve) => socket.on('close', resolve)),
  );
  const times = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const began = performance.now();
      await AgentClient.loggedIn(port, `good-${index}`);
      return performance.now() - began;
    }),
  );
  await Promise.all(gone);
  expect(await metric(port, 'freeciv_gateway_agent_sockets')).toBe(50);
  expect(await metric(port, 'freeciv_gateway_agent_socket_closes_total{code="4502"}')).toBe(each);
  figures(11, { strangers: 3 * each, goodLogins: 50, loginP99ms: quantile(times, 0.99) });
});
