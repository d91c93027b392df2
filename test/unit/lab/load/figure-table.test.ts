import { expect, test } from 'vitest';
import { type BenchReport, figureTable } from '../../../../lab/bench/support/figure-table.js';

const machine = { cpu: 'A', cores: 2, memory_gb: 4, system: 'Linux', node: '20.0.0', load: 0 };

function report(value: number): BenchReport {
  const baseline = { name: 'bare', value: 2 };
  const figures = [{ bench: 'relay', name: 'round trip', value, unit: 'ms', baseline }];
  return { format: 'freeciv-bench/1', made_at: '2026-11-23T00:00:00.000Z', machine, figures };
}

test('the table of all benches shows each figure beside its baseline and an earlier run', () => {
  const [first, header, row] = figureTable(report(3), report(1.5)).split('\n');
  expect(first).toContain('2 × A');
  expect(header).toContain('× before');
  expect(row).toMatch(/^relay +round trip +3\.000 +ms +2\.000 bare +1\.50 +2\.00$/);
  expect(figureTable(report(3), undefined)).not.toMatch(/^before/m);
});

test('an earlier run on another machine is named, and a figure that it lacks is new', () => {
  const old = { ...report(1), machine: { ...machine, cores: 4 }, figures: [] };
  const text = figureTable(report(3), old);
  expect(text).toContain('before: 4 × A');
  expect(text).toMatch(/new$/);
});
