import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { waitForPort } from '#shared/core/ports.js';
import { AgentConnection } from '../../../agent/agent-connection.js';
import { AgentError } from '../../../agent/errors.js';
import { alive, processTree } from '../../../tools/steps/process-tree.mjs';
import { NpmStart, type Welcome } from '../../support/npm-start.js';

test('npm start prints where to play with what token, and the gateway is healthy', async () => {
  await using start = await NpmStart.run();
  const { printed, gatewayPort, token } = await start.ready();
  expect(printed).toContain(`ws://127.0.0.1:${gatewayPort}/ws/agent/my-agent`);
  expect(token).not.toBe('');
  const health = await fetch(`http://127.0.0.1:${gatewayPort}/health`);
  expect(health.status).toBe(200);
});

test('Ctrl-C in the terminal ends everything, a game that runs included, with code 0', async () => {
  await using start = await NpmStart.run();
  await startGame(await start.ready());
  const started = processTree(start.child.pid ?? 0);
  // npm, the launcher, proxy, gateway, the game server and its guard
  expect(started.length).toBeGreaterThanOrEqual(6);
  start.signalGroup('SIGINT');
  expect((await start.ended).code).toBe(0);
  expect(alive(started)).toEqual([]);
});

test('a launcher that is killed takes everything with it', async () => {
  await using start = await NpmStart.run();
  await startGame(await start.ready());
  const started = processTree(start.child.pid ?? 0);
  start.signalGroup('SIGKILL');
  await vi.waitUntil(() => alive(started).length === 0, { timeout: 30_000 });
});

test('a gateway and a proxy that are killed are started again, and an agent plays on in its session', async () => {
  await using start = await NpmStart.run();
  const { gatewayPort, token } = await start.ready();
  const api_token = token;
  const open = () => AgentConnection.open({ gateway: `ws://127.0.0.1:${gatewayPort}`, agentId: 'tester' });
  const before = await open();
  const { session_id } = await before.connect({ api_token, game_id: 'one', game_config: { players: 2 } });
  const { turn } = await before.push('turn_start');
  await before.act('end_turn');
  process.kill(serviceOf(start, 'gateway'), 'SIGKILL');
  await before.closed;
  const agent = await vi.waitUntil(() => open().catch(() => undefined), { timeout: 60_000, interval: 100 });
  const resumed = await whenReachable(() => agent.connect({ api_token, session_id }));
  expect(resumed).toMatchObject({ resumed: true, session_id });
  const proxy = serviceOf(start, 'proxy');
  process.kill(proxy, 'SIGKILL');
  await agent.push('status', ({ status }) => status === 'recovering');
  await agent.push('status', ({ status }) => status === 'recovered');
  expect(await whenReachable(() => agent.state())).toMatchObject({ turn: turn + 1 });
  await whenReachable(() => agent.act('end_turn'));
  await agent.push('turn_start', (data) => data.turn === turn + 2);
  expect(serviceOf(start, 'proxy')).not.toBe(proxy);
  await agent.close();
  start.signalGroup('SIGINT');
  const { code, stderr } = await start.ended;
  expect(code).toBe(0);
  expect(stderr).toContain('The gateway was ended by SIGKILL. It is started again in 0.5 s.');
});

test('a port that its holder is about to give up is waited for', async () => {
  const rival = createServer().listen(0, '127.0.0.1');
  await once(rival, 'listening');
  const port = portOf(rival);
  const freed = waitForPort('127.0.0.1', port);
  rival.close();
  expect(await freed).toBeUndefined();
});

test('a port that is taken is one line, which names its holder, and code 1', async () => {
  const rival = createServer().listen(0, '127.0.0.1');
  await once(rival, 'listening');
  const port = portOf(rival);
  await using start = await NpmStart.run({ GATEWAY_PORT: String(port), LOG_LEVEL: 'error' });
  const { code, stderr } = await start.ended;
  rival.close();
  expect(code).toBe(1);
  expect(linesOf(stderr)).toEqual([
    `port ${port} of 127.0.0.1 is taken by process ${process.pid} (${comm()}): end it, or set GATEWAY_PORT to another one`,
  ]);
});

test.each([
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ PROXY_SECRET: 'short' }, 'PROXY_SECRET'],
  [{ FREECIV_SERVER: '/nowhere/freeciv-server' }, 'FREECIV_SERVER'],
])('a bad setting is one line that names it, and code 1: %j', async (environment, name) => {
  await using start = await NpmStart.run(environment);
  const { code, stderr } = await start.ended;
  expect(code).toBe(1);
  expect(linesOf(stderr)).toEqual([expect.stringContaining(name)]);
  expect(stderr).not.toContain('short');
});

/** What was said, without what npm itself says. */
function linesOf(stderr: string): readonly string[] {
  return stderr.split('\n').filter((line) => line !== '' && !line.startsWith('npm '));
}

/** The name under which the system lists this process. */
function comm(): string {
  return readFileSync('/proc/self/comm', 'utf8').trim();
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('not listening');
  return address.port;
}

/** The process of a service that a launcher has started. */
function serviceOf(start: NpmStart, name: 'gateway' | 'proxy'): number {
  const isIt = (pid: number) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`dist/services/${name}/main.js`);
  const found = alive(processTree(start.child.pid ?? 0)).find(isIt);
  if (found === undefined) throw new Error(`no ${name} runs`);
  return found;
}

/** The answer, asked for again while it is E123: on a busy machine a process that has just started can miss its heartbeats. */
async function whenReachable<T>(request: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof AgentError) || error.code !== 'E123') throw error;
    }
  }
}

/** Logs an agent in, which makes a game with a server of its own. */
async function startGame({ gatewayPort, token }: Welcome): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${gatewayPort}/ws/agent/tester`);
  await once(socket, 'message');
  const login = { type: 'llm_connect', agent_id: 'tester', data: { api_token: token, game_id: 'one' } };
  socket.send(JSON.stringify({ ...login, timestamp: Date.now() / 1000 }));
  const [answer] = await once(socket, 'message');
  expect(String(answer)).toContain('auth_success');
}
