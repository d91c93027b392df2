import { expect, test } from 'vitest';
import { parseCanonicalAction } from '../../../features/flat-dialect/canonical-action.js';

test.each([
  ['unit_move_103(11,10)', { type: 'unit_move', actor_id: 103, target: { x: 11, y: 10 } }],
  ['unit_move_Settlers(103)_to(11,10)', { type: 'unit_move', actor_id: 103, target: { x: 11, y: 10 } }],
  [
    'unit_move_unit_id(42)_dest_x(10)_dest_y(20)',
    { type: 'unit_move', actor_id: 42, target: { x: 10, y: 20 } },
  ],
  ['unit_move_actor_id(42)_target(10, 20)', { type: 'unit_move', actor_id: 42, target: { x: 10, y: 20 } }],
  ['unit_attack_warriors(101)_target(202)', { type: 'unit_attack', actor_id: 101, target: { id: 202 } }],
  ['unit_fortify_103', { type: 'unit_fortify', actor_id: 103 }],
  ['unit_fortify_warriors(101)', { type: 'unit_fortify', actor_id: 101 }],
  ['unit_build_city_settlers(101)', { type: 'unit_build_city', actor_id: 101 }],
  ['unit_build_road_103', { type: 'unit_build_road', actor_id: 103 }],
  ['city_production_5(Warriors)', { type: 'city_production', actor_id: 5, target: { value: 'Warriors' } }],
  [
    'city_production_New York(5)_target(City Walls)',
    { type: 'city_production', actor_id: 5, target: { value: 'City Walls' } },
  ],
  ['city_buy_5', { type: 'city_buy', actor_id: 5 }],
  [
    'tech_research_player(1)_target(Bronze Working)',
    { type: 'tech_research', target: { value: 'Bronze Working' } },
  ],
  ['tech_research(Alphabet)', { type: 'tech_research', target: { value: 'Alphabet' } }],
  ['tech_research_0(Alphabet)', { type: 'tech_research', actor_id: 0, target: { value: 'Alphabet' } }],
  ['end_turn', { type: 'end_turn' }],
  ['end_turn_player(1)', { type: 'end_turn' }],
  ['unit_dance_3(1,2)', { type: 'unit_dance', actor_id: 3, target: { x: 1, y: 2 } }],
])('the string %s is the action it says', (text, action) => {
  expect(parseCanonicalAction(text)).toEqual({ ok: true, value: action });
});

test.each([
  '',
  '()',
  '(1,2)',
  '103',
  'unit_move_103(11,10',
  'unit_move_103(11,10) and more',
  'unit_move_abc(x)_to(1,2)',
  'unit_move_103(1,2)_sideways(3)',
  `unit_move_${'9'.repeat(300)}(1,2)`,
  'UNIT_MOVE_103(1,2)',
  '__proto___1(2)',
])('the string %s is refused with what it should look like', (text) => {
  expect(parseCanonicalAction(text)).toMatchObject({
    ok: false,
    failure: {
      code: 'E130',
      path: 'data',
      details: { expected: expect.stringContaining('unit_move_103(11,10)') },
    },
  });
});
