import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ok, type Result } from '#shared/core/result.js';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { type GameRecord, newGameRecord } from '../../../proxy/games/disk/game-record.js';
import { CreatorQuota } from '../../../proxy/games/lifecycle/creator-quota.js';
import { layGame } from '../../support/games-without-servers.js';
import { makeDataFolder } from '../../support/services/data-folder.js';

function recordOf(id: string, changes: Partial<GameRecord>): GameRecord {
  return { ...newGameRecord(id, { config: gameConfigSchema.parse({}) }, 0, 0), ...changes };
}

test('a token that asks for many games at once gets as many as it may have', async () => {
  const records = [
    recordOf('others', { creator: 'bob' }),
    recordOf('over', { creator: 'ann', phase: 'ended' }),
  ];
  const quota = new CreatorQuota({ dataDir: 'unused', records: async () => ok(records) });
  const make = (id: string, token: string) =>
    quota.admit({ token, max_games: 2 }, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      records.push(recordOf(id, { creator: token }));
      return ok(id);
    });
  const made = await Promise.all(['a', 'b', 'c', 'd'].map((id) => make(id, 'ann')));
  expect(made.map((result) => result.ok)).toEqual([true, true, false, false]);
  expect(made[2]).toMatchObject({ failure: { code: 'E113', details: { quota: 'games', max: 2 } } });
  expect(await make('e', 'bob')).toMatchObject({ ok: true });
  expect(await quota.admit(undefined, async () => ok('without a token'))).toMatchObject({ ok: true });
});

test('a token whose game takes long to make holds up no other token, and a failure holds up nobody', async () => {
  const quota = new CreatorQuota({ dataDir: 'unused', records: async () => ok([]) });
  const asks = <T>(token: string, make: () => Promise<Result<T>>) =>
    quota.admit({ token, max_games: 1 }, make);
  let finish: (made: Result<string>) => void = () => {};
  const held = asks('ann', () => new Promise<Result<string>>((resolve) => (finish = resolve)));
  expect(await asks('bob', async () => ok('bobs'))).toEqual(ok('bobs'));
  await expect(asks('bob', () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
  expect(await asks('bob', async () => ok('again'))).toEqual(ok('again'));
  finish(ok('anns'));
  expect(await held).toEqual(ok('anns'));
});

test('what the games of a token have on the disk counts, also of those that are over', async () => {
  await using data = await makeDataFolder();
  const over = { creator: 'ann', phase: 'ended' as const };
  await layGame(data.path, 'over', over);
  await writeFile(join(data.path, 'games', 'over', 'recording'), Buffer.alloc(3_000_000));
  const records = async () => ok([recordOf('over', over)]);
  const quota = new CreatorQuota({ dataDir: data.path, records });
  const admit = (megabytes: number) =>
    quota.admit({ token: 'ann', max_bytes: megabytes * 1e6 }, async () => ok('made'));
  expect(await admit(3)).toMatchObject({ failure: { code: 'E113', details: { quota: 'disk_mb', max: 3 } } });
  expect(await admit(4)).toMatchObject({ ok: true });
});
