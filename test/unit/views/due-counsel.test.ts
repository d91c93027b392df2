import { expect, test } from 'vitest';
import type { CounselLine } from '#shared/protocol/state/counsel.js';
import { dueCounsel, type ToldCounsel, withTold } from '../../../features/advisor/counsel/due-counsel.js';

function government(trade: number, turns = 6, tech: string | null = 'the_republic'): CounselLine {
  const change = (after: number) => ({ now: 20, after });
  const same = change(20);
  return {
    kind: 'government',
    text: `Republic: trade 20 to ${trade}`,
    weight: 20,
    figures: {
      ...{ government: 'republic', tech, bulbs: 10 * turns, turns, anarchy: { min: 1, max: 5 } },
      ...{ trade: change(trade), corruption: same, bulbs_per_turn: same, gold_per_turn: same, shields: same },
      ...{ unit_shields: same, food: same, luxury_percent: same, disorder: { now: 0, after: 0 } },
    },
  };
}

const famine: CounselLine = {
  kind: 'famine',
  text: 'Rome starves',
  weight: 5,
  figures: { city_id: 7, food: -2, stock: 3, turns: 2 },
};

/** The lines that are told turn by turn, each time noted as told. */
function tell(turns: readonly (readonly [number, readonly CounselLine[]])[]): readonly number[] {
  let told: ToldCounsel = new Map();
  return turns.map(([turn, lines]) => {
    const due = dueCounsel(lines, told, turn);
    told = withTold(told, lines, due, turn);
    return due.length;
  });
}

test('a line is told once while only the turns left change, and again when absent for ten turns', () => {
  const days = [60, 61, 62, 69, 70, 71, 78, 88] as const;
  const lines = days.map((turn) => [turn, [government(60, 90 - turn)]] as const);
  expect(tell(lines)).toEqual([1, 0, 0, 0, 0, 0, 0, 1]);
});

test('a line is told again when its figures change by more than a fifth, or its options do', () => {
  expect(
    tell([
      [60, [government(60)]],
      [61, [government(63)]],
      [62, [government(80)]],
      [63, [government(80, 0, null)]],
      [64, [government(80, 0, null)]],
    ]),
  ).toEqual([1, 0, 1, 1, 0]);
});

test('what changes all the time and decides nothing by that is told again after ten turns only', () => {
  const sites = (left: number, city_id: number | null): CounselLine => ({
    kind: 'settling',
    text: `${left} sites`,
    weight: 5,
    figures: { city_id, left, waiting: [], building: [], stop: [], site: null, turns: null, way: null },
  });
  expect(
    tell([
      [60, [sites(1, 3)]],
      [61, [sites(9, 4)]],
      [69, [sites(2, 5)]],
      [70, [sites(2, 5)]],
      [71, [sites(0, null)]],
    ]),
  ).toEqual([1, 0, 0, 1, 1]);
});

test('what costs something every turn is told every turn, and one turn has one answer', () => {
  expect(
    tell([
      [60, [famine, government(60)]],
      [60, [famine, government(60)]],
      [61, [famine, government(60)]],
    ]),
  ).toEqual([2, 2, 1]);
});

function wonder(city: number, bulbs: number): CounselLine {
  const figures = { name: 'colossus', cities: 1, cost: 200, food: 0, shields: 0, gold: 0, luxury: 0, bulbs };
  return {
    kind: 'wonder',
    text: 'Colossus',
    weight: 5,
    figures: {
      ...{ wonder: 'colossus', city_id: city, turns: 9, stock: 40, cost: 200, rivals: [] },
      gain: { ...figures, content: 0 },
    },
  };
}

test('a figure that counts down in one kind of counsel is a change in another', () => {
  const trade = (bulbs: number): CounselLine => ({
    kind: 'tech_trade',
    text: 'Exchange',
    weight: 5,
    figures: { player_id: 2, wanted: ['writing'], offered: ['alphabet'], bulbs },
  });
  expect(tell([30, 10].map((bulbs, turn) => [60 + turn, [trade(bulbs)]]))).toEqual([1, 0]);
  expect(tell([30, 10].map((bulbs, turn) => [60 + turn, [wonder(7, bulbs)]]))).toEqual([1, 1]);
});

test('a line about another city is told although one of its kind was told before', () => {
  expect(
    tell([
      [60, [wonder(7, 5)]],
      [61, [wonder(8, 5)]],
      [62, [wonder(7, 5), wonder(8, 5)]],
    ]),
  ).toEqual([1, 1, 0]);
});

test('the line about the score is told again after ten turns, not when ways or figures change', () => {
  const score = (by: 'wonder' | 'settlers', name: string, points: number): CounselLine => ({
    kind: 'score',
    text: `${name} ${points}`,
    weight: 4,
    figures: { ways: [{ by, name, city_id: 7, price: 100, points }] },
  });
  expect(
    tell([
      [60, [score('settlers', 'settlers', 30)]],
      [61, [score('settlers', 'migrants', 9)]],
      [62, [score('wonder', 'colossus', 5)]],
      [70, [score('wonder', 'colossus', 5)]],
    ]),
  ).toEqual([1, 0, 0, 1]);
});

test('a line that was not so for ten turns is not kept', () => {
  const told = withTold(new Map(), [famine], [famine], 60);
  expect(withTold(told, [], [], 69).size).toBe(1);
  expect(withTold(told, [], [], 70).size).toBe(0);
});
