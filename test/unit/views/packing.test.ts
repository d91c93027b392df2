import { expect, it } from 'vitest';
import { llmOptimizedView } from '../../../features/advisor/optimized/llm-optimized.js';
import { fullView } from '../../../proxy/views/full.js';
import { packState, tokenCounter } from '../../../proxy/views/packing/pack-state.js';
import { pickSections } from '../../../proxy/views/packing/sections.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const count = await tokenCounter();
const world = worldAtTurn(100);
const state = llmOptimizedView(world);

it('a budget of tokens is kept, and used as far as there is content', () => {
  const whole = count(JSON.stringify(state));
  for (const maxTokens of [400, 700, 1_000, 1_500, whole]) {
    const packed = packState(state, maxTokens, count);
    expect(packed.tokens.total).toBe(count(JSON.stringify(packed.state)));
    expect(packed.tokens.total).toBeLessThanOrEqual(maxTokens);
    if (maxTokens < whole) expect(packed.tokens.total).toBeGreaterThan(maxTokens * 0.7);
  }
});

it('a budget of tokens does not change a state that fits', () => {
  const packed = packState(state, 100_000, count);
  expect(packed.state).toEqual(state);
  expect(packed.omitted).toEqual({});
});

it('a budget of tokens keeps priorities first, then the first threats, then the rest', () => {
  const { state: packed, omitted } = packState(state, 900, count);
  expect(packed.immediate_priorities).toEqual(state.immediate_priorities);
  expect(packed.threats).toEqual(state.threats.slice(0, state.threats.length - (omitted.threats ?? 0)));
  expect(packed.threats).not.toEqual([]);
  expect(omitted.opportunities).toBeGreaterThan(0);
});

it('a budget of tokens keeps the turn and empty lists when nothing else fits', () => {
  expect(packState(state, 1, count).state).toMatchObject({ turn: 100, phase: 'movement', threats: [] });
});

it('a budget of tokens has the tokens of each section', () => {
  const { tokens } = packState(state, 100_000, count);
  expect(tokens.sections.threats).toBe(count(JSON.stringify(state.threats)));
});

it('sections of a state are returned alone, with the turn', () => {
  const picked = pickSections(fullView(world), ['research', 'technologies']);
  expect(picked).toMatchObject({ ok: true, value: { turn: 100, technologies: expect.any(Array) } });
  expect(picked.ok && Object.keys(picked.value)).not.toContain('visible_tiles');
});

it('sections of a state that do not exist are refused with the list of sections', () => {
  const picked = pickSections(state, ['threats', 'spells']);
  expect(picked).toMatchObject({ ok: false, failure: { code: 'E105', path: 'data.sections' } });
  expect(!picked.ok && picked.failure.message).toContain('own_cities');
});
