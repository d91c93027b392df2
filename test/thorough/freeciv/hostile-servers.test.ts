import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { attacks } from '../../support/hostile/attacks.js';

const script = fileURLToPath(new URL('../../support/hostile/attacked-process.ts', import.meta.url));
/** A server can send that in a minute at the rate that is allowed. */
const HEAP_MB = 512;
/** Requests that the good connection has answered meanwhile. */
const MIN_ANSWERS = 10;

const toldSchema = z.object({
  ends: z.record(z.string(), z.boolean()),
  answers: z.number(),
  peakHeapBytes: z.number(),
});

test('while hostile servers send all they can, another game is answered, in half a gigabyte of heap', {
  timeout: 240_000,
}, async () => {
  const execArgv = [`--max-old-space-size=${HEAP_MB}`, '--conditions=source', '--import', 'tsx'];
  const child = fork(script, [], { execArgv });
  const told = once(child, 'message');
  const ended = once(child, 'exit');
  const [message] = await Promise.race([told, ended]);
  const { ends, answers } = toldSchema.parse(message);
  expect(ends).toEqual(Object.fromEntries(Object.keys(attacks).map((name) => [name, true])));
  expect(answers).toBeGreaterThan(MIN_ANSWERS);
  expect((await ended)[0]).toBe(0);
});
