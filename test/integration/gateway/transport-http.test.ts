import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect, createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { serve, transports } from './support/transports.js';

const large = Buffer.alloc(3 << 20, 'freeciv ');
const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/tls/${name}`, import.meta.url));
const tls = { certFile: fixture('localhost-cert.pem'), keyFile: fixture('localhost-key.pem') };

function routes(app: FastifyInstance): void {
  app.get('/large', (incoming, reply) => {
    reply.header('etag', '"tag"').type('text/plain');
    return incoming.headers['if-none-match'] === '"tag"' ? reply.code(304).send() : reply.send(large);
  });
  app.post('/echo', (incoming, reply) =>
    reply.header('x-two', ['1', '2']).send({
      body: incoming.body,
      query: incoming.query,
      ip: incoming.ip,
      authorization: incoming.headers.authorization,
    }),
  );
  app.delete('/gone', (_incoming, reply) => reply.code(204).send());
}

interface Asking {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

async function ask(port: number, path: string, { method = 'GET', headers = {}, body }: Asking = {}) {
  const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false });
  asked.end(body);
  const [response]: IncomingMessage[] = await once(asked, 'response');
  if (response === undefined) throw new Error('no response');
  return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
}

test.each(transports)('%s serves large files, their HEAD, and 304 by their tag', async (_name, transport) => {
  const { port } = await serve(transport, routes);
  const whole = await ask(port, '/large');
  expect(whole).toMatchObject({ status: 200, headers: { etag: '"tag"', 'content-type': 'text/plain' } });
  expect(whole.bytes.equals(large)).toBe(true);
  const head = await ask(port, '/large', { method: 'HEAD' });
  expect(head).toMatchObject({ status: 200, headers: { 'content-length': String(large.length) } });
  expect(head.bytes.length).toBe(0);
  const same = await ask(port, '/large', { headers: { 'if-none-match': '"tag"' } });
  expect(same).toMatchObject({ status: 304, headers: { etag: '"tag"' } });
});

test.each(transports)('%s hands on bodies, queries, headers and addresses', async (_name, transport) => {
  const { port } = await serve(transport, routes);
  const headers = { 'content-type': 'application/json', authorization: 'Bearer t' };
  const post = { method: 'POST', headers, body: JSON.stringify({ text: 'ä'.repeat(100_000) }) };
  const echo = await ask(port, '/echo?a=1&b=%20', post);
  expect(echo).toMatchObject({ status: 200, headers: { 'x-two': '1, 2' } });
  expect(JSON.parse(String(echo.bytes))).toEqual({
    body: { text: 'ä'.repeat(100_000) },
    query: { a: '1', b: ' ' },
    ip: '127.0.0.1',
    authorization: 'Bearer t',
  });
  const chunked = { ...headers, 'transfer-encoding': 'chunked' };
  const inChunks = await ask(port, '/echo', { ...post, headers: chunked });
  expect(JSON.parse(String(inChunks.bytes))).toMatchObject({ body: { text: 'ä'.repeat(100_000) } });
});

test.each(transports)('%s gives back the status of what cannot be', async (_name, transport) => {
  const { port } = await serve(transport, routes);
  const headers = { 'content-type': 'application/json' };
  expect(await ask(port, '/nowhere')).toMatchObject({ status: 404 });
  expect(await ask(port, '/gone', { method: 'DELETE' })).toMatchObject({ status: 204 });
  expect(await ask(port, '/echo', { method: 'POST', headers, body: '{' })).toMatchObject({ status: 400 });
  const huge = { method: 'POST', headers, body: Buffer.alloc(2 << 20, ' ') };
  expect(await ask(port, '/echo', huge)).toMatchObject({ status: 413 });
});

test.each(transports)('%s speaks https and wss where it has a certificate', async (_name, transport) => {
  const { port } = await serve(transport, routes, tls);
  const asked = secureRequest({
    host: '127.0.0.1',
    port,
    path: '/large',
    rejectUnauthorized: false,
    agent: false,
  });
  asked.end();
  const [response]: IncomingMessage[] = await once(asked, 'response');
  expect(response && (await buffer(response)).equals(large)).toBe(true);
  const socket = new WebSocket(`wss://127.0.0.1:${port}/ws/agent/a`, { rejectUnauthorized: false });
  const [welcome]: unknown[] = await once(socket, 'message');
  expect(String(welcome)).toBe('welcome');
  socket.terminate();
});

test.each(transports)('%s says that its port is taken', async (_name, transport) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(serve(transport, routes, undefined, port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const first = await serve(transport);
  await expect(serve(transport, routes, undefined, first.port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test.each(transports)('%s lives on after requests that are none', async (_name, transport) => {
  const { port } = await serve(transport, routes);
  for (const path of ['//', '/%', '/%ff', '/\\', '/a/../large', 'http://[/', '*'])
    expect((await ask(port, path)).status, path).toBeGreaterThanOrEqual(200);
  for (const head of [
    'GET /large',
    'G\0T / HTTP/1.1\r\n\r\n',
    'BREW / HTTP/1.1\r\nhost: a\r\n\r\n',
    '\r\n'.repeat(9),
  ]) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.end(head);
    socket.resume();
    await once(socket, 'close');
  }
  expect(await ask(port, '/large')).toMatchObject({ status: 200 });
});
