import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readBackupManifest } from '../../../features/backup/backup-manifest.js';
import { FolderObjects } from '../../../features/backup/folder-objects.js';
import { openBackups, splitBackup } from '../../../features/backup/open-place.js';
import { restoreBackup } from '../../../features/backup/restore-backup.js';
import { writeBackup } from '../../../features/backup/write-backup.js';
import { loggingReporter } from '../../../proxy/games/disk/disk-monitor.js';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { Ledger } from '../../../proxy/games/score/ledger.js';
import { layGame } from '../../support/games-without-servers.js';
import { BucketServer } from '../../support/s3/bucket-server.js';
import { playTurn } from '../../support/scripted-player.js';
import { seededRandom } from '../../support/seeded-random.js';
import { makeDataFolder } from '../../support/services/data-folder.js';
import { type Stack, startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';

async function playTo(game: TwoAgents, from: number, to: number): Promise<void> {
  for (let turn = from; turn < to; turn += 1) {
    for (const agent of game.agents) await playTurn(agent, seededRandom(turn));
    await game.nextTurn();
  }
}

/** The state hash of every turn of a game that began. */
async function hashesOf({ dataDir }: Stack, gameId: string): Promise<readonly string[]> {
  const ledger = new Ledger(gameFolder(dataDir, gameId), loggingReporter(pino({ level: 'silent' })));
  const { turns } = await ledger.sync();
  return turns.map(({ turn, hash }) => `${turn} ${hash}`);
}

test('a backup of a played game goes on, under another name, on an empty machine where the game was', async () => {
  await using bucket = await BucketServer.start();
  await using stack = await startStack({ MAX_CONNECTIONS_PER_AGENT: '4' });
  const game = await TwoAgents.begin(stack, 'original');
  await playTo(game, 1, 4);
  for (const agent of game.agents) await playTurn(agent, seededRandom(4));
  const store = bucket.objects();
  const from = { dataDir: stack.dataDir, gameId: 'original', store, name: 'kept', now: Date.now() };
  const written = await writeBackup(from);
  expect(written).toMatchObject({ ok: true, value: { game_id: 'original', turn: 4 } });
  const before = await game.positions();
  // While it is copied again it is played on: that copy is whole, too.
  const [busy] = await Promise.all([
    writeBackup({ ...from, name: 'busy' }),
    (async () => {
      await game.nextTurn();
      await playTo(game, 5, 7);
    })(),
  ]);
  expect(busy).toMatchObject({ ok: true });

  await using empty = await startStack({ MAX_CONNECTIONS_PER_AGENT: '4' });
  const { place, name } = splitBackup(bucket.url.replace('/test?', '/test/kept?'));
  const opened = await openBackups(place);
  if (!opened.ok) throw new Error(opened.failure);
  const went: (readonly string[])[] = [];
  for (const gameId of ['restored', 'restored-again']) {
    const to = { dataDir: empty.dataDir, store: opened.value, name, gameId };
    expect(await restoreBackup(to)).toMatchObject({ ok: true });
    expect(await restoreBackup(to)).toMatchObject({ failure: expect.stringContaining(`a game ${gameId}`) });
    const restored = await TwoAgents.rejoin(empty, gameId, 4);
    expect(await restored.positions()).toEqual(before);
    await restored.nextTurn();
    await playTo(restored, 5, 7);
    // The server is still writing the save of a turn that has just begun.
    await expect.poll(() => hashesOf(empty, gameId)).toHaveLength(7);
    went.push(await hashesOf(empty, gameId));
    for (const agent of restored.agents) await agent.close();
  }
  expect(went[1]).toEqual(went[0]);

  const twice = { dataDir: empty.dataDir, store: opened.value, name: 'busy', gameId: 'busy' };
  expect(await restoreBackup(twice)).toMatchObject({ ok: true });
  const agent = await empty.agent('ann');
  const login = await agent.connect({ api_token: empty.token, game_id: 'busy', create: false });
  expect(login).not.toHaveProperty('incomplete');
});

test('a backup that was changed, cut or is not complete is not restored, and nothing is left of it', async () => {
  await using data = await makeDataFolder();
  await using target = await makeDataFolder();
  const folder = gameFolder(data.path, 'g');
  await layGame(data.path, 'g');
  await writeFile(join(folder.path, 'ledger.jsonl'), 'one line\n');
  const place = join(data.path, 'backups');
  const store = new FolderObjects(place);
  expect(await writeBackup({ dataDir: data.path, gameId: 'g', store, name: 'b', now: 0 })).toMatchObject({
    ok: true,
  });
  const manifest = await readBackupManifest(store, 'b');
  expect(manifest.ok && manifest.value.files.map(({ path }) => path)).toEqual(['game.json', 'ledger.jsonl']);
  const restore = (name: string) => restoreBackup({ dataDir: target.path, store, name });
  await writeFile(join(place, 'b/files/ledger.jsonl'), 'one lime\n');
  expect(await restore('b')).toEqual({ ok: false, failure: expect.stringContaining('ledger.jsonl') });
  expect(await restore('none')).toMatchObject({ failure: expect.stringContaining('no backup none') });
  await expect(readFile(join(target.path, 'games/g/game.json'))).rejects.toThrow('ENOENT');
  await writeFile(join(place, 'b/files/ledger.jsonl'), 'one line\n');
  expect(await restore('b')).toMatchObject({ ok: true });
  expect(await restoreBackup({ dataDir: target.path, store, name: 'b', gameId: '../x' })).toMatchObject({
    failure: '../x is not a game id',
  });
});
