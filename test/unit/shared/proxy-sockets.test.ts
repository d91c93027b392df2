import { once } from 'node:events';
import { mkdir, rename } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { bootName, ProxySockets } from '#shared/store/folder/proxy-sockets.js';
import { makeDataFolder } from '../../support/services/data-folder.js';

/** The sockets of a data folder in which the path of a process's socket has that many bytes. */
async function socketsOf(context: TestContext, processId: string, pathBytes: number): Promise<ProxySockets> {
  const data = await makeDataFolder();
  context.onTestFinished(() => data[Symbol.asyncDispose]());
  const short = Buffer.byteLength(join(data.path, '_', 'proxies', processId));
  return new ProxySockets(join(data.path, '_'.repeat(1 + pathBytes - short)));
}

/** Leaves a socket at a path that nothing listens to, as a process that was killed does. */
async function leaveSocket(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const bound = join(dirname(dirname(dirname(path))), 'bound');
  const server = createServer().listen(bound);
  await once(server, 'listening');
  // The system removes the socket under the name it was bound to.
  await rename(bound, path);
  server.close();
  await once(server, 'close');
}

test.for<[string, string, number, string]>([
  ['dead where it ran since this start of the system', `${bootName()}-7`, 100, 'dead'],
  ['unknown where it ran before, or in another system', 'fedcba987654-7', 100, 'silent'],
  ['unknown where nobody knows which start it was', 'unknown-7', 100, 'silent'],
  ['unknown where its path is too long for a socket', `${bootName()}-7`, 101, 'silent'],
])('a process whose socket nothing listens to is %s', async ([, processId, pathBytes, kind], context) => {
  const sockets = await socketsOf(context, processId, pathBytes);
  const path = sockets.path(processId);
  expect(Buffer.byteLength(path)).toBe(pathBytes);
  await leaveSocket(path);
  expect(await sockets.ask(processId)).toEqual({ kind });
});
