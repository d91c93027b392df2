import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type GameFolder, gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { NotOwned, unguarded } from '../../../proxy/games/disk/write-guard.js';
import { collectSaves } from '../../../proxy/games/saves/game-saves.js';

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

test('a proxy that does not own the game does not look at the saves of its servers', async () => {
  await saveIn(out(), 'old', 10);
  await collectSaves(game, ownedFor(0));
  expect(await readdir(game.path)).toEqual(['run']);
});
