import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { type Fixture, startFixture } from '../../integration/gateway/support/gateway-fixture.js';
import { RawAgentSocket } from '../../integration/gateway/support/raw-agent-socket.js';
import { freePort } from '../../support/free-port.js';
import { root } from '../../unit/architecture/source-files.js';

const haproxy = '/usr/sbin/haproxy';
const config = await readFile(join(root, 'deploy/haproxy/haproxy.cfg'), 'utf8');

/** Checks a configuration; what is said of it, and the exit code. */
async function check(file: string): Promise<string> {
  const run = spawn(haproxy, ['-c', '-f', file], { env: { ...process.env, GATEWAY_NAME: 'gateway' } });
  const [said, printed] = await Promise.all([text(run.stderr), text(run.stdout)]);
  if (run.exitCode === null) await once(run, 'close');
  return `${said}${printed}exit ${run.exitCode}`;
}

test('haproxy finds nothing wrong with its configuration', async () => {
  const said = await check(join(root, 'deploy/haproxy/haproxy.cfg'));
  expect(said).toContain('exit 0');
  expect(said).not.toMatch(/WARNING|ALERT/);
});

/** The configuration with other ports, these gateways, and short limits for what is no WebSocket. */
async function startBalancer(
  gateways: readonly number[],
): Promise<{ readonly port: number; readonly metrics: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-balancer-'));
  const [port, metrics] = [await freePort(), await freePort()];
  const servers = gateways.map((each, index) => `    server gateway${index} 127.0.0.1:${each}`).join('\n');
  const file = join(folder, 'haproxy.cfg');
  const changed = config
    .replace('bind :8003', `bind 127.0.0.1:${port}`)
    .replace('bind :8404', `bind 127.0.0.1:${metrics}`)
    .replace(/^ {4}server-template.*$/m, servers)
    .replace('maxconn 20000', 'maxconn 200')
    .replace(/timeout (client|server|http-request|http-keep-alive) +\d+s/g, 'timeout $1 1s');
  await writeFile(file, changed);
  const child = spawn(haproxy, ['-f', file], { stdio: 'ignore' });
  onTestFinished(async () => {
    await ended(child);
    await rm(folder, { recursive: true });
  });
  return { port, metrics };
}

async function ended(child: ChildProcess): Promise<void> {
  const end = once(child, 'close');
  child.kill('SIGKILL');
  await end;
}

/** Both gateways behind the balancer, and how many of them it holds to be up. */
async function twoGateways(settings: Record<string, string> = {}) {
  const gateways = [await startFixture(settings), await startFixture(settings)] as const;
  const balancer = await startBalancer(gateways.map(({ port }) => port));
  const up = async () => {
    const answer = await fetch(`http://127.0.0.1:${balancer.metrics}/metrics`).catch(() => undefined);
    const lines = (await answer?.text())?.matchAll(
      /haproxy_server_status\{.*server="(gateway\d)",state="UP"\} 1/g,
    );
    return [...(lines ?? [])].map(([, name]) => name);
  };
  await expect.poll(up).toEqual(['gateway0', 'gateway1']);
  return { gateways, port: balancer.port, up };
}

/** A connection that has said nothing after its first request, until the balancer ends it. */
async function idleConnection(port: number): Promise<void> {
  const socket = createConnection(port, '127.0.0.1');
  socket.resume();
  await once(socket, 'connect');
  socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'close');
}

test('a WebSocket through haproxy outlives limits for requests; a gateway that ends sends it to the other', async () => {
  const { gateways, port, up } = await twoGateways();
  const [first, second] = gateways;
  const agents = await Promise.all(['ann', 'ben'].map((id) => RawAgentSocket.loggedIn(port, id)));
  const sockets = ({ gateway }: Fixture) => gateway.port;
  expect(new Set(gateways.map(sockets)).size).toBe(2);
  // The one that haproxy has cut for its silence was opened after the agents' sockets.
  await idleConnection(port);
  for (const agent of agents) {
    agent.sendRequest('ping', {});
    expect((await agent.next()).type).toBe('pong');
  }
  const ending = first[Symbol.asyncDispose]();
  const closed = await Promise.race(agents.map(({ closed: end }) => end));
  expect(closed.code).toBe(1012);
  await ending;
  await expect.poll(up).toEqual(['gateway1']);
  await using again = await RawAgentSocket.loggedIn(port, 'cid');
  again.sendRequest('ping', {});
  expect((await again.next()).type).toBe('pong');
  for (const agent of agents) await agent[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
});

/** The status of a request with a wrong token from that address, which says that it came from elsewhere. */
async function guess(port: number, localAddress: string, pretended: string): Promise<number | undefined> {
  const headers = { authorization: 'Bearer guessed', 'x-forwarded-for': pretended };
  const asked = request({ port, localAddress, headers, host: '127.0.0.1', path: '/api/games', agent: false });
  asked.end();
  const [answer] = await once(asked, 'response');
  answer.resume();
  return answer.statusCode;
}

test('a gateway that trusts haproxy locks out the address that guesses tokens, whatever it pretends', async () => {
  const { gateways, port } = await twoGateways({ TRUSTED_PROXIES: '127.0.0.1' });
  // Each gateway counts for itself, and haproxy takes turns, but for one that answers its checks late.
  const statuses: (number | undefined)[] = [];
  while (statuses.length < 60 && statuses.slice(-4).join() !== '429,429,429,429')
    statuses.push(await guess(port, '127.0.0.2', `203.0.113.${statuses.length}`));
  expect(statuses.slice(-4)).toEqual([429, 429, 429, 429]);
  for (let i = 0; i < 4; i++) expect(await guess(port, '127.0.0.3', '127.0.0.2')).toBe(401);
  for (const gateway of gateways) await gateway[Symbol.asyncDispose]();
});
