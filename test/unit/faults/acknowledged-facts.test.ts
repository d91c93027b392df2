import { expect, test } from 'vitest';
import { AcknowledgedFacts, type SeatState } from '../../support/faults/acknowledged-facts.js';

const unit = (id: number, x: number) => ({ id, owner: 0, x, y: 1 });
const city = (id: number, production: string) => ({ id, owner: 0, x: 5, y: 5, production });

function state(more: Partial<SeatState> = {}): SeatState {
  return {
    turn: 3,
    phase: 'movement',
    player_id: 0,
    units: [unit(1, 10), unit(2, 20)],
    cities: [city(7, 'warriors')],
    research: { researching: 'alphabet', goal: null },
    ...more,
  };
}

function known(): AcknowledgedFacts {
  const facts = new AcknowledgedFacts();
  facts.observe(state());
  return facts;
}

const moved = [{ kind: 'unit', id: 1, after: { x: 11, y: 1 } }];
const founded = [
  { kind: 'unit', id: 2 },
  { kind: 'city', id: 8, after: { owner: 0, x: 9, y: 9, production: 'Warriors' } },
];
const chosen = [
  { kind: 'city', id: 7, after: { production: 'Settlers' } },
  { kind: 'research', id: 0, after: { researching: 'Bronze Working', goal: 'Code of Laws' } },
];

test('a state of the same turn without an acknowledged move, city or choice is found out', () => {
  const facts = known();
  for (const changes of [moved, founded, chosen]) facts.acknowledge(changes);
  expect(facts.observe(state())).toEqual([
    'turn 3: unit 1: x was 11, is 10',
    'turn 3: city 7: production was "settlers", is "warriors"',
    'turn 3: research: researching was "bronze_working", is "alphabet"',
    'turn 3: research: goal was "code_of_laws", is "none"',
    'turn 3: city 8 ({"x":9,"y":9,"production":"warriors"}) is gone',
  ]);
});

test('a state that has all of it, and more, agrees', () => {
  const facts = known();
  for (const changes of [moved, founded, chosen]) facts.acknowledge(changes);
  const now = state({
    units: [unit(1, 11), unit(3, 30)],
    cities: [city(7, 'settlers'), { ...city(8, 'warriors'), x: 9, y: 9 }],
    research: { researching: 'bronze_working', goal: 'code_of_laws' },
  });
  expect(facts.observe(now)).toEqual([]);
});

test('facts in doubt, lost or of another turn are not compared; acknowledged ones wait for their turn', () => {
  const doubted = known();
  doubted.doubt({ action_type: 'unit_move', unit_id: 1 });
  expect(doubted.observe(state({ units: [unit(1, 12), unit(2, 20)] }))).toEqual([]);
  const forgotten = known();
  forgotten.acknowledge(moved);
  forgotten.forget();
  expect(forgotten.observe(state())).toEqual([]);
  const later = known();
  expect(later.observe(state({ turn: 4, units: [] }))).toEqual([]);
  const takenBack = known();
  takenBack.acknowledge(moved);
  expect(takenBack.observe(state({ turn: 2 }))).toEqual([]);
  expect(takenBack.observe(state({ units: [unit(1, 10)] }))).toEqual(['turn 3: unit 1: x was 11, is 10']);
});
