import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ok } from '#shared/core/result.js';
import { loggingReporter } from '../../../proxy/games/disk/disk-monitor.js';
import { Journal } from '../../../proxy/games/journal/journal.js';
import { copyTurns } from '../../../proxy/games/journal/journal-copy.js';
import { readHistory } from '../../../proxy/games/journal/journal-history.js';

const disk = loggingReporter(pino({ level: 'silent' }));
let from = '';
let to = '';

beforeEach(async () => {
  from = await mkdtemp(join(tmpdir(), 'freeciv-journal-'));
  to = await mkdtemp(join(tmpdir(), 'freeciv-journal-'));
});

afterEach(async () => {
  for (const folder of [from, to]) await rm(folder, { recursive: true, force: true });
});

test('a turn that is copied alone lacks nothing, though a request was answered after the next had begun', async () => {
  const journal = new Journal(from, disk);
  journal.append(2, { kind: 'begin', version: 1 });
  journal.append(2, { kind: 'end' });
  journal.append(3, { kind: 'begin', version: 2 });
  journal.append(2, { kind: 'console', line: 'late' });
  journal.close();
  expect(await copyTurns(journal, [2], to)).toEqual(ok(undefined));
  const past = await readHistory(new Journal(to, disk), 2, 2, { disk });
  expect(past).toMatchObject(
    ok({
      missing: [],
      turns: [{ turn: 2, entries: [{ kind: 'begin' }, { kind: 'end' }, { line: 'late' }] }],
    }),
  );
});

test('a damaged turn is copied with its damage', async () => {
  const journal = new Journal(from, disk);
  journal.append(2, { kind: 'begin', version: 1 });
  journal.close();
  await writeFile(journal.path(2), 'no entry\n', { flag: 'a' });
  expect(await copyTurns(journal, [2], to)).toEqual(ok(undefined));
  const past = await readHistory(new Journal(to, disk), 2, 2, { disk });
  expect(past).toMatchObject(ok({ missing: [{ turn: 2, requests: 1 }] }));
});
