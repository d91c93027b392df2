import { chmod, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { systemClock } from '#shared/core/clock.js';
import { StaticDirectory } from '#shared/store/directory.js';
import { FolderDirectory } from '#shared/store/folder/folder-directory.js';
import { OwnFolderDirectory } from '#shared/store/folder/own-folder-directory.js';
import { makeDataFolder } from '../../support/services/data-folder.js';
import { claimed, type DirectoryStore, directoryContract } from '../../support/store/directory-contract.js';
import { entryOf } from '../../support/store/directory-entry.js';
import { startHolder } from '../../support/store/holder-process.js';

const leaseMs = 2000;

async function folderStore(context: TestContext): Promise<DirectoryStore & { readonly dataDir: string }> {
  const data = await makeDataFolder();
  context.onTestFinished(() => data[Symbol.asyncDispose]());
  const dataDir = data.path;
  return {
    dataDir,
    openElsewhere: () => startHolder({ dataDir, leaseMs }, context),
    async open() {
      const directory = new OwnFolderDirectory({ dataDir, leaseMs, clock: systemClock });
      context.onTestFinished(() => directory.close());
      return directory;
    },
  };
}

directoryContract(folderStore);

test('the games of a process that was killed are free at once, and the next removes its socket', async (context) => {
  const store = await folderStore(context);
  const killed = await store.openElsewhere();
  const listing = () => readdir(join(store.dataDir, 'proxies'));
  const [left] = await listing();
  const other = await store.open();
  await killed.claim('game');
  killed.signal('SIGKILL');
  await expect.poll(async () => (await other.owner('game')).ok).toBe(true);
  // No time of a lease is waited for: the first claim after its end succeeds.
  await expect.poll(async () => (await other.proxies()).ok && (await listedIds(other))).toEqual([]);
  expect(await claimed(other, 'game')).toMatchObject({ fence: 2 });
  await expect
    .poll(async () => {
      await (await store.open()).close();
      return listing();
    })
    .not.toContain(left);
});

test('a gateway on the machine sees proxies and owners without being one', async (context) => {
  const store = await folderStore(context);
  const own = await store.open();
  await own.announce(entryOf('one'));
  await claimed(own, 'game');
  const seen = new FolderDirectory(store.dataDir);
  context.onTestFinished(() => seen.close());
  expect(await seen.proxies()).toEqual({ ok: true, value: [entryOf('one')] });
  expect(await seen.owner('game')).toMatchObject({ value: { proxyId: 'one', fence: 1 } });
  expect(await seen.owner('none')).toEqual({ ok: true, value: undefined });
});

test('a folder of owners that is deleted costs the leases, and is made anew', async (context) => {
  const store = await folderStore(context);
  const directory = await store.open();
  const lease = await claimed(directory, 'game');
  await rm(join(store.dataDir, 'owners'), { recursive: true });
  await expect.poll(() => lease.isValid).toBe(false);
  expect((await claimed(directory, 'other')).isValid).toBe(true);
});

test('a data folder with a long path has owners and proxies as well', async (context) => {
  const data = await makeDataFolder();
  context.onTestFinished(() => data[Symbol.asyncDispose]());
  const dataDir = join(data.path, 'a'.repeat(120));
  const open = () => new OwnFolderDirectory({ dataDir, leaseMs, clock: systemClock });
  const [one, two] = [open(), open()];
  context.onTestFinished(async () => void (await Promise.all([one.close(), two.close()])));
  await one.announce(entryOf('one'));
  await claimed(one, 'game');
  expect(await two.claim('game')).toMatchObject({ failure: { owner: { proxyId: 'one' } } });
});

test('a folder that takes nothing is no store', async (context) => {
  const store = await folderStore(context);
  const directory = await store.open();
  await chmod(store.dataDir, 0o500);
  // The superuser may write everywhere.
  const isRoot = process.getuid?.() === 0;
  expect((await directory.claim('game')).ok).toBe(isRoot);
  await chmod(store.dataDir, 0o700);
});

test('a fixed list of proxies knows no owners', async () => {
  const directory = new StaticDirectory(['ws://a:8002/llmsocket/8002']);
  const url = 'ws://a:8002/llmsocket/8002';
  expect(await directory.proxies()).toMatchObject({ ok: true, value: [{ id: url, url, isDraining: false }] });
  expect(await directory.owner('game')).toEqual({ ok: true, value: undefined });
  directory.onChange(() => undefined)();
  await directory.close();
});

async function listedIds(directory: Pick<OwnFolderDirectory, 'proxies'>) {
  const proxies = await directory.proxies();
  return proxies.ok ? proxies.value.map(({ id }) => id) : [];
}
