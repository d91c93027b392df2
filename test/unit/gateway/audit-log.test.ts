import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { type AuditOptions, AuditWriter } from '../../../features/audit/audit-writer.js';

const DAY = 86_400_000;
const noon = Date.parse('2026-03-10T12:00:00Z');

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'audit-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function auditIn(folder: string, options: Partial<AuditOptions> = {}): AuditWriter {
  const limits = { bytes: 1e6, age: 7 * DAY };
  const audit = new AuditWriter({
    ...{ folder, retention: limits, log: pino({ level: 'silent' }), now: () => noon, onLineLost: () => {} },
    ...options,
  });
  onTestFinished(() => audit.close());
  return audit;
}

const record = (correlation_id: string) => ({
  ...{ agent_id: 'ann', session: 'abcdef', game_id: 'g', correlation_id, action: 'end_turn' },
  ...{ args_hash: 'h', status: 'ok', outcome: 'applied', duration_ms: 3 },
});

const idsIn = (file: string) => readFileSync(file, 'utf8').match(/(?<="correlation_id":")[^"]*/g) ?? [];

test('a day has its own file, readable by its owner only; a large one is followed by the next of that day', () => {
  const path = folder();
  let now = noon;
  const audit = auditIn(path, { now: () => now, fileBytes: 400 });
  for (const id of ['a', 'b', 'c', 'd', 'e']) audit.record(record(id));
  now += DAY;
  audit.record(record('f'));
  expect(readdirSync(path).sort()).toEqual([
    'actions-2026-03-10.2.jsonl',
    'actions-2026-03-10.jsonl',
    'actions-2026-03-11.jsonl',
  ]);
  expect(idsIn(join(path, 'actions-2026-03-10.jsonl'))).toEqual(['a', 'b', 'c']);
  expect(idsIn(join(path, 'actions-2026-03-10.2.jsonl'))).toEqual(['d', 'e']);
  expect(statSync(join(path, 'actions-2026-03-11.jsonl')).mode & 0o077).toBe(0);
});

test('the next gateway goes on in the last file of the day', () => {
  const path = folder();
  for (const ids of ['ab', 'cd', 'e'])
    for (const id of ids) {
      const audit = auditIn(path, { fileBytes: 300 });
      audit.record(record(id));
      audit.close();
    }
  expect(idsIn(join(path, 'actions-2026-03-10.jsonl'))).toEqual(['a', 'b']);
  expect(idsIn(join(path, 'actions-2026-03-10.2.jsonl'))).toEqual(['c', 'd']);
  expect(idsIn(join(path, 'actions-2026-03-10.3.jsonl'))).toEqual(['e']);
});

test('files of days that are too long ago are removed, and nothing else in the folder', () => {
  const path = folder();
  for (const name of ['actions-2026-03-01.jsonl', 'actions-2026-03-02.2.jsonl', 'actions-2026-03-03.jsonl'])
    writeFileSync(join(path, name), 'x');
  writeFileSync(join(path, 'actions-2020-01-01.jsonl.gz'), 'kept by hand');
  auditIn(path).removeOld();
  expect(readdirSync(path).sort()).toEqual(['actions-2020-01-01.jsonl.gz', 'actions-2026-03-03.jsonl']);
});

test('the oldest files go when there is too much, in their order, and never the one that is written', () => {
  const path = folder();
  for (const part of ['', '.2', '.10', '.3'])
    writeFileSync(join(path, `actions-2026-03-09${part}.jsonl`), 'x'.repeat(100));
  const limits = { bytes: 350, age: 7 * DAY };
  const audit = auditIn(path, { retention: limits, fileBytes: 1000 });
  audit.record(record('a'));
  audit.removeOld();
  expect(readdirSync(path).sort()).toEqual(['actions-2026-03-09.10.jsonl', 'actions-2026-03-10.jsonl']);
  for (const id of ['b', 'c']) audit.record(record(id));
  audit.removeOld();
  expect(readdirSync(path)).toEqual(['actions-2026-03-10.jsonl']);
});

test('an audit that cannot be written stops no agent, and continues when it can', () => {
  const path = join(folder(), 'audit');
  writeFileSync(path, 'not a folder');
  let lost = 0;
  const audit = auditIn(path, { onLineLost: () => lost++ });
  audit.removeOld();
  audit.record(record('lost'));
  expect(lost).toBe(1);
  rmSync(path);
  audit.record(record('kept'));
  expect(idsIn(join(path, 'actions-2026-03-10.jsonl'))).toEqual(['kept']);
});

test('an id is replaced in all files, and a file that cannot be read is an answer, not an exception', async () => {
  const path = folder();
  const audit = auditIn(path, { fileBytes: 400 });
  for (const id of ['a', 'b', 'c', 'd']) audit.record(record(id));
  expect(await audit.pseudonymise('ann')).toMatchObject({ ok: true, value: 4 });
  const lines = [];
  for await (const line of audit.linesOf('ann')) lines.push(line);
  expect(lines).toEqual([]);
  mkdirSync(join(path, 'actions-2026-03-01.jsonl'));
  expect(await audit.pseudonymise('ann')).toMatchObject({ ok: false, failure: expect.any(String) });
});
