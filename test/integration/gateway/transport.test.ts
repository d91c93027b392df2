import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type {
  AgentConnection,
  Transport,
  TransportHost,
  Visitor,
} from '../../../gateway/transport/transport.js';
import { createWsTransport } from '../../../gateway/transport/ws-transport.js';
import { binary, frame, text } from '../promises/support/frames.js';
import { RawClient } from '../promises/support/raw-client.js';
import { Mailbox } from './support/mailbox.js';
import { upgradeStatus } from './support/upgrade-status.js';

/** Whoever brings another transport adds it here: it must pass all of this, and the promises' tests. */
const transports: readonly (readonly [name: string, make: (maxMessageBytes: number) => Transport])[] = [
  ['ws', (maxMessageBytes) => createWsTransport({ maxMessageBytes })],
];

interface Taken {
  readonly connection: AgentConnection;
  readonly visitor: Visitor;
  /** `text:…`, `binary`, `alive`, `drain`, `too-big`, `close:…`, in order. */
  readonly events: Mailbox<string>;
}

/** The transport with a host that lets everybody but `unwanted` in, and notes what happens. */
async function serve(make: (maxMessageBytes: number) => Transport) {
  const taken = new Mailbox<Taken>();
  const host: TransportHost = {
    refuse: ({ agentId }) => (agentId === 'unwanted' ? { status: 429, message: 'no' } : undefined),
    accept(connection, visitor) {
      const events = new Mailbox<string>();
      const note = (what: string) => () => events.put(what);
      taken.put({ connection, visitor, events });
      connection.send('welcome');
      return {
        onText: (bytes) => events.put(`text:${Buffer.from(bytes)}`),
        onBinary: note('binary'),
        onAlive: note('alive'),
        onDrain: note('drain'),
        onTooBig: note('too-big'),
        onClose: (code) => events.put(`close:${code}`),
      };
    },
  };
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  make(1000).attach(server, host);
  const port = portOf(server.address());
  const open = async (agentId = 'a') => {
    const client = await RawClient.open(port, agentId);
    return { client, ...(await taken.take()) };
  };
  return { port, taken, open };
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

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

test.each(transports)('%s lets in by path and host, and refuses with a status', async (_name, make) => {
  const { port, open } = await serve(make);
  const { visitor, connection } = await open('my-agent');
  expect(visitor).toMatchObject({ agentId: 'my-agent', remoteAddress: '127.0.0.1', origin: undefined });
  expect(connection.remoteAddress).toBe('127.0.0.1');
  expect(await upgradeStatus(port, '/ws/agent/unwanted')).toBe(429);
  expect(await upgradeStatus(port, '/ws/agent/a%20b')).toBe(400);
  expect(await upgradeStatus(port, '/ws/other/a')).toBe(404);
});

test.each(transports)('%s hands on texts in order, and what kind a frame is', async (_name, make) => {
  const { client, events } = await (await serve(make)).open();
  for (const payload of ['one', 'two', 'drei: \u{1f600}']) client.write(frame({ opcode: text, payload }));
  client.write(frame({ opcode: 9, payload: 'ping' }));
  client.write(frame({ opcode: 10 }));
  client.write(frame({ opcode: binary, payload: 'x' }));
  const seen = [];
  for (let count = 0; count < 6; count++) seen.push(await next(events));
  expect(seen).toEqual(['text:one', 'text:two', 'text:drei: \u{1f600}', 'alive', 'alive', 'binary']);
});

test.each(transports)('%s paused takes nothing more, and resumed loses nothing', async (_name, make) => {
  const { client, connection, events } = await (await serve(make)).open();
  connection.pause();
  const count = 2000;
  const payload = 'x'.repeat(900);
  for (let number = 0; number < count; number++) client.write(frame({ opcode: text, payload }));
  const second = await (await serve(make)).open();
  second.client.write(frame({ opcode: text, payload: 'hello' }));
  expect(await next(second.events)).toBe('text:hello');
  expect(events.size).toBeLessThan(count / 4);
  connection.resume();
  for (let number = 0; number < count; number++) expect(await next(events)).toBe(`text:${payload}`);
});

test.each(transports)('%s tells what is unread, and when it has been taken', async (_name, make) => {
  const { port, taken } = await serve(make);
  const client = new WebSocket(`ws://127.0.0.1:${port}/ws/agent/a`);
  await once(client, 'open');
  const { connection, events } = await taken.take();
  client.pause();
  const big = 'x'.repeat(1 << 20);
  while (connection.bufferedBytes === 0) connection.send(big);
  for (let more = 0; more < 4; more++) connection.send(big);
  expect(connection.bufferedBytes).toBeGreaterThan(4 << 20);
  client.resume();
  while (connection.bufferedBytes > 0) expect(await events.take()).toBe('drain');
  client.terminate();
  expect(await next(events)).toBe('close:1006');
});

test.each(transports)('%s says a message is too big before it closes with 1009', async (_name, make) => {
  const { client, events } = await (await serve(make)).open();
  client.write(frame({ opcode: text, payload: 'x'.repeat(1001) }));
  expect(await next(events)).toBe('too-big');
  expect(await closeFrame(client)).toMatchObject({ code: 1009 });
  client.destroy();
  expect(await next(events)).toMatch(/^close:/);
});

test.each(transports)('%s closes with code and reason, once, even while paused', async (_name, make) => {
  const { client, connection, events } = await (await serve(make)).open();
  connection.pause();
  connection.close(4008, 'too slow');
  expect(await closeFrame(client)).toEqual({ code: 4008, reason: 'too slow' });
  client.write(frame({ opcode: 8, payload: Buffer.from([0x0f, 0xa8]) }));
  expect(await next(events)).toBe('close:4008');
  await client.ended;
  expect(events.size).toBe(0);
});

test.each(transports)('%s cuts a peer that does not answer its close frame', async (_name, make) => {
  const { client, connection, events } = await (await serve(make)).open();
  connection.close(1012, 'restart');
  expect(await closeFrame(client)).toMatchObject({ code: 1012 });
  expect(await next(events)).toBe('close:1006');
  await client.ended;
});
