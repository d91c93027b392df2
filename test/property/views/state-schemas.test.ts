import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packedBriefSchema } from '#shared/protocol/state/brief.js';
import { deltaChangesSchema, deltaResyncSchema, deltaStateSchema } from '#shared/protocol/state/delta.js';
import { turnDigestSchema } from '#shared/protocol/state/digest.js';
import { fullStateSchema } from '#shared/protocol/state/full.js';
import { llmOptimizedStateSchema } from '#shared/protocol/state/llm-optimized.js';
import { stateAnswerSchema } from '#shared/protocol/state/state-answer.js';
import { briefView, messagesBeforeLastTurn, packedBrief } from '../../../proxy/views/brief/brief.js';
import { cityRows } from '../../../proxy/views/city-rows/city-row.js';
import { deltaView } from '../../../proxy/views/delta/delta.js';
import { fullView } from '../../../proxy/views/full.js';
import { mapWindow } from '../../../proxy/views/map-window/map-window.js';
import { llmOptimizedView } from '../../../proxy/views/optimized/llm-optimized.js';
import { packState } from '../../../proxy/views/packing/pack-state.js';
import { isSection, pickSections } from '../../../proxy/views/packing/sections.js';
import { sceneText } from '../../../proxy/views/scene/scene.js';
import { turnDigest } from '../../../proxy/views/turn-digest.js';
import type { World } from '../../../proxy/world/world.js';
import { expectToFit, misfits } from '../../support/fits.js';
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
  expectToFit(turnDigestSchema, turnDigest(world, since), `digest, ${what}`);
  world.seat = seat;
}

/** A state in each format. */
function statesOf(world: World): Readonly<Record<string, object>> {
  return {
    full: fullView(world),
    delta: deltaView(world, world.version - 300),
    llm_optimized: llmOptimizedView(world),
    scene: { version: world.version, turn: world.game?.turn, scene: sceneText(world) },
    brief: briefView(world, { since: messagesBeforeLastTurn(world) }),
    digest: { version: world.version, ...turnDigest(world, 0, { isWhole: true }) },
    map: {
      version: world.version,
      turn: world.game?.turn,
      ...mapWindow(world, { centre: { x: 9, y: 23 } }),
    },
    cities: { version: world.version, turn: world.game?.turn, unchanged: 0, cities: cityRows(world, []) },
  };
}

function sectionsOf(state: object): readonly string[] {
  return Object.entries(state)
    .filter(([, value]) => isSection(value))
    .map(([name]) => name);
}

/** A fast counter of tokens that is near enough. */
function quarter(text: string): number {
  return Math.ceil(text.length / 4);
}

const statesByTurn = new Map<number, Readonly<Record<string, object>>>();

function statesAtTurn(turn: number): Readonly<Record<string, object>> {
  const states = statesByTurn.get(turn) ?? statesOf(worldAtTurn(turn));
  statesByTurn.set(turn, states);
  return states;
}

/** Players 0 to 5 of the recorded games, and an observer. */
const players = fc.integer({ min: -1, max: 5 });
/** Versions at which states of the recorded game are checked; it has about 52,000. */
const versions = fc.uniqueArray(fc.integer({ min: 1, max: 52_000 }), { minLength: 12, maxLength: 12 });

describe('states fit their schemas', { timeout: 120_000 }, () => {
  it('at any version of a recorded game, for whoever plays or watches', () => {
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
      { numRuns: 1 },
    );
  });

  it.each(['civ2civ3-4-ai-40-turns-3.1', 'civ2civ3-4-ai-40-turns-3.2'] as const)(
    'at any version of the game %s, for whoever plays or watches',
    (recording) => {
      const later = fc.uniqueArray(fc.integer({ min: 1, max: 7_500 }), { minLength: 12, maxLength: 12 });
      fc.assert(
        fc.property(later, fc.nat(500), players, (picked, age, first) => {
          const wanted = new Set([...picked, 7_500]);
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
        { numRuns: 1 },
      );
    },
  );

  it('whatever comes, goes and comes back', () => {
    fc.assert(
      fc.property(fc.array(changes, { minLength: 1, maxLength: 20 }), players, (steps, player) => {
        const world = worldAtTurn(40);
        const { version } = world;
        for (const step of steps) happen(world, step);
        expectStatesToFit(world, version, player);
      }),
      { numRuns: 8 },
    );
  });

  it('with whatever sections and tokens they are asked for', () => {
    const asked = fc.record({
      turn: fc.constantFrom(1, 30, 90),
      tokens: fc.option(fc.integer({ min: 100, max: 20_000 }), { nil: undefined }),
      names: fc.option(fc.infiniteStream(fc.boolean()), { nil: undefined }),
    });
    fc.assert(
      fc.property(asked, ({ turn, tokens, names }) => {
        for (const [format, state] of Object.entries(statesAtTurn(turn))) {
          const all = { ...state, seconds_left: null };
          const sections = sectionsOf(all).filter(() => names?.next().value ?? true);
          const picked = pickSections(all, sections);
          if (!picked.ok) throw new Error(picked.failure.message);
          const packed =
            tokens === undefined ? { state: picked.value } : packState(picked.value, tokens, quarter);
          const { state: data, ...more } = packed;
          expectToFit(stateAnswerSchema, { type: 'state_response', format, data, ...more }, format);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('and a field that is missing, too many or of another kind is found', () => {
    const state = fullView(worldAtTurn(5));
    const { outlook: _outlook, ...less } = state;
    expect(misfits(fullStateSchema, less)).toHaveLength(1);
    expect(misfits(fullStateSchema, { ...state, more: 1 })).toHaveLength(1);
    expect(misfits(fullStateSchema, { ...state, version: '1' })).toHaveLength(1);
    expect(misfits(deltaChangesSchema, state)).not.toEqual([]);
    expect(misfits(deltaResyncSchema, state)).not.toEqual([]);
  });
});
