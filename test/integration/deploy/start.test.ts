import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { NpmStart, type Welcome } from '../../support/npm-start.js';
import { alive, processTree } from '../../support/process-tree.js';

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

test('a port that is taken is one line and code 1', async () => {
  const rival = createServer().listen(0, '127.0.0.1');
  await once(rival, 'listening');
  const address = rival.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await using start = await NpmStart.run({ GATEWAY_PORT: String(port), LOG_LEVEL: 'error' });
  const { code, stderr } = await start.ended;
  rival.close();
  expect(code).toBe(1);
  expect(linesOf(stderr)).toEqual([expect.stringContaining(String(port))]);
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

/** Logs an agent in, which makes a game with a server of its own. */
async function startGame({ gatewayPort, token }: Welcome): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${gatewayPort}/ws/agent/tester`);
  await once(socket, 'message');
  const login = { type: 'llm_connect', agent_id: 'tester', data: { api_token: token, game_id: 'one' } };
  socket.send(JSON.stringify({ ...login, timestamp: Date.now() / 1000 }));
  const [answer] = await once(socket, 'message');
  expect(String(answer)).toContain('auth_success');
}
