import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChatMessage, DatasetRow } from '../../../features/export/dataset/dataset-row.js';
import { SeenMessages, splitOf, splits } from '../../../features/export/dataset/split.js';
import { SplitFiles } from '../../../features/export/dataset/split-files.js';
import { datasetRow, inParquet } from '../../support/dataset-row.js';
import { readParquetRows } from '../../support/parquet-reader.js';
import { runs } from '../../support/property-runs.js';

const SHARES = { train: 80, validation: 10, test: 10 };

const games = fc.array(
  fc.record({ seed: fc.option(fc.nat({ max: 40 })), game_id: fc.stringMatching(/^[a-z]{1,4}$/) }),
);

test('a seed is never in two splits, and stays in its split when games are added', () => {
  fc.assert(
    fc.property(games, games, (first, added) => {
      const splitsOf = (all: typeof first) => {
        const found = new Map<string, Set<string>>();
        for (const game of all) {
          const key = game.seed === null ? `id ${game.game_id}` : `seed ${game.seed}`;
          found.set(key, (found.get(key) ?? new Set()).add(splitOf(game, SHARES)));
        }
        return found;
      };
      const before = splitsOf(first);
      const after = splitsOf([...added, ...first]);
      for (const [key, own] of after) expect(own.size, key).toBe(1);
      for (const [key, own] of before) expect(after.get(key)).toEqual(own);
    }),
  );
});

test('splits have their share of many seeds, and no seed where they have no share', () => {
  const counts = { train: 0, validation: 0, test: 0 };
  for (let seed = 0; seed < 10_000; seed += 1) counts[splitOf({ seed, game_id: 'g' }, SHARES)] += 1;
  for (const split of splits) expect(Math.abs(counts[split] / 100 - SHARES[split])).toBeLessThan(1);
  const all = { train: 100, validation: 0, test: 0 };
  for (let seed = 0; seed < 1000; seed += 1) expect(splitOf({ seed, game_id: 'g' }, all)).toBe('train');
});

// Arrow for JavaScript, which reads what is written, drops a byte order mark at the beginning of a text.
const text = fc
  .oneof(fc.string(), fc.string({ unit: 'binary' }))
  .filter((made) => !made.startsWith('\uFEFF'));
// Few names of fields: with thousands of them V8 gives up hidden classes for all tests of this worker.
const json = fc.dictionary(
  fc.constantFrom('action', 'unit_id', 'x y', 'é', ''),
  fc.oneof(
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(text),
    fc.record({ x: fc.double() }),
  ),
);
const call = fc.record({
  id: text,
  type: fc.constant('function' as const),
  function: fc.record({ name: text, arguments: json }),
});
const message: fc.Arbitrary<ChatMessage> = fc.record(
  {
    role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const, 'tool' as const),
    content: text,
    reasoning_content: text,
    tool_calls: fc.array(call, { maxLength: 3 }),
    tool_call_id: text,
    name: text,
  },
  { requiredKeys: ['role', 'content'] },
);
const row: fc.Arbitrary<DatasetRow> = fc
  .record({
    messages: fc.array(message, { maxLength: 5 }),
    tools: fc.array(json, { maxLength: 3 }),
    model: fc.option(text),
    seed: fc.option(fc.nat({ max: 0xffff_ffff })),
    score: fc.option(fc.integer()),
    won: fc.boolean(),
    scenario_score: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  })
  .map((fields) => datasetRow(fields));

test('no two rows say the same, and of rows that do the first is kept', () => {
  fc.assert(
    fc.property(fc.array(fc.array(message, { maxLength: 2 })), (rows) => {
      const seen = new SeenMessages();
      const kept = rows.filter((one) => seen.add(one)).map((one) => JSON.stringify(one));
      expect(kept).toEqual([...new Set(rows.map((one) => JSON.stringify(one)))]);
    }),
  );
});

test('JSON Lines and Parquet hold the same rows, as another implementation of Parquet reads them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-dataset-'));
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
        const files = await SplitFiles.create(folder, 'train');
        for (const one of rows) await files.add(one);
        await files.close();
        const lines = (await readFile(join(folder, 'train.jsonl'), 'utf8')).split('\n').slice(0, -1);
        expect(lines.map((line) => JSON.parse(line))).toEqual(JSON.parse(JSON.stringify(rows)));
        expect(await readParquetRows(join(folder, 'train.parquet'))).toEqual(rows.map(inParquet));
      }),
      { numRuns: runs(40) },
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
