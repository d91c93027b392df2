import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { startFixture } from './support/gateway-fixture.js';

const AGENTS = 200;
const agents = Array.from({ length: AGENTS }, (_, index) => `agent-${index}`);

const stored = (name: string) => fileURLToPath(new URL(`../../fixtures/tls/${name}.pem`, import.meta.url));

/** A gateway with a certificate in files of its own, which `use` replaces by those of another one. */
async function startSecure() {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-tls-'));
  const files = { TLS_CERT_FILE: join(folder, 'cert.pem'), TLS_KEY_FILE: join(folder, 'key.pem') };
  const use = async (name: string) => {
    await copyFile(stored(`${name}-key`), files.TLS_KEY_FILE);
    await copyFile(stored(`${name}-cert`), files.TLS_CERT_FILE);
  };
  await use('localhost');
  const fixture = await startFixture({ ...files, TRANSPORT: 'ws' });
  onTestFinished(async () => {
    await fixture[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  return { ...fixture, files, use };
}

/** The name in the certificate that a new connection is shown. */
async function shownName(port: number): Promise<string | string[] | undefined> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return CN;
}

/** Sends a request over an open socket and takes the type of its answer. */
async function ask(socket: WebSocket, type: string, data: object = {}): Promise<string> {
  const answer = once(socket, 'message');
  const agent_id = new URL(socket.url).pathname.split('/').at(-1);
  socket.send(JSON.stringify({ type, agent_id, timestamp: 1, correlation_id: type, data }));
  const [bytes] = await answer;
  return JSON.parse(String(bytes)).type;
}

async function logIn(port: number, agent: string): Promise<WebSocket> {
  const socket = new WebSocket(`wss://127.0.0.1:${port}/ws/agent/${agent}`, { rejectUnauthorized: false });
  await once(socket, 'message');
  expect(await ask(socket, 'llm_connect', { api_token: 'good-token', game_id: 'g1' })).toBe('llm_connect');
  return socket;
}

test('a renewed certificate is served to new connections, and those that are open lose no request', async () => {
  const { port, use } = await startSecure();
  const sockets = await Promise.all(agents.map((agent) => logIn(port, agent)));
  expect(await shownName(port)).toBe('localhost');
  await use('renewed');
  const askAll = async () => {
    const answers = await Promise.all(sockets.map((socket) => ask(socket, 'ping')));
    expect(answers).toEqual(agents.map(() => 'pong'));
    return shownName(port);
  };
  await expect.poll(askAll).toBe('renewed.localhost');
  expect(await askAll()).toBe('renewed.localhost');
  expect(sockets.map(({ readyState }) => readyState)).toEqual(agents.map(() => WebSocket.OPEN));
  for (const socket of sockets) socket.terminate();
});

test('a certificate that is no pair with its key changes nothing, until the key comes too', async () => {
  const { port, files, gateway } = await startSecure();
  await copyFile(stored('renewed-cert'), files.TLS_CERT_FILE);
  gateway.reload();
  expect(await shownName(port)).toBe('localhost');
  await writeFile(files.TLS_KEY_FILE, 'not a key');
  gateway.reload();
  expect(await shownName(port)).toBe('localhost');
  await copyFile(stored('renewed-key'), files.TLS_KEY_FILE);
  gateway.reload();
  expect(await shownName(port)).toBe('renewed.localhost');
});
