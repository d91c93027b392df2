import { describe, expect, test } from 'vitest';
import { startStack } from '../../support/stack.js';
import { startFixture } from './support/gateway-fixture.js';
import { getAs } from './support/status-as.js';
import { transportNames } from './support/transports.js';
import { upgradeStatus } from './support/upgrade-status.js';

const paths = [
  '/',
  '/health',
  '/health/live',
  '/api/games',
  '/api/metrics',
  '/api/admin/sessions',
  '/docs',
  '/nowhere',
];
const sockets = ['/ws/agent/a', '/ws/spectator/g'];

describe.each(transportNames)('transport %s', (TRANSPORT) => {
  test('a page of another domain that resolves to this machine gets nothing, over HTTP or a socket', async () => {
    await using fixture = await startFixture({ TRANSPORT, SPECTATORS: 'open' });
    const { port } = fixture;
    for (const path of paths) {
      const { status, body } = await getAs(`evil.example:${port}`, port, path);
      expect([path, status]).toEqual([path, 421]);
      expect(JSON.parse(body).error).toContain('ALLOWED_HOSTS');
    }
    for (const path of sockets) {
      const origin = { origin: `http://evil.example:${port}` };
      expect(await upgradeStatus(port, path, { host: `evil.example:${port}`, ...origin })).toBe(421);
      expect(await upgradeStatus(port, path, { host: 'evil.example' })).toBe(421);
    }
  });

  test('the gateway answers to its own names and those that are allowed, over HTTP or a socket', async () => {
    await using fixture = await startFixture({
      TRANSPORT,
      SPECTATORS: 'open',
      ALLOWED_HOSTS: 'arena.example',
    });
    const { port } = fixture;
    for (const host of [`localhost:${port}`, '[::1]', 'arena.example']) {
      expect((await getAs(host, port, '/health')).status).toBe(200);
      for (const path of sockets) expect(await upgradeStatus(port, path, { host })).toBe(101);
    }
  });
});

test("the proxy's port answers operators by its own names alone", async () => {
  await using stack = await startStack();
  const port = Number(new URL(stack.proxyHttpUrl).port);
  for (const path of ['/health', '/health/live', '/metrics', '/nowhere'])
    expect([path, (await getAs('evil.example', port, path)).status]).toEqual([path, 421]);
  expect((await getAs(`localhost:${port}`, port, '/metrics')).status).toBe(200);
});
