import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { readConfig } from '#shared/core/config.js';
import { createLogger } from '#shared/core/log.js';
import { startProxy } from '../../../proxy/proxy.js';
import { makeDataFolder } from '../../support/services/data-folder.js';
import { startService } from '../../support/services/service-process.js';
import { plain, proxySecret } from '../../support/services/settings.js';

/** Asks to open a link without the secret. The side of the asker stays open after the answer. */
async function askWithoutSecret(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head = [
    'GET /llmsocket/8002 HTTP/1.1',
    'host: localhost',
    'connection: upgrade',
    'upgrade: websocket',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return socket;
}

test('a proxy outlives strangers who reset the connections on which they ask for a link', async () => {
  await using data = await makeDataFolder();
  const proxy = await startService({ name: 'proxy', environment: { ...plain, DATA_DIR: data.path } });
  for (let count = 0; count < 40; count++) (await askWithoutSecret(proxy.port)).resetAndDestroy();
  const last = await askWithoutSecret(proxy.port);
  const [answer] = await once(last, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
  last.resetAndDestroy();
  expect((await fetch(`http://127.0.0.1:${proxy.port}/health/live`)).status).toBe(200);
  expect(await proxy.stop()).toBe(0);
});

test('a proxy that ends does not wait for strangers whom it has refused', async () => {
  await using data = await makeDataFolder();
  const read = readConfig({ ...plain, DATA_DIR: data.path });
  if (!read.ok) throw new Error(read.failure.join('; '));
  const log = createLogger('test', 'fatal');
  const proxy = await startProxy({ config: read.value, secret: proxySecret, log });
  const stranger = await askWithoutSecret(proxy.port);
  stranger.resume();
  await once(stranger, 'end');
  await proxy.close();
  stranger.destroy();
});
