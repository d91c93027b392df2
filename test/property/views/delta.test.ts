import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FullState } from '#shared/protocol/state/full.js';
import { applyDelta } from '../../../proxy/views/delta/apply-delta.js';
import { deltaView } from '../../../proxy/views/delta/delta.js';
import { fullView } from '../../../proxy/views/full.js';
import { replay, worldAtTurn } from '../../support/recorded-world.js';
import { changes, happen } from './world-changes.js';

/** Thousands of tiles: the exact but slow report is only made when something differs. */
function expectSame(actual: FullState, expected: FullState): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** Versions between which the recorded game is compared; it has about 52,000. */
const versions = fc.uniqueArray(fc.integer({ min: 1, max: 52_000 }), { minLength: 30, maxLength: 60 });

describe('full and delta', { timeout: 60_000 }, () => {
  it('give the same state between any two versions of a recorded game', () => {
    fc.assert(
      fc.property(versions, (picked) => {
        const wanted = new Set(picked);
        const before: FullState[] = [];
        replay(0, (world) => {
          if (!wanted.has(world.version)) return true;
          const now = fullView(world);
          for (const state of before.slice(-6))
            expectSame(applyDelta(state, deltaView(world, state.version)), now);
          before.push(now);
          return before.length < wanted.size;
        });
        return before.length > 1;
      }),
      { numRuns: 4 },
    );
  });

  it('give the same state whatever comes, goes and comes back', () => {
    fc.assert(
      fc.property(fc.array(changes, { minLength: 1, maxLength: 30 }), (steps) => {
        const world = worldAtTurn(5);
        const states = [fullView(world)];
        for (const step of steps) {
          happen(world, step);
          states.push(fullView(world));
        }
        const now = fullView(world);
        for (const state of states) expectSame(applyDelta(state, deltaView(world, state.version)), now);
      }),
      { numRuns: 25 },
    );
  });
});
