import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { DecisionLog } from '../../../features/watching/trajectories/decision-log.js';
import {
  type DecisionLine,
  type DecisionsPart,
  newDecisionsHeader,
  readDecisions,
  readDecisionsPart,
} from '../../../features/watching/trajectories/decisions-file.js';
import { decisionsIn } from '../../../features/watching/trajectories/trajectory.js';
import { loggingReporter } from '../../../proxy/games/disk/disk-monitor.js';
import { usageReport } from '../../support/model-records.js';
import { recordsAtOnce } from '../../support/records-at-once.js';

const header = newDecisionsHeader({ game_id: 'g', player: 3, agent: 'ann' });

async function newFile(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), 'freeciv-decisions-')), 'player-3.fcd');
}

function logOf(file: string, mostBytes = 1 << 20): DecisionLog {
  const logger = pino({ level: 'silent' });
  const kept = { file, header, maxBytes: mostBytes, writing: recordsAtOnce() };
  return new DecisionLog({ gameId: 'game', ...kept, log: logger, disk: loggingReporter(logger) });
}

async function linesIn(file: string): Promise<readonly DecisionLine[]> {
  return [...(await readDecisions(file)).lines()];
}

function shown(turn: number, data: Record<string, unknown>): DecisionLine {
  return { shown: { turn, format: 'llm_optimized', data } };
}

function taken(turn: number, score: number): DecisionLine {
  return { taken: { turn, at: turn, score, action: { type: `a${turn}` }, verdict: { outcome: 'applied' } } };
}

test('a decision has the mark of its turn, or null when the end of the turn was not seen', () => {
  const lines: readonly DecisionLine[] = [
    ...[taken(1, 0), taken(1, 1), { turn_mark: { turn: 1, mark: 'played' } } as const],
    ...[taken(2, 1), { turn_mark: { turn: 2, mark: 'failed' } } as const, taken(3, 1)],
  ];
  const marks = [...decisionsIn(header, lines)].map(({ turn, turn_mark }) => [turn, turn_mark]);
  expect(marks).toEqual([
    [1, 'played'],
    [1, 'played'],
    [2, 'failed'],
    [3, null],
  ]);
});

test('a decision has what the model took for its turn, or null without a report', () => {
  const lines: readonly DecisionLine[] = [
    ...[taken(1, 0), taken(1, 1), { usage: usageReport({ turn: 1, calls: 3 }) }],
    ...[taken(2, 1), { usage: usageReport({ turn: 2, calls: 1 }) }, { usage: usageReport({ turn: 2 }) }],
    taken(3, 1),
  ];
  const calls = [...decisionsIn(header, lines)].map(({ turn, turn_usage }) => [turn, turn_usage?.calls]);
  expect(calls).toEqual([
    [1, 3],
    [1, 3],
    [2, 2],
    [3, undefined],
  ]);
});

test('a decision has the state and the offers that were shown before it, and its change of score', () => {
  const lines: readonly DecisionLine[] = [
    taken(1, 0),
    { transcript: { turn: 1, blocks: [{ type: 'thinking', thinking: 'h', signature: 's' }], model: 'm' } },
    shown(1, { turn: 1, legal_actions: ['a', 'b'] }),
    shown(1, { turn: 1, gold: 5 }),
    taken(1, 2),
    { score: { turn: 2, score: 9 } },
    taken(2, 10),
    { gap: true },
    taken(2, 10),
    { score: { turn: 3, score: 12 } },
  ];
  const decisions = [...decisionsIn(header, lines)];
  const none = { state: null, offers: null, transcript: [] };
  const state = { format: 'llm_optimized', data: { turn: 1, gold: 5 } };
  expect(decisions).toMatchObject([
    { game: 'g', player: 3, agent: 'ann', model: null, ...none, score_before: 0, score_change: 2 },
    {
      ...{ model: 'm', state, offers: ['a', 'b'], score_before: 2, score_change: 8 },
      transcript: [{ type: 'thinking', thinking: 'h', signature: 's' }],
    },
    { turn: 2, state, offers: null, transcript: [], score_change: 0 },
    { turn: 2, ...none, score_change: 2 },
  ]);
  expect([...decisionsIn(header, [taken(1, 4)])]).toMatchObject([{ score_change: null }]);
});

test('a decisions file torn at any byte keeps its whole records and is continued from there', async () => {
  const file = await newFile();
  for (const turn of [1, 2, 3]) {
    const log = logOf(file);
    log.add(turn, shown(turn, { text: 'x'.repeat(500 * turn) }));
    log.add(turn, taken(turn, turn));
    await log.close();
  }
  const whole = await readFile(file);
  const all = await linesIn(file);
  expect(all).toHaveLength(6);
  const first = whole.indexOf('\n') + 1;
  for (let cut = whole.length; cut >= first; cut -= 7) {
    await writeFile(file, whole.subarray(0, cut));
    const lines = await linesIn(file);
    expect(lines).toEqual(all.slice(0, lines.length));
  }
  await writeFile(file, whole.subarray(0, whole.length - 3));
  const log = logOf(file);
  log.add(4, taken(4, 4));
  await log.close();
  expect(await linesIn(file)).toEqual([...all.slice(0, 4), taken(4, 4)]);
});

test('a decisions file stops growing at its limit and keeps what it has', async () => {
  const file = await newFile();
  const log = logOf(file, 20_000);
  for (let turn = 0; turn < 40; turn += 1) {
    log.add(turn, shown(turn, { noise: [...Array(400).keys()].map((n) => Math.sin(turn * 1000 + n)) }));
    await log.close();
  }
  const { size } = await stat(file);
  expect(size).toBeGreaterThan(20_000);
  expect(size).toBeLessThan(30_000);
  const lines = await linesIn(file);
  expect(lines.length).toBeGreaterThan(2);
  expect(lines[0]).toMatchObject({ shown: { turn: 0 } });
});

test('a large decisions file is read one segment at a time', async () => {
  const file = await newFile();
  const log = logOf(file, 64 << 20);
  for (let turn = 0; turn < 60; turn += 1) {
    log.add(turn, shown(turn, { text: `${turn}`.repeat(100_000) }));
    if (turn % 10 === 9) await log.close();
  }
  await log.close();
  expect((await linesIn(file)).map((line) => 'shown' in line && line.shown.turn)).toEqual([
    ...Array(60).keys(),
  ]);
});

test('a decisions file is read in parts that have all its lines, each once', async () => {
  const file = await newFile();
  const log = logOf(file, 64 << 20);
  for (let turn = 0; turn < 30; turn += 1) {
    const noise = [...Array(4000).keys()].map((n) => Math.sin(turn * 10_000 + n));
    log.add(turn, shown(turn, { noise, text: 'x'.repeat(100_000) }));
    if (turn % 6 === 5) await log.close();
  }
  await log.close();
  const parts: string[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const part: DecisionsPart = await readDecisionsPart(file, from);
    parts.push(part.text);
    from = part.next;
  }
  expect(parts.length).toBeGreaterThan(3);
  const lines = parts.join('').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(await linesIn(file));
  await writeFile(file, '');
  expect(await readDecisionsPart(file, 0)).toEqual({ text: '', next: null });
});

test('a file that is no decisions file is put aside unchanged, and a new one begins', async () => {
  const file = await newFile();
  await writeFile(file, '{"format":"freeciv-decisions","version":2}\nsomething');
  await expect(readDecisions(file)).rejects.toThrow('version 1');
  const log = logOf(file);
  log.add(1, taken(1, 1));
  await log.close();
  expect(await readFile(`${file}.damaged-1`, 'utf8')).toContain('something');
  expect(await linesIn(file)).toEqual([taken(1, 1)]);
});
