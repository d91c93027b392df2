import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.js';

/** A reading of the wall clock that is added, subtracted or compared: a duration that jumps when the clock is set. */
const WALL_ARITHMETIC =
  /(?:(?:-|<|[^=]>)=? ?(?:this\.)?[\w#.]*(?:Date|clock)\.now\(\)|(?:Date|clock)\.now\(\) ?[-<>])/i;

/** The age of a message of another process: the wall clock is the only one that both have. */
const AGE_OF_MESSAGES = 'lab/load/support/message-age.ts';

test('durations and deadlines are read from the monotonic clock', () => {
  const wrong = sourceFiles(['shared', 'proxy', 'gateway', 'features', 'services', 'web', 'agent', 'lab'])
    .filter(({ path }) => path !== AGE_OF_MESSAGES)
    .flatMap(({ path, text }) => text.split('\n').map((line) => ({ path, line: line.trim() })))
    .filter(({ line }) => WALL_ARITHMETIC.test(line));
  expect(wrong).toEqual([]);
});

test('such a reading is found in whatever form', () => {
  for (const line of ['clock.now() - began', 'until > this.#clock.now()', 'x - this.#options.clock.now()'])
    expect(line).toMatch(WALL_ARITHMETIC);
  for (const line of ['(to, now) => Date.now()', 'clock.monotonic() - began', 'at: clock.now(),'])
    expect(line).not.toMatch(WALL_ARITHMETIC);
});

test('no time limit is one that Node 20 forgets: a timeout that only AbortSignal.any refers to', () => {
  const forgetful = sourceFiles([
    'shared',
    'proxy',
    'gateway',
    'features',
    'services',
    'web',
    'agent',
    'lab',
    'tools',
    'test',
  ])
    .filter(({ text }) =>
      /AbortSignal\.any\(\[[^\]]*AbortSignal\.timeout/.test(text.replaceAll(/^ *(?:\*|\/\/).*$/gm, '')),
    )
    .map(({ path }) => path);
  expect(forgetful).toEqual([]);
});
