import { expect, test } from 'vitest';
import type { Advice } from '#shared/protocol/state/brief.js';
import { dueAdvice, type ToldAdvice, withToldAdvice } from '../../../features/advisor/advice/due-advice.js';

const advice = (action_type: string, more: object) => ({ do: { action_type, ...more }, why: 'y' });
const explore = advice('unit_explore', { unit_id: 7 });
const treaty = advice('treaty_accept', { target: { id: 2 }, accepted: true });
const built = new Map<number, number>();
const due = (all: readonly Advice[], told: ToldAdvice, turn: number) =>
  dueAdvice(all, told, turn, (city) => built.get(city));
const cheap = advice('city_buy', { city_id: 3, max_cost: 20 });

test('advice that was told is told again in its turn and where urgent, not while it stays', () => {
  const all = [explore, treaty, cheap];
  let told = withToldAdvice(new Map(), all, [explore, treaty], 5);
  expect(due(all, told, 5)).toEqual(all);
  expect(due(all, told, 6)).toEqual([treaty, cheap]);
  for (let turn = 6; turn < 40; turn += 1) told = withToldAdvice(told, [explore], [], turn);
  expect(due([explore], told, 40)).toEqual([]);
});

test('advice is told again when its reason is another, and when it was not so for ten turns', () => {
  const told = withToldAdvice(new Map(), [explore], [explore], 5);
  expect(due([{ ...explore, why: 'another reason' }], told, 6)).toHaveLength(1);
  expect(due([explore], told, 14)).toEqual([]);
  expect(due([explore], told, 15)).toEqual([explore]);
});

test('a purchase at another price is the same advice, and the log keeps ten turns', () => {
  const dear = advice('city_buy', { city_id: 3, max_cost: 24 });
  const told = withToldAdvice(new Map(), [dear], [dear], 5);
  expect(due([cheap], told, 6)).toEqual([]);
  expect(withToldAdvice(told, [explore], [explore], 15).size).toBe(1);
});

const build = (city_id: number, target: string, why: string): Advice => ({
  do: { action_type: 'city_production', city_id, target },
  why,
});

test('what the whole nation lacks is told once, whichever city is to build it', () => {
  const few = (city: number, there: number) =>
    build(city, 'workers', `there are few workers: ${there} for 7 cities`);
  const told = withToldAdvice(new Map(), [few(3, 2)], [few(3, 2)], 5);
  expect(due([few(4, 2)], told, 6)).toEqual([]);
  expect(due([build(4, 'library', 'soon pays')], told, 6)).toHaveLength(1);
});

test('a city is not told another thing to build before it has built something or five turns have passed', () => {
  const [guard, settlers] = [
    build(3, 'phalanx', 'the capital is weakly held'),
    build(3, 'settlers', 'room for a city'),
  ];
  const told = withToldAdvice(new Map(), [guard], [guard], 5);
  expect(due([settlers], told, 6)).toEqual([]);
  expect(due([build(4, 'settlers', 'room for a city')], told, 6)).toHaveLength(1);
  expect(due([build(3, 'pikemen', 'an enemy is near')], told, 6)).toHaveLength(1);
  expect(due([settlers], told, 10)).toEqual([settlers]);
  built.set(3, 5);
  expect(due([settlers], told, 6)).toEqual([settlers]);
  built.clear();
});
