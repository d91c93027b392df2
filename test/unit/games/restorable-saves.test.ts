import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loggingReporter } from '../../../proxy/games/disk/disk-monitor.js';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { Journal } from '../../../proxy/games/journal/journal.js';
import { restorableSaves } from '../../../proxy/games/restore/restorable-saves.js';

const log = pino({ level: 'silent' });
const disk = loggingReporter(log);
let data = '';

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'freeciv-saves-'));
});

afterEach(() => rm(data, { recursive: true, force: true }));

/** A game with the saves of turns 1 to 4, of which so many were shown; `play` writes its journal. */
async function savedGame(shown: number, play: (journal: Journal) => void): Promise<readonly number[]> {
  const folder = gameFolder(data, 'game');
  await mkdir(folder.saves, { recursive: true });
  for (const turn of [1, 2, 3, 4])
    await writeFile(join(folder.saves, `freeciv-T000${turn}-Y-4000-auto.sav.gz`), '');
  const written = new Journal(folder.journal, disk);
  play(written);
  written.close();
  const record = { phase: 'running' as const, shown: { turn: shown, players: [] } };
  const journal = new Journal(folder.journal, disk);
  const saves = await restorableSaves({ record, folder, journal, log, disk });
  return saves.ok ? saves.value.map(({ turn }) => turn) : [];
}

const begin = { kind: 'begin', version: 1 } as const;
const end = { kind: 'end' } as const;

test('a game does not continue from the save of a turn that no agent has seen', async () => {
  const played = await savedGame(2, (journal) => {
    journal.append(1, begin);
    journal.append(1, end);
    journal.append(2, begin);
  });
  expect(played).toEqual([2, 1]);
});

test('a turn whose end is known may have begun', async () => {
  const played = await savedGame(2, (journal) => {
    journal.append(2, begin);
    journal.append(2, end);
  });
  expect(played).toEqual([3, 2, 1]);
});

test('a turn that was shown has begun, whatever the journal knows', async () => {
  const played = await savedGame(4, (journal) => journal.append(2, begin));
  expect(played).toEqual([4, 3, 2, 1]);
});

test('a journal that is cut off, damaged or gone rules out no save', async () => {
  const all = [4, 3, 2, 1];
  expect(await savedGame(2, () => {})).toEqual(all);
  const cut = await savedGame(2, (journal) => {
    journal.append(2, begin);
    journal.append(3, begin);
  });
  expect(cut).toEqual([3, 2, 1]);
  const { journal } = gameFolder(data, 'game');
  await rm(join(journal, 'T00003.jsonl'));
  expect(await savedGame(2, () => {})).toEqual(all);
  await writeFile(join(journal, 'T00002.jsonl'), '{"kind":"beg');
  expect(await savedGame(2, () => {})).toEqual(all);
});
