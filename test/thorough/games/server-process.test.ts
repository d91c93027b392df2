import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findServerBinary } from '../../../proxy/games/server/server-binary.js';
import { killedBy } from '../../../proxy/games/server/server-exit.js';
import { type ServerProcess, startServerProcess } from '../../../proxy/games/server/server-process.js';
import { ServerRun } from '../../../proxy/games/server/server-run.js';
import { freePort } from '../../../proxy/games/server/server-startup.js';
import type { Result } from '../../../shared/core/result.js';
import { serverHost } from '../../support/isolation.js';

const logger = pino({ level: 'silent' });
const started: ServerProcess[] = [];
let folder = '';

beforeEach(async () => {
  // Mode 0700 and owned by us: as root, the server's user cannot pass through it.
  folder = await mkdtemp(join(tmpdir(), 'freeciv-test-'));
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.close()));
  await rm(folder, { recursive: true, force: true });
});

interface StartOptions {
  readonly saveFile?: string;
  readonly runDir?: string;
  readonly binary?: string;
  readonly signal?: AbortSignal;
  readonly findPort?: () => Promise<number>;
}

async function tryStart(options: StartOptions = {}): Promise<Result<ServerProcess>> {
  const binary = options.binary ?? must(await findServerBinary(process.env.FREECIV_SERVER));
  const { findPort, ...rest } = options;
  const all = {
    host: serverHost,
    isForHumans: true,
    runDir: join(folder, 'run'),
    ruleset: 'classic',
    log: logger,
    ...rest,
    binary,
  };
  const result = await startServerProcess(all, findPort);
  if (result.ok) started.push(result.value);
  return result;
}

async function start(options: StartOptions = {}): Promise<ServerProcess> {
  return must(await tryStart(options));
}

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.message} ${JSON.stringify(result.failure.details)}`);
  return result.value;
}

/** Whether something listens there; a process that is gone but not yet reaped does not. */
async function listens(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  const up = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return up;
}

test('a started server accepts connections at once and says its version', async () => {
  const server = await start();
  expect(await listens(server.port)).toBe(true);
  expect(server.version).toMatch(/^3\.\d/);
});

test('a server of root runs as another user, below folders only root may enter', async () => {
  const server = await start();
  must(await server.run('save probe'));
  const save = await stat(join(server.folder, 'probe.sav.xz'));
  expect(save.uid === 0).toBe(false);
});

test('every command gets its own answer, in any number at once', async () => {
  const server = await start();
  must(server.writeCommand('set aifill 3'));
  const answers = await Promise.all([
    server.run('list players'),
    server.run('create "Jeanne d\'Ärc"'),
    server.run('set nosuch 1'),
    server.run(`set nosuch ${'y'.repeat(500)}`),
    server.run('list players'),
  ]);
  const [before, created, unknown, long, after] = answers.map(must);
  expect(before?.filter((line) => line.startsWith('AI*'))).toHaveLength(3);
  expect(created?.join()).toContain("Jeanne d'Ärc");
  expect(unknown).toEqual(["Option 'nosuch' not recognized."]);
  expect(long).toEqual(["Option 'nosuch' not recognized."]);
  expect(after?.join('\n')).toContain("Jeanne d'Ärc");
});

test('a command with a line break is refused and nothing of it is run', async () => {
  const server = await start();
  expect(server.writeCommand('set aifill 2\nquit')).toMatchObject({ failure: { code: 'E130' } });
  expect(must(await server.run('show aifill')).join('\n')).not.toMatch(/aifill +\S? +2 /);
});

test('connections that come and go do not disturb a game', async () => {
  const server = await start();
  must(await server.run('set minplayers 0'));
  must(server.writeCommand('start'));
  const before = must(await server.run('list players'));
  for (let i = 0; i < 20; i += 1) expect(await listens(server.port)).toBe(true);
  expect(must(await server.run('list players'))).toEqual(before);
});

test('seats are let go only when their server has ended: it would end the turn of those it still has', async () => {
  const server = await start();
  const order: string[] = [];
  void server.exited.then(() => order.push('server ended'));
  const run = new ServerRun(server);
  run.signal.addEventListener('abort', () => order.push('seats let go'));
  await run[Symbol.asyncDispose]();
  expect(order).toEqual(['server ended', 'seats let go']);
});

test('a saved game goes on in another server', async () => {
  const server = await start();
  must(await server.run('set minplayers 0'));
  must(server.writeCommand('start'));
  must(await server.run('save mid'));
  const players = must(await server.run('list players'));
  await server.close();
  const next = await start({
    runDir: join(folder, 'fork'),
    saveFile: join(server.folder, 'mid.sav.xz'),
  });
  const names = (lines: readonly string[]) => lines.filter((line) => line.includes('[#'));
  expect(names(must(await next.run('list players')))).toEqual(names(players));
});

test('a save that cannot be read is E142, not a fresh game', async () => {
  const saveFile = join(folder, 'broken.sav');
  await writeFile(saveFile, 'no save');
  expect(await tryStart({ saveFile })).toMatchObject({ failure: { code: 'E142' } });
  expect(await tryStart({ saveFile: join(folder, 'missing.sav') })).toMatchObject({
    failure: { code: 'E142' },
  });
});

test('a port that was taken in the meantime costs another attempt, not the start', async () => {
  const rival = createServer().listen({ host: '127.0.0.1', port: 0 });
  await once(rival, 'listening');
  const address = rival.address();
  const taken = typeof address === 'object' && address !== null ? address.port : 0;
  const ports = [taken, taken, await freePort()];
  const server = await start({ findPort: async () => ports.shift() ?? taken });
  expect(server.port).not.toBe(taken);
  const none = await tryStart({ findPort: async () => taken, runDir: join(folder, 'other') });
  expect(none).toMatchObject({ failure: { code: 'E142', message: expect.stringContaining('port') } });
  rival.close();
});

test('a program that is not a game server is E142 with its last words', async () => {
  const binary = join(folder, 'not-a-server');
  await writeFile(binary, '#!/bin/sh\necho "0: no rules here" >&2; exit 3\n', { mode: 0o755 });
  await chmod(folder, 0o755);
  expect(await tryStart({ binary })).toMatchObject({
    failure: { code: 'E142', message: 'freeciv-server ended while starting: no rules here' },
  });
  expect(await tryStart({ binary: join(folder, 'gone') })).toMatchObject({ failure: { code: 'E142' } });
});

test('a start can be stopped', async () => {
  const stop = new AbortController();
  const starting = tryStart({ signal: stop.signal });
  stop.abort();
  expect(await starting).toMatchObject({ failure: { code: 'E142' } });
});

test('closing ends the process, however often it is asked', async () => {
  const server = await start();
  await Promise.all([server.close(), server.close()]);
  expect(await server.exited).toMatchObject({ code: 0 });
  expect(await listens(server.port)).toBe(false);
  expect(await server.run('list players')).toMatchObject({ failure: { code: 'E123' } });
});

test('a server that dies is noticed with its last lines, and what waits for it fails', async () => {
  const server = await start();
  process.kill(server.pid, 'SIGSTOP');
  const waiting = server.run('list players');
  process.kill(server.pid, 'SIGKILL');
  expect(await waiting).toMatchObject({ failure: { code: 'E123' } });
  const exit = await server.exited;
  expect(exit.signal).toBe('SIGKILL');
  expect(exit.lastLines.join('\n')).toContain('accepting new client connections');
});

test('a server that was killed from outside was not ended by its proxy, though that asks for its end, too', async () => {
  const [killed, closed] = [await start(), await start()];
  process.kill(killed.pid, 'SIGKILL');
  // Its connection is lost before the end of the process is known.
  void killed.close();
  expect(killedBy(await killed.exited)).toBe('SIGKILL');
  closed.kill();
  expect(killedBy(await closed.exited)).toBeUndefined();
});

test('no server outlives us, even when we are killed without warning', async () => {
  const script = fileURLToPath(new URL('../../integration/games/start-and-wait.ts', import.meta.url));
  const owner = spawn(
    process.execPath,
    ['--conditions=source', '--import', 'tsx', script, join(folder, 'run')],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [port] = await once(owner.stdout.setEncoding('utf8'), 'data');
  expect(await listens(Number(port))).toBe(true);
  owner.kill('SIGKILL');
  await vi.waitUntil(async () => !(await listens(Number(port))), { timeout: 30_000 });
});

test('a server leaves nothing behind but what it was told to save', async () => {
  const server = await start();
  await server.close();
  expect(await readdir(server.folder)).toEqual([]);
  const next = await start();
  expect(await readdir(join(folder, 'run'))).toEqual([basename(dirname(next.folder))]);
});
