import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loggedOnly } from '../../../proxy/games/disk/disk-alarm.js';
import { Journal } from '../../../proxy/games/journal/journal.js';
import type { JournalEntry } from '../../../proxy/games/journal/journal-entry.js';

const disk = loggedOnly(pino({ level: 'silent' }));
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeciv-journal-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const packet: JournalEntry = {
  kind: 'packet',
  agentId: 'ann',
  action: { id: 'exec-1', type: 'city_options' },
  name: 'city_options_req',
  fields: { cityId: 3, options: new Set(['DISBAND']) },
  proof: 'x',
  version: 7,
};

test('what was written in a turn is read in its order, sets included', async () => {
  const journal = new Journal(folder, disk);
  const entries: JournalEntry[] = [{ kind: 'begin', version: 5 }, packet, { kind: 'end' }];
  for (const entry of entries) journal.add(4, entry);
  journal.add(5, { kind: 'begin', version: 9 });
  journal.close();
  const again = new Journal(folder, disk);
  expect(await again.read(4)).toEqual(entries);
  expect(await again.turns()).toEqual([4, 5]);
  expect(await again.read(6)).toEqual([]);
});

test('a line cut off by the end of its writer is not taken for an entry', async () => {
  const journal = new Journal(folder, disk);
  journal.add(1, packet);
  const [file = ''] = await readdir(folder);
  await appendFile(join(folder, file), '{"kind":"packet","agentId":"an');
  expect(await journal.read(1)).toEqual([packet]);
});

test('a disk that takes nothing does not stop the game', () => {
  const journal = new Journal(join(folder, 'file', '\0'), disk);
  expect(() => journal.add(1, packet)).not.toThrow();
});
