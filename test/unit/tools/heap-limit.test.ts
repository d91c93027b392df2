import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from '../architecture/source-files.js';

const program =
  "import { heapLimit } from './services/proxy/live-heap.ts'; console.log(heapLimit() / 2 ** 20)";

test.each([
  ['--max-old-space-size=512'],
  ['--max-old-space-size=512', '--max-semi-space-size=64'],
  ['--max_semi_space_size=8', '--max-old-space-size=512'],
])('the heap has room for 512 MB that live on with %s %s', (...options) => {
  const words = [...options, '--conditions=source', '--import', 'tsx', '--input-type=module', '-e', program];
  expect(execFileSync(process.execPath, words, { cwd: root, encoding: 'utf8' })).toBe('512\n');
});
