import { z } from 'zod';
import { machineSchema, shownMachine } from '../../../test/support/machine.js';
import { type Figure, figuresSchema } from './figures.js';

/** The file that `npm run bench -- all --out` writes. */
export const benchReportSchema = z.object({
  format: z.literal('freeciv-bench/1'),
  made_at: z.string(),
  machine: machineSchema,
  figures: figuresSchema,
});

/** The figures of all benches with the machine, as `--out` writes them. */
export type BenchReport = z.infer<typeof benchReportSchema>;

/** All figures as a table: each beside its baseline of the same run and, if wanted, beside an earlier run. */
export function figureTable({ machine, figures }: BenchReport, old: BenchReport | undefined): string {
  const header = ['bench', 'figure', 'value', 'unit', 'baseline', '× baseline'];
  const rows = figures.map((figure) => [...cells(figure), ...(old === undefined ? [] : [then(figure, old)])]);
  const table = [[...header, ...(old === undefined ? [] : ['× before'])], ...rows];
  const widths = header.map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const isOther =
    old !== undefined && (old.machine.cpu !== machine.cpu || old.machine.cores !== machine.cores);
  return [shownMachine(machine), ...(isOther ? [`before: ${shownMachine(old.machine)}`] : []), ...lines].join(
    '\n',
  );
}

function cells({ bench, name, value, unit, baseline }: Figure): string[] {
  const beside =
    baseline === undefined
      ? ['', '']
      : [`${shown(baseline.value)} ${baseline.name}`, ratio(value, baseline.value)];
  return [bench, name, shown(value), unit, ...beside];
}

/** How many times that of the earlier run it is. */
function then(figure: Figure, old: BenchReport): string {
  const before = old.figures.find(({ bench, name }) => bench === figure.bench && name === figure.name);
  return before === undefined ? 'new' : ratio(figure.value, before.value);
}

function ratio(value: number, by: number): string {
  return by === 0 ? '-' : (value / by).toFixed(2);
}

function shown(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 3);
}
