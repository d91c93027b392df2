import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { MOMENTS } from '../../support/hostile/mutated-worlds.js';
import { type FuzzMessage, watchedFuzz } from '../../support/hostile/watched-fuzz.js';

const FRAMES = 10_000_000;
/** A recorded game with its frames takes 100 to 200 MB. */
const MAX_HEAP_BYTES = 600 << 20;
const WORLDS_OF_EACH = 200;
const FIRST_SEED = Number(process.env.FUZZ_SEED ?? 20_260);

const TIMEOUT_MS = 3_600_000;

test('ten million frames of damaged streams give only worlds within limits and ProtocolErrors', {
  timeout: TIMEOUT_MS,
}, async () => {
  const workers = availableParallelism();
  const share = Math.ceil(FRAMES / workers);
  const ends = await Promise.all(
    Array.from({ length: workers }, (_, n) => watchedFuzz('streams', FIRST_SEED + n, share)),
  );
  expect(ends.map(({ fault }) => fault)).toEqual(ends.map(() => undefined));
  const told = ends.flatMap(({ messages }) => messages).filter(isStreams);
  const total = (pick: (counts: (typeof told)[number]['counts']) => number) =>
    told.reduce((sum, { counts }) => sum + pick(counts), 0);
  expect(total(({ frames }) => frames)).toBeGreaterThanOrEqual(FRAMES);
  expect(total(({ applied }) => applied)).toBeGreaterThan(FRAMES / 4);
  expect(total(({ refused }) => refused)).toBeGreaterThan(FRAMES / 10);
  expect(Math.max(...told.map(({ heapBytes }) => heapBytes))).toBeLessThan(MAX_HEAP_BYTES);
});

test('every view of worlds that contradict themselves comes to an end', { timeout: TIMEOUT_MS }, async () => {
  const faults: unknown[] = [];
  for (const moment of MOMENTS.keys()) {
    const { messages, fault } = await watchedFuzz('worlds', moment, FIRST_SEED, WORLDS_OF_EACH);
    if (fault !== undefined) faults.push({ moment, fault });
    const worlds = messages.filter(isWorld);
    expect(worlds).toHaveLength(WORLDS_OF_EACH);
    for (const { seed, outcome } of worlds)
      for (const { view, error } of outcome.failed) faults.push({ moment, seed, view, error });
  }
  expect(faults).toEqual([]);
});

function isStreams(message: FuzzMessage) {
  return message.kind === 'streams';
}

function isWorld(message: FuzzMessage) {
  return message.kind === 'world';
}
