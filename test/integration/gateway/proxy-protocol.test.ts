import { once } from 'node:events';
import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect as connectTcp, createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { adminSessionsSchema } from '#shared/protocol/rest.js';
import { readProxyHeader } from '../../../features/proxy-protocol/proxy-protocol.js';
import { startFixture } from './support/gateway-fixture.js';

const admin = 'an-admin-token-of-tests';
const tls = (name: string) => fileURLToPath(new URL(`../../fixtures/tls/${name}.pem`, import.meta.url));

/** A header of version 2 for a client of that IPv4 address. */
function version2(address: string, command = 1): Buffer {
  const header = Buffer.from('\r\n\r\n\0\r\nQUIT\n\0\0\0\0', 'latin1');
  header.writeUInt8(0x20 + command, 12);
  header.writeUInt8(0x11, 13);
  const places = Buffer.from([...address.split('.').map(Number), 127, 0, 0, 1, 0x30, 0x39, 0x1f, 0x43]);
  header.writeUInt16BE(places.length, 14);
  return Buffer.concat([header, places]);
}

/** A load balancer of TCP that sends this before what its clients send; its port. */
async function startBalancer(target: number, header: Buffer): Promise<number> {
  const open = new Set<Socket>();
  const balancer = createServer((client) => {
    const server = connectTcp(target, '127.0.0.1');
    for (const socket of [client, server]) {
      open.add(socket);
      socket.on('error', () => undefined);
    }
    // In two pieces: a header may come so.
    server.write(header.subarray(0, 5));
    setTimeout(() => {
      server.write(header.subarray(5));
      client.pipe(server).pipe(client);
    }, 20);
    server.on('close', () => client.destroy());
  });
  balancer.listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    balancer.close();
  });
  const address = balancer.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The text of an answer to the admin, whose certificate is not checked. */
async function get(scheme: 'http' | 'https', port: number, path: string): Promise<string> {
  const headers = { authorization: `Bearer ${admin}`, 'x-forwarded-for': '198.51.100.1' };
  const asked = { host: '127.0.0.1', port, path, headers, rejectUnauthorized: false };
  const [response] = await once(
    scheme === 'http' ? request(asked).end() : secureRequest(asked).end(),
    'response',
  );
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return text;
}

test.each([
  ['http', {}],
  ['https', { TLS_CERT_FILE: tls('localhost-cert'), TLS_KEY_FILE: tls('localhost-key') }],
] as const)(
  'behind a balancer of TCP the client is who the PROXY header names, over %s',
  async (scheme, files) => {
    const trust = { TRUSTED_PROXIES: '127.0.0.1', PROXY_PROTOCOL: 'true', TRANSPORT: 'ws' };
    await using fixture = await startFixture({ ADMIN_TOKEN: admin, ...trust, ...files });
    const headers = [Buffer.from('PROXY TCP4 203.0.113.7 127.0.0.1 4000 8003\r\n'), version2('203.0.113.8')];
    const [first = 0, second = 0] = await Promise.all(
      headers.map((header) => startBalancer(fixture.port, header)),
    );
    const sockets: WebSocket[] = [];
    for (const [index, port] of [first, second].entries()) {
      const url = `${scheme.replace('http', 'ws')}://127.0.0.1:${port}/ws/agent/a-${index}`;
      const socket = new WebSocket(url, { rejectUnauthorized: false });
      await once(socket, 'message');
      const data = { api_token: 'good-token', game_id: 'g1' };
      socket.send(JSON.stringify({ type: 'llm_connect', agent_id: `a-${index}`, data }));
      await once(socket, 'message');
      sockets.push(socket);
    }
    const local = await startBalancer(fixture.port, version2('0.0.0.0', 0));
    const text = await get(scheme, local, '/api/admin/sessions');
    const { sessions } = adminSessionsSchema.parse(JSON.parse(text));
    expect(sessions.map(({ address }) => address)).toEqual(['203.0.113.7', '203.0.113.8']);
    for (const socket of sockets) socket.terminate();
  },
);

test('a trusted proxy without the header is cut, and a header from anyone else is no header', async () => {
  const trust = { PROXY_PROTOCOL: 'true', TRANSPORT: 'ws' };
  await using strict = await startFixture({ ...trust, TRUSTED_PROXIES: '127.0.0.1' });
  await expect(fetch(`http://127.0.0.1:${strict.port}/health/live`)).rejects.toThrow();
  await using other = await startFixture({ ...trust, TRUSTED_PROXIES: '10.0.0.0/8' });
  expect((await fetch(`http://127.0.0.1:${other.port}/health/live`)).status).toBe(200);
  const forged = connectTcp(other.port, '127.0.0.1');
  forged.write(
    'PROXY TCP4 203.0.113.7 127.0.0.1 4000 8003\r\nGET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n',
  );
  const [answer] = await once(forged, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
  forged.destroy();
});

test('whatever bytes come, and however they are cut, reading a header ends in a length within them', () => {
  const good = fc.constantFrom(
    version2('203.0.113.8'),
    Buffer.from('PROXY TCP6 2001:db8::1 ::1 1 2\r\nrest'),
  );
  const any = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
  const mixed = fc
    .tuple(good, fc.nat(60), any)
    .map(([header, at, more]) => Buffer.concat([header.subarray(0, at), more]));
  fc.assert(
    fc.property(fc.oneof(any, good, mixed), (bytes) => {
      const read = readProxyHeader(bytes);
      if (typeof read === 'string') return;
      expect(read.bytes).toBeLessThanOrEqual(bytes.length);
      // What was enough is needed: less of it is not yet a header.
      expect(readProxyHeader(bytes.subarray(0, read.bytes - 1))).toBe('more');
    }),
  );
  expect(readProxyHeader(Buffer.from('PROXY TCP6 2001:db8::1 ::1 1 2\r\n'))).toMatchObject({
    address: '2001:db8::1',
  });
  expect(readProxyHeader(Buffer.from('PROXY UNKNOWN\r\nx'))).toEqual({ bytes: 15, address: undefined });
  expect(readProxyHeader(Buffer.from('GET / HTTP/1.1\r\n'))).toBe('none');
});
