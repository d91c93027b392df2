import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { RawAgentSocket } from '../../integration/gateway/support/raw-agent-socket.js';
import { ScriptedProxy, secret } from '../../integration/gateway/support/scripted-proxy.js';
import { promised } from '../../support/promised.js';
import { RedisServer } from '../../support/redis/redis-server.js';
import { serviceProgram } from '../../support/services/program.js';

const { file, execArgv } = serviceProgram('gateway');

function startProcess(environment: Record<string, string>): { child: ChildProcess; stderr: () => string } {
  const child = fork(file, {
    execArgv: [...execArgv],
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let text = '';
  child.stderr?.on('data', (chunk) => {
    text += String(chunk);
  });
  return { child, stderr: () => text };
}

const dataDir = mkdtempSync(join(tmpdir(), 'gateway-test-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const good = { DATA_DIR: dataDir, GATEWAY_PORT: '0', PROXY_SECRET: secret, LLM_API_TOKENS: 'good-token' };

test('bad configuration ends the start with one line for each problem', async () => {
  const { child, stderr } = startProcess({ GATEWAY_PORT: 'many', MAX_GAMES: '0' });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  const lines = stderr().trim().split('\n');
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toMatch(/^configuration: (GATEWAY_PORT|MAX_GAMES): /);
});

test('a gateway without tokens or secret does not start, and a bad token is not printed', async () => {
  const { child, stderr } = startProcess({ GATEWAY_PORT: '0', LLM_API_TOKENS: 'sha256:secret-thing' });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(stderr()).toMatch(/^configuration: PROXY_SECRET: .*\nconfiguration: LLM_API_TOKENS: item 1: .*\n$/);
  expect(stderr()).not.toContain('secret-thing');
});

test('a taken port is one line that names the variable', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const { child, stderr } = startProcess({ ...good, GATEWAY_PORT: port });
  const [code] = await once(child, 'close');
  taken.close();
  expect(code).toBe(1);
  expect(stderr()).toMatch(
    new RegExp(`^port ${port} of 127.0.0.1 is taken by process ${process.pid} .*GATEWAY_PORT.*\\n$`),
  );
});

test('an address of another machine ends the start, with connections to Redis too', async () => {
  await using redis = await RedisServer.start();
  const environment = { ...good, GATEWAY_HOST: '192.0.2.1', REDIS_URL: redis.url };
  const { child, stderr } = startProcess(environment);
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(stderr()).toContain('192.0.2.1 is not an address of this machine: set GATEWAY_HOST');
});

test('promises 12 and 18: SIGTERM closes the agents 1012 and exits 0, and no token was ever logged', async () => {
  const proxy = await ScriptedProxy.start();
  const environment = { ...good, PROXY_PORT: String(proxy.port), LOG_LEVEL: 'debug' };
  const { child, stderr } = startProcess(environment);
  const [ready] = await once(child, 'message');
  expect(ready).toMatchObject({ type: 'ready', host: '127.0.0.1', port: expect.any(Number) });
  await proxy.connections.take();
  const agent = await RawAgentSocket.loggedIn(ready.port, 'my-agent');
  const stranger = await RawAgentSocket.open(ready.port, 'stranger');
  await stranger.logIn({ api_token: 'wrong-token' });
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  promised(18, { what: 'exit code after SIGTERM', value: code }, { exactly: 0 });
  expect(await agent.closed).toMatchObject({ code: 1012 });
  expect(stderr()).toContain('logged in');
  const told = ['good-token', 'wrong-token', secret].filter((hidden) => stderr().includes(hidden));
  promised(12, { what: 'secrets in the log', value: told.length }, { exactly: 0 });
  await proxy.stop();
});

test('SIGHUP reads the token file again at once', async () => {
  const proxy = await ScriptedProxy.start();
  const file = join(dataDir, 'tokens');
  writeFileSync(file, 'old-token\n');
  const { child, stderr } = startProcess({
    ...good,
    PROXY_PORT: String(proxy.port),
    LLM_API_TOKENS_FILE: file,
  });
  const [ready] = await once(child, 'message');
  writeFileSync(file, 'new-token\n');
  child.kill('SIGHUP');
  await expect.poll(() => stderr().includes('tokens read again')).toBe(true);
  await proxy.connections.take();
  const agent = await RawAgentSocket.open(ready.port, 'my-agent');
  expect(await agent.logIn({ api_token: 'new-token' })).toMatchObject({ type: 'llm_connect' });
  child.kill('SIGTERM');
  await once(child, 'close');
  await proxy.stop();
});
