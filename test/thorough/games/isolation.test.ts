import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { unguarded } from '../../../proxy/games/disk/write-guard.js';
import { listSaves } from '../../../proxy/games/saves/stored-saves.js';
import { spawnServer } from '../../../proxy/games/server/server-child.js';
import { startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';

const run = promisify(execFile);
/** Of nobody. */
const USER = 1_900_000_000;
const SECRET = 'what only we may read';
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeciv-isolation-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs shell commands as whoever runs the game server, where it runs. */
async function asServer(pid: number, script: string, ...words: readonly string[]): Promise<number> {
  const { uid, gid } = await stat(`/proc/${pid}`);
  const cwd = `/proc/${pid}/cwd`;
  const child = spawn('/bin/sh', ['-c', script, 'sh', ...words], { uid, gid, cwd, stdio: 'ignore' });
  const [code] = await once(child, 'close');
  return Number(code);
}

test('game servers of root are each other’s strangers: none reads, writes or signals what is another’s', async () => {
  await using stack = await startStack();
  for (const id of ['one', 'two']) {
    const agent = await stack.agent(id);
    await agent.connect({ api_token: stack.token, game_id: id });
  }
  const [one = 0, two = 0] = ['one', 'two'].map((id) => stack.games.get(id)?.serverPid);
  const users = await Promise.all([one, two].map(async (pid) => (await stat(`/proc/${pid}`)).uid));
  const isRoot = process.getuid?.() === 0;
  expect(new Set(users).size).toBe(isRoot ? 2 : 1);
  if (!isRoot) return;
  expect(users).not.toContain(0);
  const other = await readlink(`/proc/${two}/cwd`);
  expect(await asServer(one, ': > mine && rm mine')).toBe(0);
  expect(await asServer(one, ': > "$1/theirs"', other)).not.toBe(0);
  expect(await asServer(one, 'ls "$1"', other)).not.toBe(0);
  expect(await asServer(one, 'ls "$1"', dirname(dirname(other)))).not.toBe(0);
  expect(await asServer(one, 'kill -0 "$1"', String(two))).not.toBe(0);
});

test('what a game server plants where it writes is not followed, not given away, and not waited for', async () => {
  await using stack = await startStack();
  const game = await TwoAgents.begin(stack, 'traps');
  await game.nextTurn();
  const secret = join(folder, 'secret');
  await writeFile(secret, SECRET, { mode: 0o600 });
  const bomb = join(folder, 'bomb.gz');
  await writeFile(bomb, gzipSync(Buffer.alloc(100 << 20)));
  await chmod(folder, 0o711);
  await chmod(bomb, 0o644);
  const pid = stack.games.get('traps')?.serverPid ?? 0;
  const plant = `
    ln -s "$1" restored.sav; ln -s "$1" restored-check.sav.gz; ln -s "$1" freeciv-T0090-Y-1-auto.sav.gz
    ln -s "$1" freeciv-T0091-Y-1-final.sav.gz; ln -s "$1" T0092-linked.sav; ln "$1" T0093-hard.sav
    mkfifo T0094-pipe.sav; mkfifo freeciv-T0095-Y-1-auto.sav.gz; mkdir T0096-folder.sav
    cp "$2" T0097-bomb.sav.gz; ln -s /dev/zero T0098-endless.sav; ln -s / T0099-root.sav`;
  await asServer(pid, plant, secret, bomb);
  const turns = async () =>
    (await listSaves(gameFolder(stack.dataDir, 'traps'), unguarded)).map(({ turn }) => turn);
  await expect.poll(turns).toContain(2);
  expect((await turns()).filter((turn) => turn > 80)).toEqual([]);
  process.kill(pid, 'SIGKILL');
  await game.isBack();
  await game.nextTurn();
  await expect.poll(turns).toContain(3);
  expect(await readFile(secret, 'utf8')).toBe(SECRET);
  expect(await stat(secret)).toMatchObject({ uid: process.getuid?.(), mode: 0o100_600 });
});

test('a process that a game server of root leaves behind ends with it', async () => {
  await using stack = await startStack();
  const agent = await stack.agent('ann');
  await agent.connect({ api_token: stack.token, game_id: 'lingering' });
  const pid = stack.games.get('lingering')?.serverPid ?? 0;
  const { uid, gid } = await stat(`/proc/${pid}`);
  if (uid === process.getuid?.()) return;
  const left = spawn('/bin/sleep', ['600'], { uid, gid, cwd: '/', detached: true, stdio: 'ignore' });
  const ended = once(left, 'close');
  await stack.games.get('lingering')?.unload();
  expect(await ended).toEqual([null, 'SIGKILL']);
});

test('a program that is out of reach for the account of a server is named', async () => {
  const binary = join(folder, 'freeciv-server');
  await writeFile(binary, '#!/bin/sh\n', { mode: 0o600 });
  const account = { uid: process.getuid?.() || USER, gid: process.getgid?.() || USER };
  const server = { binary, arguments: [], folder: tmpdir(), environment: {}, account, isSandboxed: false };
  const started = await spawnServer(server);
  expect(started).toMatchObject({
    ok: false,
    failure: { code: 'E142', message: expect.stringContaining(`${binary} is out of reach for the account`) },
  });
});

test('without root a game is played, lost and restored, its server in a sandbox where there is one', async () => {
  const data = join(folder, 'data');
  await run('mkdir', [data]);
  await chmod(folder, 0o711);
  if (process.getuid?.() === 0) await chown(data, USER, USER);
  const script = fileURLToPath(new URL('../../integration/games/play-as-user.ts', import.meta.url));
  const words = ['--conditions=source', '--import', 'tsx', script, String(USER), data];
  const account = process.getuid?.() === 0 && !canChangeAccount() ? { uid: USER, gid: USER } : {};
  const player = spawn(process.execPath, words, { ...account, stdio: ['pipe', 'pipe', 'inherit'] });
  const gone = once(player, 'close');
  const told = once(player.stdout.setEncoding('utf8'), 'data').then(([text]) => JSON.parse(text));
  const schema = z.object({ pid: z.number(), out: z.string(), turn: z.literal(3) });
  const { pid, out } = schema.parse(await Promise.race([told, gone]));
  expect((await stat(`/proc/${pid}`)).uid).not.toBe(0);
  const mounts = await readFile(`/proc/${pid}/mountinfo`, 'utf8');
  const isReadOnly = / \/ \/ ro,/.test(mounts);
  expect(isReadOnly).toBe(await hasSandbox());
  if (isReadOnly) {
    // What it sees of the data folder is its own part.
    const inside = `/proc/${pid}/root`;
    expect(await readdir(join(inside, data, 'games', 'plain'))).toEqual(['run']);
    expect(await readdir(join(inside, out))).not.toEqual([]);
    expect(await readlink(`/proc/${pid}/ns/pid`)).not.toBe(await readlink('/proc/self/ns/pid'));
  }
  player.stdin.end();
  expect(await gone).toEqual([0, null]);
});

/** Whether a process can become another user, once it has read its code: not where Node may use io_uring, as on Debian 13. */
function canChangeAccount(): boolean {
  try {
    process.setgroups?.(process.getgroups?.() ?? []);
    return true;
  } catch {
    return false;
  }
}

/** Whether a user who is not root can have a sandbox. */
async function hasSandbox(): Promise<boolean> {
  const own = process.getuid?.() === 0 ? { uid: USER, gid: USER } : {};
  return run('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true'], own).then(
    () => true,
    () => false,
  );
}
