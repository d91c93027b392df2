import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { NpmStart } from '../../support/npm-start.js';

const run = promisify(execFile);

test('the command that npm start prints plays when it is pasted, in any folder', async () => {
  await using start = await NpmStart.run();
  const { printed } = await start.ready();
  const command = /Try it +(.*)$/m.exec(printed)?.[1] ?? '';
  const { stdout } = await run('sh', ['-c', command], { cwd: '/' });
  expect(stdout.match(/^turn \d+: \d+ actions advised$/gm)).toHaveLength(3);
  expect(stdout).toMatch(/^ {2}settle: applied/m);
});
