import { spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shortForms } from '../../support/npm-scripts.js';
import { repository } from '../../support/npm-start.js';
import { newRecordingFile, recordGame } from '../../unit/broadcast/support/record-game.js';

let folder = '';
let recording = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeciv-scripts-'));
  recording = await newRecordingFile();
  await recordGame(recording, { from: 1, to: 3, game: 'classic-6-ai-100-turns' });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

// One after the other: some start game servers.
test.each(Object.entries(shortForms))('npm run %s', async (name, [args, prints, ...codes]) => {
  const given = args.map((arg) => arg.replace('FOLDER', folder).replace('RECORDING', recording));
  const child = spawn('npm', ['run', '--silent', name, '--', ...given], {
    cwd: repository,
    // Colours would stand between the words.
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [printed, said, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ]);
  expect([0, ...codes], said).toContain(code);
  expect(`${printed}${said}`).toMatch(prints);
  const out = given[given.indexOf('--out') + 1];
  if (given.includes('--out')) expect((await stat(out ?? '')).size).toBeGreaterThan(1000);
});
