import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Relay } from '../../support/relay.js';

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

async function client(relay: Relay): Promise<{ readonly socket: Socket; readonly said: () => string }> {
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
  await using relay = await Relay.to(() => [echo.port]);
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

test('a held network closes no connection, and nothing is lost when it works again', async () => {
  const echo = await startEcho();
  await using relay = await Relay.to(() => [echo.port]);
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
  await using relay = await Relay.to(() => [echo.port]);
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
  await using relay = await Relay.to(() => [gone.port, echo.port]);
  const { socket, said } = await client(relay);
  socket.write('here');
  await expect.poll(said).toBe('here');
  const cut = once(socket, 'close');
  relay.cut();
  await cut;
  await using nowhere = await Relay.to(() => [gone.port]);
  const lost = connect(nowhere.port, '127.0.0.1');
  lost.on('error', () => {});
  lost.resume();
  await once(lost, 'close');
});

test('a connection is cut within what the server says, and who connects to a closed relay is cut', async () => {
  const echo = await startEcho();
  await using relay = await Relay.to(echo.port);
  relay.bytesUntilCut = () => 3;
  const { socket, said } = await client(relay);
  socket.write('four');
  await once(socket, 'close');
  expect([said(), relay.cuts]).toEqual(['fou', 1]);
  relay.isOpen = false;
  const late = connect(relay.port, '127.0.0.1');
  late.on('error', () => {});
  late.resume();
  await once(late, 'close');
  expect(echo.heard).toEqual(['four']);
});

test('what is said to one client waits until that client says something; others hear at once', async () => {
  const echo = await startEcho();
  await using relay = await Relay.to(echo.port);
  const [ann, ben] = [await client(relay), await client(relay)];
  relay.holdAnswersTo('ben');
  ben.socket.write('ben ');
  await expect.poll(() => echo.heard).toContain('ben ');
  ann.socket.write('ann');
  await expect.poll(ann.said).toBe('ann');
  expect(ben.said()).toBe('');
  ben.socket.write('again');
  await expect.poll(ben.said).toBe('ben again');
  relay.holdAnswersTo('ben');
  ben.socket.write(' at once');
  await expect.poll(ben.said).toBe('ben again at once');
});

test('a network that was away for long forgets its connections, and what was on its way', async () => {
  const echo = await startEcho();
  await using relay = await Relay.to(echo.port);
  const { socket } = await client(relay);
  socket.write('a');
  await expect.poll(() => echo.heard).toEqual(['a']);
  relay.hold();
  socket.write('b');
  const late = await client(relay);
  const closed = [once(socket, 'close'), once(late.socket, 'close')];
  relay.mend();
  await Promise.all(closed);
  const next = await client(relay);
  next.socket.write('c');
  await expect.poll(next.said).toBe('c');
  expect(echo.heard).toEqual(['a', 'c']);
});
