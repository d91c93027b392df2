import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { readConfig } from '../../../shared/core/config.js';
import {
  gatewayEnvironment,
  proxyCount,
  proxyEnvironments,
  sharesOf,
} from '../../../tools/services/proxies.mjs';

function configOf(environment: Readonly<Record<string, string>>) {
  const config = readConfig(environment);
  if (!config.ok) throw new Error(config.failure.join('; '));
  return config.value;
}

/** A listener on a free port, and its number. */
async function listener() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('it does not listen');
  return { port: address.port, [Symbol.dispose]: () => void server.close() };
}

test('as many proxies as are wanted, one for each core with auto, and none without a game', () => {
  expect(proxyCount({ PROXIES: 3, MAX_GAMES: 10 })).toBe(3);
  expect(proxyCount({ PROXIES: 'auto', MAX_GAMES: 10 }, 4)).toBe(4);
  expect(proxyCount({ PROXIES: 'auto', MAX_GAMES: 2 }, 16)).toBe(2);
});

test.each([
  [1, 10],
  [4, 10],
  [3, 3],
  [7, 100],
])('%i proxies share %i games', (count, games) => {
  const shares = sharesOf(count, games);
  expect(shares).toHaveLength(count);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(games);
  expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
});

test('each proxy has a free port and its share; a taken port is skipped with a line, the gateway’s without', async () => {
  using taken = await listener();
  const said: string[] = [];
  const config = configOf({ PROXIES: '3', PROXY_PORT: String(taken.port - 1) });
  const environment = {
    PROXY_PORT: String(taken.port - 1),
    GATEWAY_PORT: String(taken.port + 1),
    PROXY_ID: 'one',
  };
  const proxies = await proxyEnvironments(environment, config, (line) => said.push(line));
  const ports = proxies.map(({ PROXY_PORT }) => Number(PROXY_PORT));
  expect(new Set(ports).size).toBe(3);
  expect(ports[0]).toBe(taken.port - 1);
  expect(ports).not.toContain(taken.port);
  expect(ports).not.toContain(taken.port + 1);
  expect(said[0]).toContain(`Port ${taken.port} of 127.0.0.1 is taken`);
  expect(proxies.map(({ MAX_GAMES }) => MAX_GAMES)).toEqual(['4', '3', '3']);
  expect(proxies.every(({ PROXY_ID }) => PROXY_ID === undefined)).toBe(true);
  const { PROXY_URLS } = gatewayEnvironment(environment, proxies, config);
  expect(PROXY_URLS).toBe(ports.map((port) => `127.0.0.1:${port}`).join(','));
});

test('one proxy and its gateway have the environment as it is, and a list of proxies is kept', async () => {
  const environment = { PROXY_PORT: '8002', PROXY_ID: 'one' };
  const config = configOf({});
  const proxies = await proxyEnvironments(environment, config, () => undefined);
  expect(proxies).toEqual([environment]);
  expect(gatewayEnvironment(environment, proxies, config)).toBe(environment);
  const listed = { ...environment, PROXY_URLS: 'a:1' };
  expect(gatewayEnvironment(listed, [{}, {}], config)).toBe(listed);
});

test.each(['0', 'many', '-1'])('PROXIES=%s is refused', (PROXIES) => {
  expect(readConfig({ PROXIES })).toMatchObject({
    ok: false,
    failure: ['PROXIES: expected a whole number from 1 to 99, or auto'],
  });
});
