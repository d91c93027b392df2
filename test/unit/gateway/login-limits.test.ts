import { expect, test } from 'vitest';
import { ConnectionSlots, LoginLimits } from '../../../gateway/limits/login-limits.js';
import { addressGroup } from '../../../gateway/limits/rate-limiters.js';
import { SocketCounts } from '../../../gateway/limits/socket-registry.js';

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1:0:0:9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('the address %s is counted as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});

test('wrong tokens slow down one agent of an address first, then the address, and no other address', () => {
  const limits = new LoginLimits();
  const now = 1_000_000;
  for (let tries = 0; tries < 10; tries++) limits.recordFailure('10.0.0.1', 'a', now);
  expect(limits.retryAfter('10.0.0.1', 'a', now)).toBe(6);
  expect(limits.retryAfter('10.0.0.1', 'b', now)).toBe(0);
  for (let tries = 0; tries < 90; tries++) limits.recordFailure('10.0.0.1', `other-${tries}`, now);
  expect(limits.retryAfter('10.0.0.1', 'b', now)).toBe(1);
  expect(limits.retryAfter('::ffff:10.0.0.1', 'b', now)).toBe(1);
  expect(limits.retryAfter('10.0.0.2', 'a', now)).toBe(0);
  expect(limits.retryAfter('10.0.0.1', 'b', now + 600)).toBe(0);
  expect(limits.retryAfter('10.0.0.1', 'a', now + 6000)).toBe(0);
});

test('a whole network of IPv6 addresses counts as one visitor', () => {
  const limits = new LoginLimits();
  for (let tries = 0; tries < 100; tries++)
    limits.recordFailure(`2001:db8::${tries.toString(16)}`, `a-${tries}`, 0);
  expect(limits.retryAfter('2001:db8::ffff', 'new', 0)).toBe(1);
  const counts = new SocketCounts(() => ({ total: 100, perAddress: 2 }));
  counts.opened('2001:db8::1');
  counts.opened('2001:db8::2');
  expect(counts.exceeded('2001:db8::3')).toBe('address');
  expect(counts.exceeded('2001:db8:0:1::3')).toBeUndefined();
  counts.closed('2001:db8::2');
  expect(counts.exceeded('2001:db8::3')).toBeUndefined();
});

test('an agent has so many slots for connections and no more, until one is released', () => {
  const slots = new ConnectionSlots(() => 2);
  expect([slots.count('a'), slots.isFull('a')]).toEqual([0, false]);
  expect([slots.reserve('a'), slots.count('a'), slots.isFull('a')]).toEqual([true, 1, false]);
  expect([slots.reserve('a'), slots.count('a'), slots.isFull('a')]).toEqual([true, 2, true]);
  expect([slots.reserve('a'), slots.count('a')]).toEqual([false, 2]);
  expect([slots.reserve('b'), slots.count('b'), slots.isFull('b')]).toEqual([true, 1, false]);
  slots.release('a');
  expect([slots.count('a'), slots.isFull('a'), slots.reserve('a')]).toEqual([1, false, true]);
  slots.release('b');
  slots.release('b');
  expect([slots.count('b'), slots.reserve('b'), slots.count('b')]).toEqual([0, true, 1]);
});

test('a wrong token is counted until the limit, and says how long to wait from then on', () => {
  const limits = new LoginLimits();
  for (let tries = 0; tries < 10; tries += 1) expect(limits.recordFailure('10.0.0.1', 'a', 0)).toBe(0);
  expect(limits.recordFailure('10.0.0.1', 'a', 0)).toBe(6);
  expect(limits.recordFailure('10.0.0.1', 'a', 5_001)).toBe(1);
  expect(limits.recordFailure('10.0.0.1', 'a', 6_000)).toBe(0);
  expect(limits.recordFailure('10.0.0.1', 'a', 6_000)).toBe(6);
});
