import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { connect } from '../../../agent/client.js';
import type { DatasetCounts } from '../../../features/export/dataset/dataset-counts.js';
import type { DatasetRow } from '../../../features/export/dataset/dataset-row.js';
import { exportDataset } from '../../../features/export/dataset/export-dataset.js';
import { splitOf, splits } from '../../../features/export/dataset/split.js';
import { inParquet } from '../../support/dataset-row.js';
import { formats } from '../../support/models/formats.js';
import { ModelServer } from '../../support/models/model-server.js';
import { playedByModel } from '../../support/models/played-by-model.js';
import { advisedScript } from '../../support/models/scripted-model.js';
import { readParquetRows } from '../../support/parquet-reader.js';
import { type Stack, startStack } from '../../support/stack.js';

const SHARES = { train: 60, validation: 20, test: 20 };
const SECRET = 'a-secret-of-the-environment';

let stack: Stack;
let out = '';
let copies = '';
let counts: DatasetCounts;

beforeAll(async () => {
  stack = await startStack({ MAX_GAMES: '40' });
  out = await mkdtemp(join(tmpdir(), 'freeciv-dataset-'));
  const [[provider, format] = raise(), [other, otherForm] = raise()] = formats;
  await using server = await ModelServer.start(format, advisedScript(saying(`My key is ${SECRET}.`)));
  await using second = await ModelServer.start(otherForm, advisedScript());
  await playedByModel({ stack, gameId: 'model-1', provider, server, config: config(3) });
  await playedByModel({ stack, gameId: 'model-3', provider, server, config: config(4) });
  await playedByModel({ stack, gameId: 'model-4', provider: other, server: second, config: config(5) });
  await playByScript('script-1', 6);
  await playedByModel({
    ...{ stack, gameId: 'unfinished', provider, server, config: { end_turn: 50 } },
    args: ['--turns', '1'],
  });
  copies = await mkdtemp(join(tmpdir(), 'freeciv-copies-'));
  await cp(join(stack.dataDir, 'games/model-1'), join(copies, 'restored'), { recursive: true });
  counts = await exportDataset(
    { folders: [stack.dataDir, copies], out, shares: SHARES, maxChars: 200_000 },
    { THE_API_KEY: SECRET },
  );
});

afterAll(async () => {
  await stack[Symbol.asyncDispose]();
  for (const folder of [out, copies]) await rm(folder, { recursive: true });
});

function raise(): never {
  throw new Error('there are no formats');
}

function config(seed: number) {
  return { seeds: { game: seed, map: seed }, end_turn: 3 };
}

/** Says it in the second turn, and acts in all others. */
function saying(text: string) {
  return (turn: number) =>
    turn === 2 ? { text, calls: [{ name: 'end_turn', args: { until: 'turn' } }] } : undefined;
}

/** Plays a game by an agent that keeps no conversation. */
async function playByScript(game: string, seed: number): Promise<void> {
  const game_config = { players: 2, map: { xsize: 32, ysize: 20 }, ...config(seed) };
  const seat = await connect(stack.gatewayUrl, {
    ...{ agentId: 'script', token: stack.token, game },
    login: { game_config },
  });
  for (let turn = 1; turn <= 3; turn += 1) {
    const { offers } = await seat.offers();
    const found = offers.find(({ type }) => type === 'unit_build_city') ?? offers[0];
    if (found !== undefined) await seat.act(found.type, { ...found }).catch(() => undefined);
    await seat.endTurn().catch(() => undefined);
  }
  await seat.close();
}

async function lines(split: string): Promise<readonly DatasetRow[]> {
  const text = await readFile(join(out, `${split}.jsonl`), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

async function allRows(): Promise<readonly DatasetRow[]> {
  return (await Promise.all(splits.map(lines))).flat();
}

test('conversations of a played game are rows with their outcome; the same said twice is there once', async () => {
  const rows = await allRows();
  const byGame = new Map(rows.map(({ game_id }) => [game_id, rows.filter((row) => row.game_id === game_id)]));
  expect([...byGame.keys()].toSorted()).toEqual(['model-1', 'model-3', 'model-4', 'script-1']);
  expect(counts).toMatchObject({ duplicates: 1, notEnded: 1, unreadable: 0 });
  const [row] = byGame.get('model-1') ?? [];
  expect(row).toMatchObject({
    ...{ source: 'conversation', begins_at: 'start', first_turn: 1, last_turn: 3, model: 'a-model' },
    ...{ seed: 3, game_seed: 3, turns: 3, players: 2, scenario: null, valid: true },
    ...{ score: expect.any(Number), rank: expect.any(Number), won: expect.any(Boolean) },
  });
  expect(row?.messages[0]).toMatchObject({ role: 'user', content: expect.stringMatching(/^Turn 1 /) });
  expect(row?.messages.at(-1)).toMatchObject({
    role: 'assistant',
    tool_calls: [{ function: { name: 'end_turn' } }],
  });
  const names = row?.messages.flatMap(({ tool_calls: calls = [] }) =>
    calls.map((call) => call.function.name),
  );
  expect(new Set(names)).toContain('do');
  expect(JSON.stringify(row?.tools)).toContain('"name":"do"');
  expect(byGame.get('model-4')?.[0]?.messages.some(({ role }) => role === 'tool')).toBe(true);
});

test('an agent without a conversation has a row for each turn, of what it was shown and did', async () => {
  const rows = (await allRows()).filter(({ game_id }) => game_id === 'script-1');
  expect(rows.map(({ first_turn, source, model }) => [first_turn, source, model])).toEqual(
    [1, 2, 3].map((turn) => [turn, 'decisions', null]),
  );
  expect(rows[0]?.messages).toMatchObject([
    { role: 'system' },
    { role: 'user', content: expect.stringContaining('legal_actions') },
    {
      role: 'assistant',
      tool_calls: [{ function: { name: 'do', arguments: { actions: [{ action: 'unit_build_city' }] } } }],
    },
    { role: 'tool', name: 'do', content: expect.stringContaining('"outcome":"applied"') },
    { role: 'assistant', tool_calls: [{ function: { name: 'end_turn' } }] },
  ]);
});

test('each game is in the split of its seed; Parquet has the rows of the JSON Lines', async () => {
  for (const split of splits) {
    const rows = await lines(split);
    for (const row of rows) expect(splitOf(row, SHARES)).toBe(split);
    expect(rows.length).toBe(counts.rows[split]);
    if (rows.length > 0)
      expect(await readParquetRows(join(out, `${split}.parquet`))).toEqual(rows.map(inParquet));
  }
});

test('secrets of the environment and tokens are not in a dataset', async () => {
  const text = JSON.stringify(await allRows());
  expect(text).toContain('My key is [removed].');
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain(stack.token);
  expect(counts.secrets).toBeGreaterThan(0);
});

test('the data card names splits, features and counts in the form of Hugging Face', async () => {
  const text = await readFile(join(out, 'README.md'), 'utf8');
  const [, front = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const files = z.array(z.object({ split: z.string(), path: z.string() }));
  const features = z.array(z.looseObject({ name: z.string() }));
  const card = z
    .looseObject({
      license: z.string(),
      configs: z.tuple([z.looseObject({ config_name: z.literal('default'), data_files: files })]),
      dataset_info: z.looseObject({ features }),
    })
    .parse(parse(front));
  const used = splits.filter((split) => counts.rows[split] > 0);
  expect(card.configs[0].data_files).toEqual(used.map((split) => ({ split, path: `${split}.parquet` })));
  const columns = card.dataset_info.features.map(({ name }) => name);
  const [row] = await allRows();
  expect(columns.toSorted()).toEqual(Object.keys(row ?? {}).toSorted());
  for (const split of splits)
    expect(body).toContain(`| ${split} | ${counts.rows[split]} | ${counts.games[split]} |`);
  await expect(
    exportDataset({ folders: [stack.dataDir], out, shares: SHARES, maxChars: 200_000 }, {}),
  ).rejects.toThrow('is not empty');
});
