import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packedBriefSchema } from '#shared/protocol/state/brief.js';
import { deltaChangesSchema, deltaResyncSchema, deltaStateSchema } from '#shared/protocol/state/delta.js';
import { turnDigestSchema } from '#shared/protocol/state/digest.js';
import { fullStateSchema } from '#shared/protocol/state/full.js';
import { llmOptimizedStateSchema } from '#shared/protocol/state/llm-optimized.js';
import { briefView, packedBrief } from '../../../features/advisor/brief/brief.js';
import { llmOptimizedView } from '../../../features/advisor/optimized/llm-optimized.js';
import { turnDigest } from '../../../features/advisor/turn-digest.js';
import { deltaView } from '../../../proxy/views/delta/delta.js';
import { fullView } from '../../../proxy/views/full.js';
import { messagesBeforeLastTurn, type World } from '../../../proxy/world/world.js';
import { expectToFit, misfits } from '../../support/fits.js';
import { runs } from '../../support/property-runs.js';
import { replay, worldAtTurn } from '../../support/recorded-world.js';
import { changes, happen } from './world-changes.js';

/** Every format of the world as it is now, as player number `player` has it, or an observer where there is none. */
function expectStatesToFit(world: World, since: number, player: number): void {
  const { seat } = world;
  const isPlayer = world.players.has(player);
  world.seat = { ...seat, player: isPlayer ? player : undefined, observer: !isPlayer };
  const what = `version ${world.version}, player ${player}`;
  expectToFit(fullStateSchema, fullView(world), `full, ${what}`);
  expectToFit(deltaStateSchema, deltaView(world, since), `delta since ${since}, ${what}`);
  expectToFit(llmOptimizedStateSchema, llmOptimizedView(world), `llm_optimized, ${what}`);
  const brief = packedBrief(briefView(world, { since: messagesBeforeLastTurn(world) }));
  expectToFit(packedBriefSchema, brief, `brief, ${what}`);
  expectToFit(turnDigestSchema, turnDigest(world), `digest, ${what}`);
  world.seat = seat;
}

/** Players 0 to 5 of the recorded games, and an observer. */
const players = fc.integer({ min: -1, max: 5 });
/** Versions at which states of the recorded game are checked; it has about 52,000. */
const versions = fc.uniqueArray(fc.integer({ min: 1, max: 52_000 }), { minLength: 12, maxLength: 12 });

describe('state schemas', () => {
  it('states fit their schemas at any version of a recorded game, for whoever plays or watches', () => {
    fc.assert(
      fc.property(versions, fc.nat(500), players, (picked, age, first) => {
        const wanted = new Set(picked);
        let player = first;
        replay(0, (world) => {
          if (wanted.delete(world.version)) {
            expectStatesToFit(world, Math.max(0, world.version - age), player);
            player = player < 5 ? player + 1 : -1;
          }
          return wanted.size > 0;
        });
      }),
      { numRuns: runs(1) },
    );
  });

  it.each(['civ2civ3-4-ai-40-turns-3.1', 'civ2civ3-4-ai-40-turns-3.2'] as const)(
    'states fit their schemas at any version of the game %s, for whoever plays or watches',
    (recording) => {
      const later = fc.uniqueArray(fc.integer({ min: 1, max: 5_500 }), { minLength: 12, maxLength: 12 });
      fc.assert(
        fc.property(later, fc.nat(500), players, (picked, age, first) => {
          const wanted = new Set([...picked, 5_500]);
          let player = first;
          replay(
            0,
            (world) => {
              if (wanted.delete(world.version)) {
                expectStatesToFit(world, Math.max(0, world.version - age), player);
                player = player < 3 ? player + 1 : -1;
              }
              return wanted.size > 0;
            },
            recording,
          );
          expect(wanted).toEqual(new Set());
        }),
        { numRuns: runs(1) },
      );
    },
  );

  it('states fit their schemas whatever comes, goes and comes back', () => {
    fc.assert(
      fc.property(fc.array(changes, { minLength: 1, maxLength: 20 }), players, (steps, player) => {
        const world = worldAtTurn(40);
        const { version } = world;
        for (const step of steps) happen(world, step);
        expectStatesToFit(world, version, player);
      }),
      { numRuns: runs(8) },
    );
  });

  it('a field of a state that is missing, too many or of another kind does not fit its schema', () => {
    const state = fullView(worldAtTurn(5));
    const { outlook: _outlook, ...less } = state;
    expect(misfits(fullStateSchema, less)).toHaveLength(1);
    expect(misfits(fullStateSchema, { ...state, more: 1 })).toHaveLength(1);
    expect(misfits(fullStateSchema, { ...state, version: '1' })).toHaveLength(1);
    expect(misfits(deltaChangesSchema, state)).not.toEqual([]);
    expect(misfits(deltaResyncSchema, state)).not.toEqual([]);
  });
});
