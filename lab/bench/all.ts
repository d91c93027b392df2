/**
 * `npm run bench -- all [--short] [--out FILE] [--compare OLD]`: runs every bench, one after the other, and prints their figures
 * in one table, each beside its baseline of the same run, with a description of the machine. Ends with 1 when a bench fails.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMachine } from '../../test/support/machine.js';
import { type BenchReport, benchReportSchema, figureTable } from './support/figure-table.js';
import { readFigures } from './support/figures.js';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { short: { type: 'boolean' }, out: text, compare: text } });
const old =
  values.compare === undefined
    ? undefined
    : benchReportSchema.parse(JSON.parse(readFileSync(values.compare, 'utf8')));

const folder = import.meta.dirname;
const benches = readdirSync(folder).flatMap((file) => /^(?!all\.)(.+)\.ts$/.exec(file)?.[1] ?? []);
const workspace = mkdtempSync(join(tmpdir(), 'freeciv-bench-'));
const file = join(workspace, 'figures.jsonl');
writeFileSync(file, '');
const machine = describeMachine();
for (const name of benches) {
  process.stdout.write(`── ${name}\n`);
  const size = values.short === true ? ['--short'] : [];
  const script = join(folder, `${name}.ts`);
  const bench = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', script, ...size], {
    stdio: 'inherit',
    env: { ...process.env, BENCH_FIGURES: file },
  });
  const [code] = await once(bench, 'close');
  if (code !== 0) {
    process.stdout.write(`${name} ended with ${code}\n`);
    process.exitCode = 1;
  }
}
const report: BenchReport = {
  format: 'freeciv-bench/1',
  made_at: new Date().toISOString(),
  machine,
  figures: [...readFigures(file)],
};
rmSync(workspace, { recursive: true });
process.stdout.write(`\n${figureTable(report, old)}\n`);
if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(report, undefined, 2)}\n`);
