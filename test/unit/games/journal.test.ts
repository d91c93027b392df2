import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ok } from '#shared/core/result.js';
import { DiskMonitor, type DiskReporter, loggingReporter } from '../../../proxy/games/disk/disk-monitor.js';
import { NotOwned } from '../../../proxy/games/disk/write-guard.js';
import { Journal } from '../../../proxy/games/journal/journal.js';
import { journalEnd, lackingTurns } from '../../../proxy/games/journal/journal-end.js';
import type { JournalEntry } from '../../../proxy/games/journal/journal-file.js';
import { readHistory } from '../../../proxy/games/journal/journal-history.js';

const disk = loggingReporter(pino({ level: 'silent' }));
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

test('what was written in a turn is read in its order, sets and bytes included', async () => {
  const journal = new Journal(folder, disk);
  const attributes: JournalEntry = {
    ...{ kind: 'packet', agentId: 'ann', isWire: true, proof: 'x', version: 8 },
    name: 'player_attribute_chunk',
    fields: { offset: 0, totalLength: 3, chunkLength: 3, data: new Uint8Array([1, 0, 255]) },
  };
  const entries: JournalEntry[] = [{ kind: 'begin', version: 5 }, packet, attributes, { kind: 'end' }];
  for (const entry of entries) journal.append(4, entry);
  journal.append(5, { kind: 'begin', version: 9 });
  journal.close();
  const again = new Journal(folder, disk);
  expect(await again.entries(4)).toEqual(ok(entries));
  expect(await again.turns()).toEqual(ok([4, 5]));
  expect(await again.entries(6)).toEqual(ok([]));
});

test('a line that was cut off when the process died is no entry', async () => {
  const journal = new Journal(folder, disk);
  journal.append(1, packet);
  await appendFile(journal.path(1), '{"kind":"packet","agentId":"an');
  expect(await journal.entries(1)).toEqual(ok([packet]));
});

test('a disk that cannot be written does not stop the game', () => {
  const journal = new Journal(join(folder, 'file', '\0'), disk);
  expect(() => journal.append(1, packet)).not.toThrow();
});

test('requests that a full disk did not take, or that were cut off, are counted and named once', async () => {
  const past = async () => {
    const read = await readHistory(new Journal(folder, disk), 1, 3, { disk });
    return read.ok ? read.value : undefined;
  };
  const journal = new Journal(folder, disk);
  for (const turn of [1, 2, 3]) {
    for (let i = 0; i < 5; i += 1) journal.append(turn, packet);
    if (turn < 3) journal.append(turn, { kind: 'end' });
  }
  const lines = (await readFile(journal.path(2), 'utf8')).split('\n');
  await writeFile(journal.path(2), lines.toSpliced(2, 2).join('\n'));
  await writeFile(
    journal.path(3),
    (await readFile(journal.path(3), 'utf8')).split('\n').slice(0, 3).join('\n'),
  );
  expect((await past())?.missing).toEqual([
    { turn: 2, requests: 2, file: 'journal/T00002.jsonl' },
    { turn: 3, requests: 3, file: 'journal/T00003.jsonl' },
  ]);
  const again = await past();
  expect(again?.missing).toEqual([]);
  expect(again?.turns.map(({ entries }) => entries.filter(({ kind }) => kind === 'packet').length)).toEqual([
    5, 3, 2,
  ]);
  journal.close();
});

test('a request that is written after the next turn has begun is not missing, and hides nothing that is', async () => {
  const journal = new Journal(folder, disk);
  journal.append(1, packet);
  journal.append(1, { kind: 'end' });
  journal.append(2, { kind: 'begin', version: 8 });
  journal.append(1, packet);
  for (let i = 0; i < 3; i += 1) journal.append(2, packet);
  journal.close();
  const past = () => readHistory(new Journal(folder, disk), 1, 2, { disk });
  expect(await past()).toMatchObject({ value: { missing: [] } });
  const lines = (await readFile(journal.path(2), 'utf8')).trim().split('\n');
  await writeFile(journal.path(2), `${lines.toSpliced(2, 1).join('\n')}\n`);
  const missing = [{ turn: 2, requests: 1, file: 'journal/T00002.jsonl' }];
  expect(await past()).toMatchObject({ value: { missing } });
  expect(await past()).toMatchObject({ value: { missing: [] } });
});

test('a turn whose journal is gone ends, so that the turns after it can be played again', async () => {
  const journal = new Journal(folder, disk);
  for (const turn of [1, 2, 3])
    for (const entry of [packet, { kind: 'end' } as const]) journal.append(turn, entry);
  journal.close();
  await rm(journal.path(2));
  const read = await readHistory(new Journal(folder, disk), 1, 3, { disk });
  expect(read.ok && read.value.missing).toEqual([{ turn: 2, requests: 2, file: 'journal/T00002.jsonl' }]);
  expect(await new Journal(folder, disk).entries(2)).toEqual(ok([{ kind: 'gap' }, { kind: 'end' }]));
});

test('a journal of a release before entries had numbers is read as it is', async () => {
  const journal = new Journal(folder, disk);
  await writeFile(journal.path(1), `${JSON.stringify({ kind: 'begin', version: 1 })}\n{"kind":"end"}\n`);
  const read = await readHistory(journal, 1, 1, { disk });
  expect(read).toEqual(
    ok({ turns: [{ turn: 1, entries: [{ kind: 'begin', version: 1 }, { kind: 'end' }] }], missing: [] }),
  );
});

test('what an earlier owner writes late does not count, in the turn of the change and in later ones', async () => {
  const stale = new Journal(folder, disk, 1);
  stale.append(1, { kind: 'begin', version: 1 });
  stale.append(1, { kind: 'end' });
  stale.append(2, { kind: 'begin', version: 2 });
  const owner = new Journal(folder, disk, 2);
  await owner.own();
  expect(await journalEnd(new Journal(folder, disk))).toEqual(ok({ version: 2, fence: 2 }));
  stale.append(2, packet);
  owner.append(2, { kind: 'end' });
  stale.append(3, packet);
  owner.append(3, { kind: 'begin', version: 9 });
  const read = await readHistory(new Journal(folder, disk), 1, 3, { disk });
  expect(read).toEqual(
    ok({
      turns: [
        { turn: 1, entries: [{ kind: 'begin', version: 1 }, { kind: 'end' }] },
        { turn: 2, entries: [{ kind: 'begin', version: 2 }, { kind: 'end' }] },
        { turn: 3, entries: [{ kind: 'begin', version: 9 }] },
      ],
      missing: [],
    }),
  );
});

test('a new owner counts what all owners before it have written, turn by turn', async () => {
  for (const fence of [1, 2, 5]) {
    const journal = new Journal(folder, disk, fence);
    await journal.own();
    journal.append(fence, packet);
    journal.append(fence + 1, packet);
    journal.close();
  }
  await new Journal(folder, disk, 6).own();
  const entries = async (turn: number) => new Journal(folder, disk).entries(turn);
  expect(await entries(2)).toEqual(ok([packet, packet]));
  expect(await entries(6)).toEqual(ok([packet]));
});

test('a journal that may not be written any more stays as it is', async () => {
  let isOwned = true;
  const guarded: DiskReporter = {
    ...disk,
    checkOwned: () => {
      if (!isOwned) throw new NotOwned('game');
    },
  };
  const journal = new Journal(folder, guarded, 1);
  journal.append(1, packet);
  isOwned = false;
  journal.append(1, packet);
  journal.append(2, packet);
  expect(await journal.turns()).toEqual(ok([1]));
  expect(await journal.entries(1)).toEqual(ok([packet]));
});

test('a damaged journal of the turn before the save is named and mended once, and nothing is missing', async () => {
  const monitor = new DiskMonitor(folder, pino({ level: 'silent' }));
  const reporter = monitor.reporterFor('g');
  const journal = new Journal(folder, disk);
  for (const turn of [1, 2, 3]) {
    for (let i = 0; i < 5; i += 1) journal.append(turn, packet);
    if (turn < 3) journal.append(turn, { kind: 'end' });
  }
  journal.close();
  await writeFile(journal.path(2), 'garbage');
  const past = () => readHistory(new Journal(folder, disk), 3, 3, { disk: reporter });
  for (let read = 0; read < 2; read += 1) {
    expect(await past()).toMatchObject({ value: { missing: [], turns: [{ turn: 3 }] } });
    expect(monitor.damageCounts.get('journal')).toBe(1);
    expect(monitor.damaged).toMatchObject([
      { what: 'journal', lost: 'an unknown number of requests of turn 2' },
    ]);
  }
  // Who plays that turn again lacks what was in it.
  const again = await readHistory(new Journal(folder, disk), 2, 3, { disk: reporter });
  expect(again).toMatchObject({
    value: { turns: [{ turn: 2, entries: [{ kind: 'gap' }, { kind: 'end' }] }, { turn: 3 }] },
  });
});

/** The turns that the journal lacks of what its owner with that fence told a gateway. */
const lacking = (fence: number, entry: number, turn: number) =>
  lackingTurns(new Journal(folder, disk), { fence, entry, turn });

test('what a journal does not hold of an earlier owner is found, though the next owner went on numbering', async () => {
  const journal = new Journal(folder, disk, 1);
  expect(journal.lastPlace).toBeUndefined();
  journal.append(1, packet);
  journal.append(1, { kind: 'end' });
  journal.append(2, { kind: 'begin', version: 8 });
  journal.append(2, packet);
  expect(journal.lastPlace).toEqual({ fence: 1, entry: 4, turn: 2 });
  // The disk takes nothing more: 5 and 6 of turn 2, 7 and 8 of turn 3.
  const next = new Journal(folder, disk, 2);
  await next.own();
  for (let i = 0; i < 6; i += 1) next.append(2, packet);
  next.append(2, { kind: 'end' });
  for (let i = 0; i < 6; i += 1) next.append(3, packet);
  expect(await lacking(1, 2, 1)).toEqual(ok([]));
  expect(await lacking(1, 4, 2)).toEqual(ok([]));
  expect(await lacking(1, 5, 2)).toEqual(ok([2]));
  expect(await lacking(1, 8, 3)).toEqual(ok([2, 3]));
  expect(await lacking(2, next.lastNumber, 3)).toEqual(ok([]));
});

test('a turn that has ended in the journal is whole, unless an entry was added to it after that', async () => {
  expect(await lacking(1, 9, 4)).toEqual(ok([4]));
  const journal = new Journal(folder, disk, 1);
  journal.append(1, packet);
  journal.append(1, { kind: 'end' });
  expect(await lacking(1, 3, 2)).toEqual(ok([2]));
  // Written into its turn after that had ended.
  expect(await lacking(1, 3, 1)).toEqual(ok([1]));
});
