import { expect, type TestContext, test } from 'vitest';
import type { Lease, OwnDirectory } from '#shared/store/directory.js';
import { entryOf } from './directory-entry.js';
import type { HolderProcess } from './holder-process.js';

/** One store, and directories of it: each as a proxy process of its own would have it. */
export interface DirectoryStore {
  /** Closed with the test. */
  open(): Promise<OwnDirectory>;
  /** A directory in a process of its own. */
  openElsewhere(): Promise<HolderProcess>;
}

/** The claim's lease; fails the test when there is none. */
export async function claimed(directory: OwnDirectory, gameId: string, above?: number): Promise<Lease> {
  const claim = await directory.claim(gameId, above);
  if (!claim.ok) throw new Error(`${gameId} cannot be claimed: ${JSON.stringify(claim.failure)}`);
  return claim.value;
}

/** What every directory keeps, whatever store it has. */
export function directoryContract(storeOf: (context: TestContext) => Promise<DirectoryStore>): void {
  test('a game has one owner, whom everybody sees, until it is released; each owner has a higher fence', async (context) => {
    const store = await storeOf(context);
    const [one, two] = [await store.open(), await store.open()];
    await one.announce(entryOf('one'));
    await two.announce(entryOf('two'));
    expect(await two.owner('game')).toEqual({ ok: true, value: undefined });
    const lease = await claimed(one, 'game');
    expect(lease).toMatchObject({ gameId: 'game', fence: 1, isValid: true });
    expect(await one.claim('game')).toEqual({ ok: true, value: lease });
    const owner = { gameId: 'game', proxyId: 'one', url: entryOf('one').url, fence: 1 };
    expect(await two.claim('game')).toEqual({ ok: false, failure: { kind: 'held', owner } });
    expect(await two.owner('game')).toEqual({ ok: true, value: owner });
    expect(await two.owned(['none', 'game'])).toEqual({ ok: true, value: new Set(['game']) });
    await one.release(lease);
    expect(lease.isValid).toBe(false);
    expect(await two.owner('game')).toEqual({ ok: true, value: undefined });
    expect(await two.owned(['none', 'game'])).toEqual({ ok: true, value: new Set() });
    expect(await claimed(two, 'game')).toMatchObject({ fence: 2, isValid: true });
    expect(await claimed(two, 'other')).toMatchObject({ fence: 1 });
  });

  test('of many that claim a game at once one gets it', async (context) => {
    const store = await storeOf(context);
    const all = await Promise.all(Array.from({ length: 6 }, () => store.open()));
    for (let round = 1; round <= 5; round += 1) {
      const claims = await Promise.all(all.map((directory) => directory.claim('game')));
      const winners = claims.flatMap((claim) => (claim.ok ? [claim.value] : []));
      expect(winners).toHaveLength(1);
      expect(winners[0]).toMatchObject({ fence: round });
      await Promise.all(all.map((directory, at) => release(directory, claims[at])));
    }
  });

  test('a fence is above the one that the files of a game name', async (context) => {
    const store = await storeOf(context);
    const directory = await store.open();
    const first = await claimed(directory, 'game');
    const next = await claimed(directory, 'game', 41);
    expect([first.isValid, next.fence, next.isValid]).toEqual([false, 42, true]);
    expect(await claimed(directory, 'game', 41)).toBe(next);
  });

  test('all proxies that are alive are listed as they announce themselves, and those that close are not', async (context) => {
    const store = await storeOf(context);
    const [one, two] = [await store.open(), await store.open()];
    await one.announce(entryOf('one'));
    await two.announce({ ...entryOf('two'), games: 3, isDraining: true });
    expect(await listed(one)).toEqual([entryOf('one'), { ...entryOf('two'), games: 3, isDraining: true }]);
    await two.close();
    expect(await listed(one)).toEqual([entryOf('one')]);
  });

  test('a proxy that closes gives its games back at once', async (context) => {
    const store = await storeOf(context);
    const [one, two] = [await store.open(), await store.open()];
    const lease = await claimed(one, 'game');
    await one.close();
    expect(lease.isValid).toBe(false);
    expect(await claimed(two, 'game')).toMatchObject({ fence: 2 });
  });

  test('a listener hears of games that change their owner', async (context) => {
    const store = await storeOf(context);
    const [one, two] = [await store.open(), await store.open()];
    const changed: string[] = [];
    two.onChange((gameId) => changed.push(gameId));
    // What listens takes a moment to begin; hints may be lost.
    await expect
      .poll(async () => {
        await one.release(await claimed(one, 'game'));
        return changed;
      })
      .toContain('game');
  });

  test('a process that is stopped keeps its games for a moment; after a lease they are lost, and it knows', async (context) => {
    const store = await storeOf(context);
    const [stopped, other] = [await store.openElsewhere(), await store.open()];
    expect(await stopped.claim('game')).toBe(1);
    stopped.signal('SIGSTOP');
    expect((await other.claim('game')).ok).toBe(false);
    stopped.signal('SIGCONT');
    await expect.poll(async () => (await stopped.state('game')).isValid).toBe(true);
    expect((await other.claim('game')).ok).toBe(false);
    stopped.signal('SIGSTOP');
    await expect.poll(async () => (await other.claim('game')).ok, { timeout: 60_000 }).toBe(true);
    expect(await claimed(other, 'game')).toMatchObject({ fence: 2 });
    // Asked before it goes on, so that this is the first thing it finds.
    const state = stopped.state('game');
    stopped.signal('SIGCONT');
    expect(await state).toMatchObject({ isValid: false });
    await expect.poll(async () => (await stopped.state('game')).isLost).toBe(true);
    expect(await stopped.claim('game')).toBe(0);
  });
}

async function release(directory: OwnDirectory, claim: { ok: boolean; value?: Lease } | undefined) {
  if (claim?.value !== undefined) await directory.release(claim.value);
}

async function listed(directory: OwnDirectory) {
  const proxies = await directory.proxies();
  return proxies.ok ? proxies.value.toSorted((a, b) => a.id.localeCompare(b.id)) : proxies.failure;
}
