import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readFigures } from '../../lab/bench/support/figures.js';

const folder = fileURLToPath(new URL('../../lab/bench/', import.meta.url));
// All of them in a row is what this test does, too.
const benches = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'all.ts');

// One after the other: each starts processes of its own.
test.each(benches)(
  'the bench %s runs to its end, prints figures, and puts them into the table of all',
  async (name) => {
    const words = ['--conditions=source', '--import', 'tsx', `${folder}${name}`, '--short'];
    const workspace = await mkdtemp(join(tmpdir(), 'freeciv-bench-'));
    const file = join(workspace, 'figures.jsonl');
    const bench = spawn(process.execPath, words, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, BENCH_FIGURES: file },
    });
    const [printed, said, code] = await Promise.all([
      text(bench.stdout),
      text(bench.stderr),
      new Promise((resolve) => bench.once('close', resolve)),
    ]);
    expect({ code, said: code === 0 ? '' : said }).toEqual({ code: 0, said: '' });
    expect(printed).toMatch(/\d/);
    expect(printed).not.toMatch(/\b(?:NaN|undefined)\b/);
    const figures = readFigures(file);
    await rm(workspace, { recursive: true });
    expect(figures.map(({ bench }) => `${bench}.ts`)).toContain(name);
  },
);
