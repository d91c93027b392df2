import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { askUpgrade } from '../../support/upgrade-request.js';
import { binary, frame, text } from '../promises/support/frames.js';
import type { RawClient } from '../promises/support/raw-client.js';
import type { Mailbox } from './support/mailbox.js';
import { serve, transports } from './support/transports.js';
import { upgradeStatus } from './support/upgrade-status.js';

/** The next event that is no drain: drains come when they come. */
async function next(events: Mailbox<string>): Promise<string> {
  for (;;) {
    const event = await events.take();
    if (event !== 'drain') return event;
  }
}

async function closeFrame(client: RawClient) {
  for (;;) {
    const { opcode, payload } = await client.frames.take();
    if (opcode === 8) return { code: payload.readUInt16BE(0), reason: payload.toString('utf8', 2) };
  }
}

/** uWebSockets.js has been built for Node 20, 22 and 23 by the version of their binary interface. */
const isBuiltFor =
  process.platform === 'linux' &&
  process.arch === 'x64' &&
  ['115', '127', '131'].includes(process.versions.modules);

test('both transports are tested at night where uWebSockets.js has been built for, ws alone else', () => {
  const isBoth = isBuiltFor && process.env.TRANSPORTS === 'all';
  expect(transports.map(([name]) => name)).toEqual(isBoth ? ['ws', 'uws'] : ['ws']);
});

test.each(transports)(
  '%s lets in by path and endpoint, and refuses with a status',
  async (_name, transport) => {
    const { port, open, taken } = await serve(transport);
    const { visitor, connection } = await open('my-agent?x=1');
    const remoteAddress = '127.0.0.1';
    expect(visitor).toEqual({
      url: '/ws/agent/my-agent?x=1',
      remoteAddress,
      host: 'localhost',
      origin: undefined,
      authorization: undefined,
    });
    expect(connection.remoteAddress).toBe(remoteAddress);
    const client = { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' };
    expect(await upgradeStatus(port, '/ws/agent/elsewhere', client)).toBe(101);
    expect((await taken.take()).connection.remoteAddress).toBe('203.0.113.9');
    expect(await upgradeStatus(port, '/ws/agent/unwanted')).toBe(429);
    expect(
      await upgradeStatus(port, '/ws/small/a', { origin: 'https://a.b', authorization: 'Bearer t' }),
    ).toBe(101);
    expect((await taken.take()).visitor).toMatchObject({ origin: 'https://a.b', authorization: 'Bearer t' });
    expect(await upgradeStatus(port, '/ws/agent/a', { 'sec-websocket-version': '7' })).toBe(400);
    expect(await upgradeStatus(port, '/ws/other/a')).toBe(404);
    expect(await upgradeStatus(port, '/')).toBe(404);
    expect(await upgradeStatus(port, '/ws/small/b', { origin: '' })).toBe(101);
    expect((await taken.take()).visitor).toMatchObject({ url: '/ws/small/b', origin: '' });
  },
);

test.each(transports)(
  '%s closes the connections that it refuses, and outlives those that are reset',
  async (_name, transport) => {
    const { port } = await serve(transport);
    for (let count = 0; count < 20; count++)
      (await askUpgrade(port, '/ws/agent/unwanted', { isHalfOpen: true })).resetAndDestroy();
    const open = await askUpgrade(port, '/ws/agent/unwanted', { isHalfOpen: true });
    const [answer] = await once(open, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 429 .*\{"error":"no"\}\n$/s);
    // Its own side is still open, but nobody is there to read.
    const isCut = () => {
      open.write('more');
      return open.destroyed;
    };
    await expect.poll(isCut).toBe(true);
  },
);

test.each(transports)('%s hands on texts in order, and what kind a frame is', async (_name, transport) => {
  const { client, events } = await (await serve(transport)).open();
  for (const payload of ['one', 'two', 'drei: \u{1f600}']) client.write(frame({ opcode: text, payload }));
  client.write(frame({ opcode: 9, payload: 'ping' }));
  client.write(frame({ opcode: 10 }));
  client.write(frame({ opcode: binary, payload: 'x' }));
  const seen = [];
  for (let count = 0; count < 6; count++) seen.push(await next(events));
  expect(seen).toEqual(['text:one', 'text:two', 'text:drei: \u{1f600}', 'alive', 'alive', 'binary']);
});

test.each(transports)('%s paused takes nothing more, and resumed loses nothing', async (_name, transport) => {
  const { client, connection, events } = await (await serve(transport)).open();
  connection.pause();
  const count = 2000;
  const payload = 'x'.repeat(900);
  for (let number = 0; number < count; number++) client.write(frame({ opcode: text, payload }));
  const second = await (await serve(transport)).open();
  second.client.write(frame({ opcode: text, payload: 'hello' }));
  expect(await next(second.events)).toBe('text:hello');
  expect(events.size).toBeLessThan(count / 4);
  connection.resume();
  for (let number = 0; number < count; number++) expect(await next(events)).toBe(`text:${payload}`);
});

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/tls/${name}`, import.meta.url));
const tls = { certFile: fixture('localhost-cert.pem'), keyFile: fixture('localhost-key.pem') };
const withTls = transports.flatMap(
  ([name, transport]) =>
    [
      [name, 'ws', transport, undefined],
      [`${name} with TLS`, 'wss', transport, tls],
    ] as const,
);

test.each(withTls)(
  '%s tells what is unread, and when it has been taken',
  async (_name, scheme, transport, own) => {
    const { port, taken } = await serve(transport, undefined, own);
    const client = new WebSocket(`${scheme}://127.0.0.1:${port}/ws/agent/a`, { rejectUnauthorized: false });
    await once(client, 'open');
    const { connection, events } = await taken.take();
    client.pause();
    const big = 'x'.repeat(1 << 20);
    while (connection.bufferedBytes === 0) connection.send(big);
    // The system takes some more while it learns how fast the peer is.
    for (let more = 0; more < 16; more++) connection.send(big);
    expect(connection.bufferedBytes).toBeGreaterThan(4 << 20);
    client.resume();
    while (connection.bufferedBytes > 0) expect(await events.take()).toBe('drain');
    client.terminate();
    expect(await next(events)).toBe('close:1006');
  },
);

test.each(transports)(
  '%s sends what is in a batch, also in one within another, in order',
  async (_name, transport) => {
    const { client, connection } = await (await serve(transport)).open();
    connection.send('a');
    connection.batch(() => {
      connection.send('b');
      connection.batch(() => connection.send('c'));
      connection.send('d');
    });
    connection.send('e');
    for (const sent of 'abcde') expect(String((await client.frames.take()).payload)).toBe(sent);
  },
);

test.each(transports)('%s says a message is too big before it closes with 1009', async (_name, transport) => {
  const { client, events } = await (await serve(transport)).open();
  client.write(frame({ opcode: text, payload: 'x'.repeat(1001) }));
  expect(await next(events)).toBe('too-big');
  expect(await closeFrame(client)).toMatchObject({ code: 1009 });
  client.destroy();
  expect(await next(events)).toMatch(/^close:/);
});

test.each(transports)('%s closes with code and reason, once, even while paused', async (_name, transport) => {
  const { client, connection, events } = await (await serve(transport)).open();
  connection.pause();
  connection.close(4008, 'too slow');
  expect(await closeFrame(client)).toEqual({ code: 4008, reason: 'too slow' });
  client.write(frame({ opcode: 8, payload: Buffer.from([0x0f, 0xa8]) }));
  expect(await next(events)).toBe('close:4008');
  await client.ended;
  expect(events.size).toBe(0);
});

test.each(transports)(
  '%s cuts a peer that does not answer its close frame, or does not read so far',
  async (_name, transport) => {
    const { port, taken, open } = await serve(transport);
    const reader = new WebSocket(`ws://127.0.0.1:${port}/ws/agent/slow`);
    await once(reader, 'open');
    const slow = await taken.take();
    reader.pause();
    const big = 'x'.repeat(1 << 20);
    while (slow.connection.bufferedBytes < 4 << 20) slow.connection.send(big);
    const { client, connection, events } = await open();
    slow.connection.close(4008, 'too slow');
    slow.connection.send('what comes after the close');
    connection.close(1012, 'restart');
    expect(await closeFrame(client)).toMatchObject({ code: 1012 });
    expect(await next(events)).toMatch(/^close:/);
    await client.ended;
    expect(await next(slow.events)).toBe('close:1006');
    // What was sent to nobody may be counted.
    expect(slow.connection.bufferedBytes).toBeLessThan(100);
    reader.terminate();
  },
);

/** ws stops reading instead. */
const unstoppable = transports.filter(([name]) => name === 'uws');

test.each(unstoppable)('%s closes a paused peer when too much of it waits', async (_name, transport) => {
  const { client, connection, events } = await (await serve(transport)).open();
  connection.pause();
  const message = frame({ opcode: text, payload: 'x'.repeat(900) });
  const hundred = Buffer.concat(Array.from({ length: 100 }, () => message));
  for (let count = 0; count < 400; count++) client.write(hundred);
  expect(await closeFrame(client)).toMatchObject({ code: 1008 });
  expect(await next(events)).toBe('close:1008');
  expect(events.size).toBe(0);
});
