import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runMutatedStreams } from '../../support/hostile/mutated-streams.js';
import { MOMENTS, MutatedWorlds } from '../../support/hostile/mutated-worlds.js';
import { runs } from '../../support/property-runs.js';
import { fuzzSeed } from './damaged-packets.js';

const FRAMES = 150_000;
const WORLDS = 2;

const { stackTraceLimit } = Error;

describe('a server that damages its stream', () => {
  // Most of the damage is found by an error, of which nobody reads the stack.
  beforeAll(() => {
    Error.stackTraceLimit = 0;
  });
  afterAll(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });

  test('damaged streams of each version give only worlds within limits and ProtocolErrors', () => {
    const counts = runMutatedStreams(fuzzSeed, FRAMES);
    expect(counts.frames).toBeGreaterThanOrEqual(FRAMES);
    expect(counts.applied).toBeGreaterThan(FRAMES / 4);
    expect(counts.refused).toBeGreaterThan(FRAMES / 10);
  });
});

test.each(MOMENTS.map((moment) => ({ moment, name: moment.recording })))(
  'every view of a world with other rules than the server plays by ends: $name',
  async ({ moment }) => {
    const worlds = new MutatedWorlds(moment);
    for (let seed = 0; seed < runs(WORLDS); seed += 1)
      expect(await worlds.round(fuzzSeed + seed)).toMatchObject({ failed: [] });
  },
);
