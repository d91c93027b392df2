import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type StateFormat, stateAnswerSchema } from '#shared/protocol/state/state-answer.js';
import { briefView } from '../../../features/advisor/brief/brief.js';
import { llmOptimizedView } from '../../../features/advisor/optimized/llm-optimized.js';
import { turnDigest } from '../../../features/advisor/turn-digest.js';
import { cityRows } from '../../../features/city-rows/city-row.js';
import { mapWindow } from '../../../features/map-window/map-window.js';
import { sceneText } from '../../../features/scene/scene.js';
import { deltaView } from '../../../proxy/views/delta/delta.js';
import { fullView } from '../../../proxy/views/full.js';
import { packState } from '../../../proxy/views/packing/pack-state.js';
import { isSection, pickSections } from '../../../proxy/views/packing/sections.js';
import { messagesBeforeLastTurn, type World } from '../../../proxy/world/world.js';
import { expectToFit } from '../../support/fits.js';
import { runs } from '../../support/property-runs.js';
import { worldAtTurn } from '../../support/recorded-world.js';

/** A state in each format, but for `options`, which needs offers. */
function statesOf(world: World): Readonly<Record<Exclude<StateFormat, 'options'>, object>> {
  return {
    full: fullView(world),
    delta: deltaView(world, world.version - 300),
    llm_optimized: llmOptimizedView(world),
    scene: { version: world.version, turn: world.game?.turn, scene: sceneText(world) },
    brief: briefView(world, { since: messagesBeforeLastTurn(world) }),
    digest: { version: world.version, ...turnDigest(world, { since: 0, isWhole: true }) },
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

describe('sections of states', () => {
  it('states fit their schemas with whatever sections and tokens they are asked for', () => {
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
      { numRuns: runs(15) },
    );
  });
});
