/**
 * The gateway's promises in their long form: `npm run chaos -- promises [number]`, all of them or one. The tests are
 * those of `npm test`, with more agents, more cuts and more time; they print what they measured.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runLongForm } from '../support/run-long-form.js';

const folder = 'test/integration/promises';
const root = fileURLToPath(new URL('../..', import.meta.url));
const number = process.argv[2]?.padStart(2, '0');
const files = readdirSync(`${root}${folder}`).filter((file) => file.endsWith('.test.ts'));
const wanted = files.filter((file) => number === undefined || file.startsWith(`${number}-`));
if (wanted.length === 0) {
  process.stderr.write(`There is no promise ${number}. There are: ${files.join(', ')}\n`);
  process.exit(1);
}
runLongForm(wanted.map((file) => `${folder}/${file}`));
