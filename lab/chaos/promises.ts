/**
 * `npm run chaos -- promises [number] [--short]`: runs the tests of all promises, or of one, and prints a line for each: held or
 * not, its figures of this run, its tests. In their long form unless asked for the short one, which is part of `npm run test:all`;
 * `npm run promises` is that. Exit code 1 when one is not held.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { promiseRows, promiseTestFiles, shownRow } from '../../test/support/promise-table.js';
import { root, runShown, vitest } from '../../tools/steps/run.mjs';

const { values, positionals } = parseArgs({
  options: { short: { type: 'boolean' } },
  allowPositionals: true,
});
const only = positionals[0] === undefined ? undefined : Number(positionals[0]);
const files = promiseTestFiles(root, only);
if (files.length === 0) {
  process.stderr.write(`There is no test of promise ${positionals[0]}.\n`);
  process.exit(1);
}
const folder = `${root}build/promises`;
mkdirSync(folder, { recursive: true });
const [report, figures] = [`${folder}/report.json`, `${folder}/figures.jsonl`];
rmSync(report, { force: true });
writeFileSync(figures, '');
const size = values.short === true ? [] : ['--testTimeout=3600000'];
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const environment = {
  PROMISES_REPORT: figures,
  ...(values.short === true ? {} : { PROMISES_FORM: 'long' }),
};
const args = [vitest, 'run', ...files, ...size, ...reporters, '--no-file-parallelism'];
await runShown(process.execPath, args, environment);
if (!existsSync(report)) process.exit(1);
const rows = promiseRows(root, readFileSync(report, 'utf8'), readFileSync(figures, 'utf8'), only);
for (const row of rows) process.stdout.write(`${shownRow(row)}\n`);
const broken = rows.filter(({ status }) => status === 'NOT HELD');
process.stdout.write(`${rows.length - broken.length} held, ${broken.length} not held\n`);
process.exit(broken.length === 0 ? 0 : 1);
