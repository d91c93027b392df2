import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { loadReportSchema } from '../../../lab/load/support/load-report.js';

const script = fileURLToPath(new URL('../../../lab/load/main.ts', import.meta.url));

/** What a run of load prints, and how it ends. */
async function load(
  ...words: readonly string[]
): Promise<{ readonly printed: string; readonly code: unknown }> {
  const args = ['--conditions=source', '--import', 'tsx', script, ...words];
  const run = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [printed, said, code] = await Promise.all([
    text(run.stdout),
    text(run.stderr),
    new Promise((resolve) => run.once('close', resolve)),
  ]);
  return { printed: `${printed}${said}`, code };
}

test('npm run load plays on its own installation, and compares its report with an earlier one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-load-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const out = join(folder, 'report.json');
  const size = ['--agents', '4', '--games', '2', '--spectators', '3', '--warm-up', '0'];
  const pace = ['--duration', '3', '--rate', '6'];
  const first = await load(...size, ...pace, '--out', out);
  expect(first).toMatchObject({ code: 0 });
  const report = loadReportSchema.parse(JSON.parse(await readFile(out, 'utf8')));
  expect(report.errors).toEqual({});
  expect(report.logins.count).toBe(4);
  expect(report.requests.state.due.count).toBeGreaterThanOrEqual(4);
  expect(report.spectators).toMatchObject({ opened: 3, closed: 0 });
  expect(Object.keys(report.servers)).toEqual(['gateway', 'proxy', 'game servers']);
  expect(report.servers['game servers']?.processes).toBe(2);
  const second = await load('--compare', join(folder, 'none.json'));
  expect(second).toMatchObject({ code: 1 });
  expect(second.printed).toMatch(/^--compare: .*none\.json/);
});
