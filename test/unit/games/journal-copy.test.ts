import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ok } from '#shared/core/result.js';
import { copyTurns } from '../../../features/archive/verify.js';
import { loggingReporter } from '../../../proxy/games/disk/disk-monitor.js';
import { Journal } from '../../../proxy/games/journal/journal.js';
import { readHistory } from '../../../proxy/games/journal/journal-history.js';

const disk = loggingReporter(pino({ level: 'silent' }));
const SECOND = { from: 2, until: 3 };
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
  expect(await copyTurns(journal, SECOND, to, disk)).toEqual(ok([]));
  const past = await readHistory(new Journal(to, disk), 2, 2, { disk });
  expect(past).toMatchObject(
    ok({
      missing: [],
      turns: [{ turn: 2, entries: [{ kind: 'begin' }, { kind: 'end' }, { line: 'late' }] }],
    }),
  );
});

test('a turn that lacks entries is copied with a gap in their place', async () => {
  const journal = new Journal(from, disk);
  for (const line of ['one', 'lost', 'two']) journal.append(2, { kind: 'console', line });
  journal.append(2, { kind: 'end' });
  journal.append(3, { kind: 'begin', version: 2 });
  journal.close();
  const text = await readFile(journal.path(2), 'utf8');
  await writeFile(journal.path(2), text.replace(/^.*"lost".*\n/m, ''));
  const missing = [{ turn: 2, requests: 1, file: 'journal/T00002.jsonl' }];
  expect(await copyTurns(new Journal(from, disk), SECOND, to, disk)).toEqual(ok(missing));
  expect(await new Journal(to, disk).entries(2)).toMatchObject(
    ok([{ line: 'one' }, { kind: 'gap' }, { line: 'two' }, { kind: 'end' }]),
  );
});

test('a damaged turn is copied with a gap at its end', async () => {
  const journal = new Journal(from, disk);
  journal.append(2, { kind: 'begin', version: 1 });
  journal.close();
  await writeFile(journal.path(2), 'no entry\n', { flag: 'a' });
  expect(await copyTurns(journal, SECOND, to, disk)).toMatchObject(ok([{ turn: 2, requests: 1 }]));
  expect(await new Journal(to, disk).entries(2)).toMatchObject(ok([{ kind: 'begin' }, { kind: 'gap' }]));
});
