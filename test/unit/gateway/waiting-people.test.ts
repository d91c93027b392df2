import { expect, test } from 'vitest';
import { WaitingPeople } from '../../../features/people/gateway/waiting-people.js';

const from = (address: string, name = '') => ({ address, name });

test('whoever has waited longest makes room, in each stage by itself', () => {
  const waiting = new WaitingPeople<ReturnType<typeof from>>({ silent: 2, asked: 1, perAddress: 9 });
  const [first, second, third, fourth] = ['1', '2', '3', '4'].map((name) => from(`10.0.0.${name}`, name));
  if (!first || !second || !third || !fourth) throw new Error('unreachable');
  expect(waiting.add(first)).toBeUndefined();
  expect(waiting.asked(first)).toBeUndefined();
  expect(waiting.add(second)).toBeUndefined();
  expect(waiting.add(third)).toBeUndefined();
  expect(waiting.add(fourth)).toBe(second);
  expect(waiting.size).toBe(3);
  expect(waiting.asked(third)).toBe(first);
  // Asked again, it has its place.
  expect(waiting.asked(third)).toBeUndefined();
  waiting.remove(third);
  waiting.remove(third);
  expect(waiting.size).toBe(1);
});

test('an address has no more waiting connections than its bound, and those that left count no more', () => {
  const waiting = new WaitingPeople({ silent: 2, asked: 2, perAddress: 2 });
  const [one, two] = [from('10.0.0.1'), from('10.0.0.1')];
  waiting.add(one);
  waiting.asked(one);
  waiting.add(two);
  expect(waiting.hasRoomFor('10.0.0.1')).toBe(false);
  expect(waiting.hasRoomFor('10.0.0.2')).toBe(true);
  for (const address of ['10.0.0.2', '10.0.0.3']) waiting.add(from(address));
  // The oldest made room.
  expect(waiting.hasRoomFor('10.0.0.1')).toBe(true);
  waiting.remove(one);
  waiting.remove(two);
  waiting.add(from('10.0.0.1'));
  expect(waiting.hasRoomFor('10.0.0.1')).toBe(true);
});
