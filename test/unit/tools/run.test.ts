import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { alive, processTree } from '../../../tools/steps/process-tree.mjs';
import { run, runShown } from '../../../tools/steps/run.mjs';

const steps = fileURLToPath(new URL('../../../tools/steps/', import.meta.url));

/** A child that lives on after SIGINT in a group of its own, and a parent that ends at once: the worker of a test run. */
const PARENT = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'process.on("SIGINT", () => {}); setInterval(() => {}, 1000)'], {
    detached: true, stdio: 'ignore',
  });
  child.once('spawn', () => console.log('started'));
  setInterval(() => {}, 1000);`;

/** A launcher as tools/test.mjs is: one program after the other with their output on its own streams. */
function launcher(source: string) {
  const code = `
    import { runShown } from '${steps}run.mjs';
    import { main } from '${steps}terminal.mjs';
    await main(async () => {
      for (let i = 0; i < 2; i += 1) await runShown(process.execPath, ['-e', ${JSON.stringify(source)}]);
    });`;
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)(
  '%s to a launcher alone ends all that it started, and nothing more is started',
  async (signal, expected) => {
    const child = launcher(PARENT);
    await once(child.stdout, 'data');
    const printed = text(child.stdout);
    const tree = processTree(child.pid ?? 0);
    expect(tree).toHaveLength(3);
    child.kill(signal);
    // npm passes on the signal that the terminal has sent already.
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([expected, null]);
    expect(alive(tree)).toEqual([]);
    expect(await printed).toBe('');
  },
);

test('a program that ends by itself gives its exit code and output; one that is not there 127', async () => {
  const say = 'process.stdout.write("out"); process.stderr.write("err"); process.exitCode = 3';
  const { code, output } = await run(process.execPath, ['-e', say]);
  expect(code).toBe(3);
  expect([...output].toSorted().join('')).toBe([...'outerr'].toSorted().join(''));
  expect(await run('/nowhere/program', [])).toMatchObject({
    code: 127,
    output: expect.stringContaining('ENOENT'),
  });
  expect(await runShown(process.execPath, ['-e', 'process.exitCode = 4'])).toBe(4);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    expect(process.listeners(signal).map(({ name }) => name)).not.toContain('onSignal');
});
