import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { lockFolder } from '#shared/core/disk/folder-lock.js';

/** Another process that takes the lock of a folder and keeps it. */
async function holder(folder: string, { onTestFinished }: TestContext) {
  const script = `import { lockFolder } from '#shared/core/disk/folder-lock.js';
    console.log(await lockFolder(${JSON.stringify(folder)}, 'proxy'));
    setInterval(() => {}, 1000);`;
  const words = ['--conditions=source', '--import', 'tsx', '--input-type=module', '-e', script];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  return { said: String(said).trim(), child };
}

// Both wait for a process that starts.
test.concurrent('one process has a folder until it ends, also by SIGKILL; other names are other locks', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-lock-'));
  context.onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { said, child } = await holder(folder, context);
  expect(said).toBe('true');
  expect(await lockFolder(folder, 'proxy')).toBe(false);
  expect(await lockFolder(folder, 'gateway-8002')).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  // What it left behind is nobody's.
  expect(await readdir(folder)).toContain('proxy.lock');
  expect(await lockFolder(folder, 'proxy')).toBe(true);
});

test.concurrent('a lock file that cannot be removed leaves the lock of the system', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-lock-'));
  context.onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'proxy.lock'));
  expect((await holder(folder, context)).said).toBe('true');
  expect(await lockFolder(folder, 'proxy')).toBe(false);
});
