import { expect, test } from 'vitest';
import { dueAdvice, withToldAdvice } from '../../../proxy/views/advice/due-advice.js';

const advice = (action_type: string, more: object) => ({ do: { action_type, ...more }, why: 'y' });
const explore = advice('unit_explore', { unit_id: 7 });
const treaty = advice('treaty_accept', { target: { id: 2 }, accepted: true });
const cheap = advice('city_buy', { city_id: 3, max_cost: 20 });

test('advice that was told is told again in its turn, after ten turns, and where it is urgent', () => {
  const told = withToldAdvice(new Map(), [explore, treaty], 5);
  expect(dueAdvice([explore, treaty, cheap], told, 5)).toEqual([explore, treaty, cheap]);
  expect(dueAdvice([explore, treaty, cheap], told, 6)).toEqual([treaty, cheap]);
  expect(dueAdvice([explore], told, 14)).toEqual([]);
  expect(dueAdvice([explore], told, 15)).toEqual([explore]);
});

test('a purchase at another price is the same advice, and the log keeps ten turns', () => {
  const dear = advice('city_buy', { city_id: 3, max_cost: 24 });
  const told = withToldAdvice(new Map(), [dear], 5);
  expect(dueAdvice([cheap], told, 6)).toEqual([]);
  expect(withToldAdvice(told, [explore], 15).size).toBe(1);
});
