import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flatState } from '../../../features/flat-dialect/flat-state.js';
import { flatStateSchema } from '../../support/flat-state-schema.js';
import { runs } from '../../support/property-runs.js';

const full = {
  version: 7,
  turn: 3,
  phase: 'movement',
  player_id: 1,
  time_limit: 300,
  map: { width: 40, height: 30, topology: ['wrapx'], shape: 'square' },
  units: [
    { id: 42, type: 'settlers', x: 1, y: 2, owner: 1, hp: 20, moves_left: 1.33, activity: 'idle' },
    { id: 43, type: 'horsemen', x: 3, y: 2, owner: 2, hp: 10, moves_left: null, activity: 'sentry' },
  ],
  cities: [{ id: 7, name: 'Roma', x: 1, y: 2, owner: 1, population: 3, size: 3, production: 'warriors' }],
  visible_tiles: [{ x: 1, y: 2, terrain: 'grassland', owner: null, resource: null }],
  players: {
    '1': {
      id: 1,
      name: 'Caesar',
      nation: 'Roman',
      score: 12,
      gold: 50,
      government: 'despotism',
      techs: ['pottery'],
    },
    '2': { id: 2, name: 'Boudica', nation: 'Celtic', score: null, gold: null, government: null, techs: null },
  },
  technologies: ['pottery'],
  legal_actions: [
    { type: 'unit_move', unit_id: 42, target: { x: 2, y: 2 }, priority: 'medium' },
    { type: 'unit_move', unit_id: 42, target: { x: 2, y: 2 }, priority: 'low' },
    { type: 'city_production', city_id: 7, target: { value: 'warriors', kind: 'unit' } },
    { type: 'city_production', city_id: 7, target: { value: 'settlers' } },
    { type: 'tech_research', target: 'bronze_working', priority: 'urgent' },
    { type: 'unit_attack', unit_id: 42, target: { x: 2, y: 2 } },
    { type: 'end_turn' },
  ],
};
const optimized = { turn: 3, strategic_summary: { cities_count: 1 }, threats: [], legal_actions: [] };

test('a flat state has every field its clients check, within their bounds', () => {
  const state = flatStateSchema.parse(flatState(full, optimized));
  expect(state).toMatchObject({
    turn: 3,
    player_id: 1,
    strategic_summary: { cities_count: 1 },
    game: { turn: 3, is_over: false, scores: { '1': 12, '2': 0 }, current_player: 1 },
    units: { '42': { moves_left: 1 }, '43': { moves_left: 0 } },
    cities: { '7': { size: 3 } },
    players: { '2': { score: 0, gold: 0, techs: [], government: 'unknown' } },
    map: { width: 40, height: 30, topology: 'square', tiles: [{ terrain: 'grassland', owner: null }] },
  });
  expect(state).not.toHaveProperty('visible_tiles');
  expect(state.cities['7']).not.toHaveProperty('production');
});

test('a flat client is offered only what it can send back, each choice once', () => {
  const { legal_actions: offers } = flatStateSchema.parse(flatState(full, optimized));
  expect(offers).toEqual([
    { type: 'unit_move', unit_id: 42, target: { x: 2, y: 2 }, priority: 'medium', parameters: {} },
    {
      type: 'city_production',
      city_id: 7,
      target: { value: 'warriors' },
      priority: 'medium',
      parameters: {},
    },
    {
      type: 'city_production',
      city_id: 7,
      target: { value: 'settlers' },
      priority: 'medium',
      parameters: {},
    },
    { type: 'tech_research', target: { value: 'bronze_working' }, priority: 'medium', parameters: {} },
    { type: 'end_turn', priority: 'medium', parameters: {} },
  ]);
});

test('a game that ended is over in the flat form too', () => {
  const over = flatState({ ...full, phase: 'game_over' }, optimized);
  expect(over).toMatchObject({ phase: 'game_over', game: { is_over: true } });
});

test('whatever the views lack or garble, the flat state stays within its contract', () => {
  const part = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.array(
      fc.dictionary(fc.constantFrom('id', 'x', 'owner', 'type', 'size'), fc.jsonValue({ maxDepth: 1 })),
    ),
  );
  const anything = fc.record(Object.fromEntries(Object.keys(full).map((key) => [key, part])), {
    requiredKeys: [],
  });
  fc.assert(
    fc.property(anything, fc.dictionary(fc.string(), fc.jsonValue()), (garbled, other) => {
      flatStateSchema.parse(flatState(garbled, other));
    }),
    { numRuns: runs(500) },
  );
});

test('settlers that may go and found a city are offered the way to it: these clients know no plans', () => {
  const offer = { type: 'settle', unit_id: 42, target: { x: 5, y: 6 }, priority: 'medium' };
  const { legal_actions: offers } = flatState({ ...full, legal_actions: [offer] }, optimized);
  expect(offers).toEqual([{ ...offer, type: 'unit_move', parameters: {} }]);
});
