import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { waitForPort } from '#shared/core/ports.js';

const LOOPBACK = '127.0.0.1';

async function listening() {
  const server = createServer();
  await once(server.listen({ host: LOOPBACK, port: 0 }), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.close();
    await once(server, 'close');
  };
  return { port, close };
}

test('a free port may be tried at once', async () => {
  const { port, close } = await listening();
  await close();
  expect(await waitForPort(LOOPBACK, port, 0)).toBeUndefined();
});

test('port 0 is any free port: there is nothing to wait for', async () => {
  expect(await waitForPort(LOOPBACK, 0, 0)).toBeUndefined();
});

test('a port that stays taken is told with the process that has it', async () => {
  const { port, close } = await listening();
  const taken = await waitForPort(LOOPBACK, port, 0);
  await close();
  const holder = process.platform === 'linux' ? `process ${process.pid} (` : 'another process';
  expect(taken).toContain(`port ${port} of ${LOOPBACK} is taken by ${holder}`);
  if (process.platform === 'linux') expect(taken).toMatch(/\(\S.*\)$/u);
});

test('a port that its holder gives up meanwhile may be tried', async () => {
  const { port, close } = await listening();
  const waited = waitForPort(LOOPBACK, port);
  await close();
  expect(await waited).toBeUndefined();
});
