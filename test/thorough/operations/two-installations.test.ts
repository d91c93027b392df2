import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { serviceProgram } from '../../support/services/program.js';
import { unlimited } from '../../support/services/settings.js';
import { SplitStack } from '../../support/services/split-stack.js';
import { TwoAgents } from '../../support/two-agents.js';

/** Starts a service that is not to start; its exit code and what it said. */
async function startRefused(name: 'gateway' | 'proxy', environment: Readonly<Record<string, string>>) {
  const { file, execArgv } = serviceProgram(name);
  const words = [...execArgv, file];
  const env = { ...process.env, ...unlimited, ...environment };
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const said = text(child.stderr);
  const [code] = await once(child, 'exit');
  return { code, said: (await said).trim() };
}

/** Paths of files and folders that others than their owner may read or enter, but for those the game server lives in. */
async function openToOthers(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of await readdir(folder, { recursive: true })) {
    if (path.includes('/run/')) continue;
    const stats = await stat(join(folder, path)).catch(() => undefined);
    if (stats !== undefined && (stats.mode & 0o077) !== 0) found.push(path);
  }
  return found;
}

test('a second installation on one DATA_DIR says so and ends; what the first writes is for its own eyes', async () => {
  await using stack = await SplitStack.start();
  const game = await TwoAgents.begin(stack, 'once');
  await game.nextTurn();
  const DATA_DIR = stack.dataDir;
  const proxy = await startRefused('proxy', {
    DATA_DIR,
    PROXY_PORT: '0',
    PROXY_SECRET: 'one-of-its-own-here',
  });
  expect(proxy).toEqual({
    code: 1,
    said: `proxy: the proxy ws://127.0.0.1:${stack.proxy.port}/llmsocket/8002 has games of ${DATA_DIR} and another PROXY_SECRET: end it, or set DATA_DIR to another folder`,
  });
  await game.nextTurn();
  const files = await readdir(DATA_DIR, { recursive: true });
  expect(files).toContain(join('games', 'once', 'game.json'));
  expect(await openToOthers(DATA_DIR)).toEqual([]);
});
