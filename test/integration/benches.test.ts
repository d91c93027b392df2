import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../bench/', import.meta.url));
const benches = readdirSync(folder).filter((name) => name.endsWith('.ts'));

// One after the other: each starts processes of its own.
test.each(benches)('the bench %s runs to its end and prints figures', async (name) => {
  const words = ['--conditions=source', '--import', 'tsx', `${folder}${name}`, '--short'];
  const bench = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [printed, said, code] = await Promise.all([
    text(bench.stdout),
    text(bench.stderr),
    new Promise((resolve) => bench.once('close', resolve)),
  ]);
  expect({ code, said: code === 0 ? '' : said }).toEqual({ code: 0, said: '' });
  expect(printed).toMatch(/\d/);
  expect(printed).not.toMatch(/\b(?:NaN|undefined)\b/);
});
