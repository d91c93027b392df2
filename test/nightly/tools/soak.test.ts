import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const script = fileURLToPath(new URL('../../../lab/chaos/soak.ts', import.meta.url));

test('games played in a row while agents and spectators come and go give back all that was held', async () => {
  const out = await mkdtemp(join(tmpdir(), 'freeciv-soak-'));
  onTestFinished(() => rm(out, { recursive: true }));
  const size = ['--games', '1', '--agents', '2', '--spectators', '2', '--turns', '3', '--hours', '0.001'];
  const args = ['--conditions=source', '--import', 'tsx', script, ...size, '--out', out];
  const run = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [printed, said, code] = await Promise.all([
    text(run.stdout),
    text(run.stderr),
    new Promise((resolve) => run.once('close', resolve)),
  ]);
  expect({ code, said: code === 0 ? '' : `${printed}${said}` }).toEqual({ code: 0, said: '' });
  expect(printed).toMatch(/[1-9]\d* games? played to their end/);
  expect(printed).not.toMatch(/LEFT|PROBLEM/);
  expect(await readFile(join(out, 'report.html'), 'utf8')).toContain('<svg');
});
