import { writeFileSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loggingReporter } from '../../../proxy/games/disk/disk-monitor.js';
import { type GameFolder, gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { removeUnfinished } from '../../../proxy/games/disk/unfinished-files.js';
import { NotOwned, unguarded } from '../../../proxy/games/disk/write-guard.js';
import { loadableSave } from '../../../proxy/games/restore/loadable-save.js';
import { collectSaves, savedTurns } from '../../../proxy/games/saves/stored-saves.js';
import { savesHere } from '../../../proxy/games/score/saved-turn.js';
import { keptFiles } from './support/kept-files.js';

const log = pino({ level: 'silent' });
const NAME = 'freeciv-T0011-Y-3500-auto.sav.gz';
let data = '';
let game: GameFolder;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'freeciv-collected-'));
  game = gameFolder(data, 'g');
});

afterEach(() => rm(data, { recursive: true, force: true }));

const out = () => join(game.run, 'server-1', 'out');

/** A save of turn 11 that was written so many seconds after 1970. */
async function saveIn(folder: string, text: string, at: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, NAME), gzipSync(text));
  await utimes(join(folder, NAME), at, at);
}

const saved = async () => (await readFile(join(game.saves, NAME))).equals(gzipSync('new'));

/** Owned for so many checks. */
function ownedFor(checks: number) {
  let left = checks;
  return {
    checkOwned: () => {
      left -= 1;
      if (left < 0) throw new NotOwned('g');
    },
  };
}

test('a save is moved out of the folder of its server, and nothing else is left', async () => {
  await saveIn(out(), 'new', 20);
  await collectSaves(game, unguarded);
  expect(await readdir(game.saves)).toEqual([NAME]);
  expect(await saved()).toBe(true);
  expect(await readdir(out())).toEqual([]);
});

test('the save of a turn that was begun again takes the place of the earlier one, and never the reverse', async () => {
  await saveIn(game.saves, 'old', 10);
  await saveIn(out(), 'new', 20);
  await collectSaves(game, unguarded);
  expect(await saved()).toBe(true);
  await saveIn(out(), 'old', 10);
  await collectSaves(game, unguarded);
  expect(await saved()).toBe(true);
  expect(await readdir(out())).toEqual([]);
});

/** A folder of another account than what this process makes. */
async function folderOfAnother(): Promise<string> {
  if (process.getuid?.() !== 0) return '/';
  const folder = join(data, 'other');
  await mkdir(folder);
  await chown(folder, 1, 1);
  return folder;
}

test('where the game is of another account, its saves are imported as those of a server, once', async () => {
  await saveIn(game.saves, 'new', 20);
  await writeFile(join(game.saves, 'freeciv-T0012-Y-3450-auto.sav.gz'), gzipSync('newer'));
  await collectSaves({ ...game, path: await folderOfAnother() }, unguarded);
  expect((await readdir(game.saves)).sort()).toEqual([NAME, 'freeciv-T0012-Y-3450-auto.sav.gz']);
  expect(await readdir(game.run)).toHaveLength(1);
});

test('a save that makes no sense gets its place, and those after it do', async () => {
  const senseless = `[event_cache]\n${'\n'.repeat(16_000_000)}`;
  await saveIn(out(), senseless, 20);
  await writeFile(join(out(), 'freeciv-T0012-Y-3450-auto.sav.gz'), gzipSync('newer'));
  await collectSaves(game, unguarded, savesHere.bring);
  expect((await readdir(game.saves)).sort()).toEqual([NAME, 'freeciv-T0012-Y-3450-auto.sav.gz']);
});

test('a proxy that lost the game while it copied a save places and removes nothing', async () => {
  await saveIn(out(), 'old', 10);
  await collectSaves(game, ownedFor(1));
  expect(await readdir(game.saves)).toEqual([]);
  expect(await readdir(out())).toEqual([NAME]);
});

test('a proxy that lost the game before it replaced a save leaves that of the new owner', async () => {
  await saveIn(game.saves, 'new', 5);
  await saveIn(out(), 'old', 10);
  await collectSaves(game, ownedFor(2));
  expect(await saved()).toBe(true);
  expect(await readdir(game.saves)).toEqual([NAME]);
  expect(await readdir(out())).toEqual([NAME]);
});

test.each([
  { step: 'gives a copy its name', checks: 2, before: [], after: [] },
  { step: 'replaces the save of that name', checks: 3, before: ['older'], after: ['new'] },
])(
  'a proxy that stood still right before it $step names nothing when another owns the game by then',
  async ({ checks, before, after }) => {
    await saveIn(out(), 'old', 10);
    for (const text of before) await saveIn(game.saves, text, 5);
    let left = checks;
    const checkOwned = (): void => {
      left -= 1;
      if (left < 0) throw new NotOwned('g');
      // The process stops after the last of them: the next owner takes the game, and may save the turn.
      if (left > 0) return;
      removeUnfinished(game, unguarded);
      for (const text of after) writeFileSync(join(game.saves, NAME), gzipSync(text));
    };
    await collectSaves(game, { checkOwned });
    expect(left).toBeLessThan(1);
    expect(await readdir(game.saves)).toEqual(after.map(() => NAME));
    if (after.length > 0) expect(await saved()).toBe(true);
    expect(await readdir(out())).toEqual([NAME]);
  },
);

test('a proxy that does not own the game does not look at the saves of its servers', async () => {
  await saveIn(out(), 'old', 10);
  await collectSaves(game, ownedFor(0));
  expect(await readdir(game.path)).toEqual(['run']);
});

test('a late owner makes a save ready beside that of the next owner, who removes earlier ones', async () => {
  const { saves } = game;
  await mkdir(saves, { recursive: true });
  await keptFiles.save.write(game, loggingReporter(log));
  const [save] = await savedTurns(game, unguarded);
  if (save === undefined) throw new Error('no save');
  const ready = async (fence: number): Promise<string> => {
    const made = await loadableSave(save, { saves, draws: fence, guard: unguarded, fence });
    if (!made.ok) throw new Error(made.failure.message);
    return made.value.file;
  };
  await writeFile(join(saves, 'restored.sav'), 'of an earlier version');
  await ready(1);
  const next = await ready(2);
  expect((await readdir(saves)).toSorted()).toEqual([basename(save.file), 'restored-2.sav']);
  const text = await readFile(next, 'latin1');
  await ready(1);
  expect(await readFile(next, 'latin1')).toBe(text);
});
