import { spawnSync } from 'node:child_process';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { seatRun } from '../../../features/models/seat-run.js';
import { terminalLine, terminalText } from '../../../shared/core/log.js';
import { linesOf } from '../../../tools/doctor/finding.mjs';
import { gameLines, gamesTable } from '../../../tools/games/printing.mjs';
import { readableLine, readableLogs } from '../../../tools/services/readable-logs.mjs';
import * as early from '../../../tools/steps/terminal.mjs';
import { usageReport } from '../../support/model-records.js';

/** What a terminal obeys: colours, titles, line breaks, a turn of the direction of writing. */
const HOSTILE =
  'm\u001b[2J\u001b]0;title\u0007\u009b31m\r\n12:00:00 ERROR gateway: forged\u2028\u202etxt\u007f\u0000';
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

function isOneLine(line: string): boolean {
  return !OBEYED.test(line) && !line.trimEnd().includes('\n') && line.includes('\\u001b[2J');
}

test('what a terminal obeys is written as an escape, before anything is built and after', () => {
  for (const sample of [HOSTILE, 'plain – Ümläut 日本', 'a\tb\nc']) {
    expect(early.terminalText(sample)).toBe(terminalText(sample));
    expect(early.terminalLine(sample)).toBe(terminalLine(sample));
  }
  expect(terminalText('plain – Ümläut 日本\ta\r\n')).toBe('plain – Ümläut 日本\ta\r\n');
  expect(terminalText('over\rwritten')).toBe('over\\u000dwritten');
  expect(isOneLine(terminalLine(HOSTILE))).toBe(true);
  const json = JSON.stringify({ model: HOSTILE });
  expect(JSON.parse(terminalText(json))).toEqual({ model: HOSTILE });
});

test('a log record is one line in a terminal, whatever an agent calls its model', async () => {
  const record = { level: 'INFO', time: '2026-01-01T12:00:00.000Z', name: 'gateway', msg: 'login' };
  const line = JSON.stringify({ ...record, model: HOSTILE, nested: { [HOSTILE]: [HOSTILE] } });
  expect(isOneLine(readableLine(line))).toBe(true);
  expect(isOneLine(readableLine(`no record ${HOSTILE.replace('\n', '')}`))).toBe(true);
  const shown = new PassThrough();
  const bytes = Buffer.from(`${line}\n${line}\nthe end`);
  readableLogs(Readable.from([bytes.subarray(0, 200), bytes.subarray(200)]), shown);
  const written = text(shown);
  setImmediate(() => setImmediate(() => shown.end()));
  const lines = (await written).split('\n').filter((one) => one !== '');
  expect(lines).toEqual([readableLine(line), readableLine(line), 'the end']);
});

test('the logs of a service that runs alone hold nothing that a terminal obeys', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const script = `import { createLogger } from './shared/core/log.ts';
    createLogger('gateway', 'info').info({ model: ${JSON.stringify(HOSTILE)} }, 'login');`;
  const words = ['--conditions=source', '--import', 'tsx', '--input-type=module', '-e', script];
  const { stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
  expect(isOneLine(stderr)).toBe(true);
  expect(JSON.parse(stderr)).toMatchObject({ model: HOSTILE });
});

test('npm run games and the doctor print what others chose on the line where it belongs', () => {
  const players = [{ player_id: 0, name: HOSTILE, nation: HOSTILE, is_ai: false, score: 1 }];
  const config = { ruleset: HOSTILE, seeds: {} };
  const run = seatRun(new Map([[1, usageReport({ outcome: 'agent_error', reason: HOSTILE })]]), new Map());
  const seats = [{ player_id: 0, agent_id: HOSTILE, presence: 'connected', run }];
  const facts = { state: 'running', paused: null, turn: 1, problem: HOSTILE, turn_time_limit: 0 };
  const none = { time_left: null, fork_of: null, join: null, ended: null };
  const awaited = { player: HOSTILE, agent_id: 'ben', away: true, until: 0 };
  const game = {
    game_id: 'g',
    created_at: '',
    config,
    players,
    seats,
    ...facts,
    ...none,
    waiting_for: [awaited],
  };
  const lines = gameLines(Object.assign(Object.create(null), game));
  expect(OBEYED.test(lines)).toBe(false);
  expect(lines.trimEnd().split('\n')).toHaveLength(12);
  expect(lines).toContain(': 2 calls, 900 new and 4000 cached in, 150 out, $0.01');
  expect(lines).toContain(': the run is not valid. Turn 1: the model failed');
  expect(lines).toContain('waits    for ben (away), 0 s more at most');
  const table = gamesTable({ games: [Object.assign(Object.create(null), game, { game_id: HOSTILE })] });
  expect(table.trimEnd().split('\n')).toHaveLength(2);
  const finding = linesOf({ state: 'broken', subject: 'data folder', found: HOSTILE, fix: HOSTILE });
  expect(finding.trimEnd().split('\n')).toHaveLength(2);
});
