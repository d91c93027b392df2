import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('an unhandled rejection is counted and ends its game, not the process', async () => {
  const script = fileURLToPath(new URL('support/rejecting.ts', import.meta.url));
  const words = ['--conditions=source', '--import', 'tsx', script];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  expect(JSON.parse(stdout)).toEqual({ count: 3, givenUp: ['one', 'two', null] });
});
