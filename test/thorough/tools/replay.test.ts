import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { viewOf } from '#shared/protocol/spectator/view.js';
import { alive, processTree } from '../../../tools/steps/process-tree.mjs';
import { SpectatorClient } from '../../integration/spectators/support/spectator-client.js';
import { repository } from '../../support/npm-start.js';
import { newRecordingFile, recordGame } from '../../unit/broadcast/support/record-game.js';

/** Runs `npm run replay` in a group of its own, as a terminal does. */
function replay(...args: readonly string[]) {
  const child = spawn('npm', ['run', '--silent', 'replay', '--', ...args], {
    cwd: repository,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const ended = once(child, 'close').then(([code]) => ({ code, printed }));
  const says = async (pattern: RegExp) => {
    while (!pattern.test(printed)) await Promise.race([once(child.stdout, 'data'), ended]);
    return pattern.exec(printed)?.[1] ?? '';
  };
  const pid = child.pid ?? 0;
  return { pid, says, ended, interrupt: () => process.kill(-pid, 'SIGINT') };
}

test('npm run replay shows a recording on the page, as the file alone, and ends with Ctrl-C', async () => {
  const file = await newRecordingFile();
  await recordGame(file, { from: 1, to: 15, game: 'classic-6-ai-100-turns' });
  const shown = replay(file);
  const port = await shown.says(/127\.0\.0\.1:(\d+)\/#\/game\/g\?turn=1/);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  {
    await using viewer = await SpectatorClient.open(`ws://127.0.0.1:${port}`, 'g', '?turn=15');
    const view = viewOf(await viewer.snapshot());
    expect([view.header.turn, view.players.size > 5]).toEqual([15, true]);
  }
  const started = processTree(shown.pid);
  expect(started.length).toBeGreaterThanOrEqual(4);
  shown.interrupt();
  expect((await shown.ended).printed).toContain('Stopping');
  expect(alive(started)).toEqual([]);
});

test('npm run replay --verify says whether every turn is as it was', async () => {
  const file = await newRecordingFile();
  await recordGame(file, { from: 1, to: 15, game: 'classic-6-ai-100-turns' });
  const good = await replay(file, '--verify').ended;
  expect(good).toEqual({ code: 0, printed: 'g: 15 turns, all 16 states as they were\n' });
  const other = join(dirname(file), 'other.txt');
  await writeFile(other, (await readFile(file)).subarray(0, 10));
  const bad = await replay(other, '--verify').ended;
  expect(bad.code).toBe(1);
  expect(bad.printed).toContain('is not a recording of a game');
});
