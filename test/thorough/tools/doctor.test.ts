import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repository } from '../../support/npm-start.js';
import { BucketServer } from '../../support/s3/bucket-server.js';
import { startStack } from '../../support/stack.js';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeciv-doctor-'));
  // As for a data folder of root: others may enter it, and not write.
  await chmod(folder, 0o755);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

interface Diagnosis {
  readonly code: number | null;
  readonly printed: string;
  /** The subjects to fix. */
  readonly broken: readonly string[];
}

async function doctor(environment: Readonly<Record<string, string>>): Promise<Diagnosis> {
  const own = { DATA_DIR: join(folder, 'data'), GATEWAY_PORT: '0', PROXY_PORT: '0' };
  const child = spawn(process.execPath, ['tools/doctor.mjs'], {
    cwd: repository,
    env: { ...process.env, ...own, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const [code] = await once(child, 'close');
  const broken = [...printed.matchAll(/^FIX {2}([^:]+): .+\n +→ .+$/gm)].map(([, subject]) => subject ?? '');
  return { code, printed, broken };
}

/** A program that says this version, as an installed server does. */
async function program(name: string, version: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, `#!/bin/sh\necho "Freeciv version ${version}"\n`);
  await chmod(file, 0o755);
  return file;
}

/** A server that accepts connections and answers nothing. */
async function listener(): Promise<Server & { readonly port: string }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return Object.assign(server, { port: String(typeof address === 'object' ? address?.port : 0) });
}

test('where everything is there the doctor finds nothing to fix', async () => {
  const { code, printed, broken } = await doctor({});
  expect(broken).toEqual([]);
  expect(code).toBe(0);
  expect(printed).toMatch(/^ok {3}freeciv-server: 3\.[012]\.\d+ at /m);
});

test('the doctor says what is wrong with the game server, and how to fix it', async () => {
  const missing = await doctor({ FREECIV_SERVER: join(folder, 'nothing') });
  expect(missing).toMatchObject({ code: 1, broken: ['freeciv-server'] });
  const newer = await doctor({ FREECIV_SERVER: await program('newer-server', '3.3.1') });
  expect(newer).toMatchObject({ code: 1, broken: ['freeciv-server'] });
  expect(newer.printed).toContain('has version 3.3.1, and this gateway speaks 3.0, 3.1, 3.2');
});

test('the doctor sees that a data folder cannot be written', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const { code, broken } = await doctor({ DATA_DIR: join(file, 'data') });
  expect({ code, broken }).toEqual({ code: 1, broken: ['data folder'] });
});

test('the doctor tries as the account that a game server gets', async () => {
  const isRoot = process.getuid?.() === 0;
  const closed = join(folder, 'closed');
  await mkdir(closed, { mode: 0o700 });
  const server = join(closed, 'freeciv-server');
  await copyFile(await program('own-server', '3.0.6'), server);
  await chmod(server, 0o755);
  const unreachable = await doctor({ FREECIV_SERVER: server });
  expect(unreachable.broken).toEqual(isRoot ? ['user of game servers'] : []);
  const none = await doctor({ FREECIV_UIDS: '4294967295-4294967295' });
  expect(none.broken).toContain(isRoot ? 'user of game servers' : 'settings');
});

test('the doctor tells a port that a stranger has from one of ours', async () => {
  const stranger = await listener();
  const taken = await doctor({ PROXY_PORT: stranger.port });
  stranger.close();
  expect(taken).toMatchObject({ code: 1, broken: ['proxy port'] });
  await using stack = await startStack();
  const ours = await doctor({ GATEWAY_PORT: new URL(stack.httpUrl).port });
  expect(ours).toMatchObject({ code: 0, broken: [] });
  expect(ours.printed).toContain('taken by a running one of ours');
});

test('the doctor tells whether PLAY_PORT is off, free, or taken by a stranger or a gateway', async () => {
  expect((await doctor({})).printed).toMatch(/^ok {3}play port: off/m);
  const stranger = await listener();
  const taken = await doctor({ PLAY_PORT: stranger.port });
  stranger.close();
  expect(taken).toMatchObject({ code: 1, broken: ['play port'] });
  const free = await doctor({ PLAY_PORT: stranger.port });
  expect(free).toMatchObject({ code: 0, broken: [] });
  expect(free.printed).toMatch(/^ok {3}play port: \S+ is free; only from this machine/m);
  await using stack = await startStack({ PLAY_PORT: stranger.port });
  const ours = await doctor({ GATEWAY_PORT: new URL(stack.httpUrl).port, PLAY_PORT: stranger.port });
  expect(ours).toMatchObject({ code: 0, broken: [] });
  expect(ours.printed).toMatch(/^note play port: \S+ is taken by a running one of ours/m);
});

test('the doctor tries the bucket of the games, and says in a line why it cannot be used', async () => {
  await using server = await BucketServer.start();
  const usable = await doctor(server.settings);
  expect(usable.broken).toEqual([]);
  expect(usable.printed).toContain('s3://games/test/');
  await server.cut();
  const away = await doctor(server.settings);
  expect(away).toMatchObject({ code: 1, broken: ['bucket'] });
  expect(away.printed).not.toContain('secret-of-the-test');
  expect((await doctor({ STORAGE_URL: 'http://games' })).broken).toEqual(['bucket']);
});
