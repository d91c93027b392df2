import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loggingReporter } from '../../../proxy/games/disk/disk-monitor.js';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { unguarded } from '../../../proxy/games/disk/write-guard.js';
import { serverSaves } from '../../../proxy/games/saves/stored-saves.js';
import { Ledger } from '../../../proxy/games/score/ledger.js';
import { SaveThread } from '../../../proxy/games/score/save-thread.js';
import { readSavedTurn } from '../../../proxy/games/score/saved-turn.js';

const SAVE = `[game]
turn=7

[player0]
name="Ada"
nation="Roman"
ncities=2
gold=50
ai.barb_type="None"

[score0]
total=31
`;

const thread = new SaveThread();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeciv-save-'));
});

afterAll(async () => {
  await thread.close();
  await rm(folder, { recursive: true });
});

async function save(name: string, bytes: Buffer) {
  const file = join(folder, name);
  await writeFile(file, bytes);
  return { turn: 7, file, isFinal: false };
}

test('the thread of saves reads of each save what is read here', async () => {
  const small = await save('small.sav.gz', gzipSync(SAVE));
  const large = await save('large.sav.gz', gzipSync(`${SAVE}[map]\n${'t="aaaabbbb"\n'.repeat(500_000)}`));
  const read = await Promise.all([small, large].map((one) => thread.read(one)));
  expect(read).toEqual(await Promise.all([small, large].map(readSavedTurn)));
  expect(read[0]).toMatchObject({ turn: 7, players: [{ name: 'Ada', score: 31, cities: 2, gold: 50 }] });
});

test('a save that is not complete has no turn yet, whatever its last bytes say of its length', async () => {
  const whole = gzipSync(SAVE);
  const torn = await save('torn.sav.gz', whole.subarray(0, -6));
  const lying = Buffer.from(whole);
  lying.writeUInt32LE(0xff_ff_ff_ff, lying.length - 4);
  expect(await thread.read(torn)).toBeUndefined();
  expect(await thread.read(await save('lying.sav.gz', lying))).toBeUndefined();
});

test('after the thread of saves is lost the next save begins another', async () => {
  const one = await save('one.sav.gz', gzipSync(SAVE));
  const lost = thread.read(one);
  await thread.close();
  expect([undefined, 7]).toContain((await lost)?.turn);
  expect((await thread.read(one))?.turn).toBe(7);
});

test('the thread brings whole saves to their place, with their turn, and leaves one that is torn', async () => {
  const game = gameFolder(folder, 'brought');
  const out = join(game.run, 'server-1', 'out');
  await mkdir(out, { recursive: true });
  const names = [
    'freeciv-T0006-Y-3800-auto.sav.gz',
    'freeciv-T0007-Y-3750-auto.sav.gz',
    'T0007-asked.sav.gz',
  ];
  const [torn = '', whole = '', asked = ''] = names;
  await writeFile(join(out, torn), gzipSync(SAVE).subarray(0, -6));
  for (const name of [whole, asked]) await writeFile(join(out, name), gzipSync(SAVE));
  const turns = new Map<string, unknown>();
  const saves = await serverSaves(game, unguarded, async (folders, tried) => {
    const { turn, ...found } = await thread.bring(folders, tried);
    if (found.save !== undefined) turns.set(found.save.name, turn);
    return found;
  });
  expect(saves.turns).toEqual([{ turn: 7, file: join(game.saves, whole) }]);
  expect([...saves.placed.keys()].toSorted()).toEqual([asked, whole]);
  expect(await readdir(game.saves)).toEqual([asked, whole]);
  expect(await readdir(out)).toEqual([torn]);
  const read = await readSavedTurn({ turn: 7, file: join(game.saves, whole), isFinal: false });
  expect(read).toMatchObject({ turn: 7, players: [{ score: 31 }] });
  expect([turns.get(whole), turns.get(asked)]).toEqual([read, undefined]);
});

test.each([
  { newer: 'server-1', older: 'server-2' },
  { newer: 'server-2', older: 'server-1' },
])('the ledger has the newer of two saves of a turn: that of $newer', async ({ newer, older }) => {
  const game = gameFolder(folder, `twice-${newer}`);
  const name = 'freeciv-T0007-Y-3750-auto.sav.gz';
  for (const [server, gold, at] of [[newer, 60, 20] as const, [older, 50, 10] as const]) {
    const out = join(game.run, server, 'out');
    await mkdir(out, { recursive: true });
    await writeFile(join(out, name), gzipSync(SAVE.replace('gold=50', `gold=${gold}`)));
    await utimes(join(out, name), at, at);
  }
  const disk = loggingReporter(pino({ level: 'silent' }));
  const { turns } = await new Ledger(game, disk, thread).sync();
  expect(turns).toEqual([await readSavedTurn({ turn: 7, file: join(game.saves, name), isFinal: false })]);
  expect(turns).toMatchObject([{ players: [{ gold: 60 }] }]);
});

test('saves stay with their server while the thread is lost, and are brought by the next', async () => {
  const game = gameFolder(folder, 'left');
  const out = join(game.run, 'server-1', 'out');
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'freeciv-T0007-Y-3750-auto.sav.gz'), gzipSync(SAVE));
  const lost = serverSaves(game, unguarded, thread.bring);
  await thread.close();
  expect([0, 1]).toContain((await lost).turns.length);
  expect((await serverSaves(game, unguarded, thread.bring)).turns).toMatchObject([{ turn: 7 }]);
});
