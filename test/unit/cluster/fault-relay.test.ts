import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { FaultRelay } from '../../support/cluster/fault-relay.js';

/** A server that keeps what each of its connections says, and says it back. */
async function startEcho(): Promise<{
  readonly port: number;
  readonly heard: string[];
  readonly server: Server;
}> {
  const heard: string[] = [];
  const server = createServer((socket) => {
    const index = heard.push('') - 1;
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      heard[index] += String(bytes);
      socket.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, heard, server };
}

async function client(relay: FaultRelay): Promise<{ readonly socket: Socket; readonly said: () => string }> {
  const socket = connect(relay.port, '127.0.0.1');
  let said = '';
  socket.on('data', (bytes) => {
    said += String(bytes);
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return { socket, said: () => said };
}

test('what passes keeps its order while the network gets slow and quick again', async () => {
  const echo = await startEcho();
  await using relay = await FaultRelay.to(() => [echo.port]);
  const { socket, said } = await client(relay);
  relay.delay(200);
  socket.write('slow ');
  await expect.poll(() => echo.heard.length).toBe(1);
  relay.delay(0);
  socket.write('quick ');
  relay.delay(5);
  socket.write('last');
  await expect.poll(said).toBe('slow quick last');
});

test('a network that is held tells nobody, and nothing is lost when it is there again', async () => {
  const echo = await startEcho();
  await using relay = await FaultRelay.to(() => [echo.port]);
  const first = await client(relay);
  first.socket.write('a');
  await expect.poll(first.said).toBe('a');
  relay.hold();
  first.socket.write('b');
  const second = await client(relay);
  second.socket.write('c');
  second.socket.end();
  relay.release();
  await expect.poll(first.said).toBe('ab');
  await expect.poll(() => echo.heard).toEqual(['ab', 'c']);
});

test('a connection that is doubled says everything twice, and its client hears one answer', async () => {
  const echo = await startEcho();
  await using relay = await FaultRelay.to(() => [echo.port]);
  relay.double(true);
  const { socket, said } = await client(relay);
  socket.write('once');
  await expect.poll(() => echo.heard).toEqual(['once', 'once']);
  expect(said()).toBe('once');
  relay.double(false);
  const other = await client(relay);
  other.socket.write('more');
  await expect.poll(() => echo.heard).toEqual(['once', 'once', 'more']);
});

test('a new connection goes to the first port that takes it, and one that none takes is closed', async () => {
  const [gone, echo] = [await startEcho(), await startEcho()];
  gone.server.close();
  await once(gone.server, 'close');
  await using relay = await FaultRelay.to(() => [gone.port, echo.port]);
  const { socket, said } = await client(relay);
  socket.write('here');
  await expect.poll(said).toBe('here');
  const cut = once(socket, 'close');
  relay.cut();
  await cut;
  await using nowhere = await FaultRelay.to(() => [gone.port]);
  const lost = connect(nowhere.port, '127.0.0.1');
  lost.on('error', () => {});
  lost.resume();
  await once(lost, 'close');
});
