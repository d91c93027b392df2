import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('a rejection that nobody handles is counted and costs its game, not the process', async () => {
  const script = fileURLToPath(new URL('support/rejecting.ts', import.meta.url));
  const words = ['--conditions=source', '--import', 'tsx', script];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  expect(JSON.parse(stdout)).toEqual({ count: 3, givenUp: ['one', 'two', null] });
});
