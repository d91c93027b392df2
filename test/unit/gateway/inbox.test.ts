import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Inbox, InboxBudget } from '../../../features/uws/inbox.js';

function filled(holdings = new InboxBudget()) {
  const inbox = new Inbox(holdings);
  const handed: string[] = [];
  const put = (name: string, bytes = 1) => inbox.enqueue(bytes, () => handed.push(name));
  return { inbox, handed, put };
}

test('messages of one peer are handed on one a turn, in order', async () => {
  const { handed, put } = filled();
  for (const name of ['a', 'b', 'c']) put(name);
  expect(handed).toEqual([]);
  for (const seen of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
    await nextTurn();
    expect(handed).toEqual(seen);
  }
});

test('a paused peer waits, and loses nothing', async () => {
  const { inbox, handed, put } = filled();
  put('a');
  inbox.pause();
  put('b');
  await nextTurn();
  expect(handed).toEqual([]);
  inbox.resume();
  await nextTurn();
  await nextTurn();
  expect(handed).toEqual(['a', 'b']);
});

test('what waits of one peer is bounded by its bytes and by its count', () => {
  const { inbox, put } = filled();
  inbox.pause();
  let count = 0;
  while (put('x', 1000)) count++;
  expect(count * 1000).toBeLessThanOrEqual(2 << 20);
  const small = filled();
  small.inbox.pause();
  count = 0;
  while (small.put('x', 0)) count++;
  expect(count).toBeLessThanOrEqual((2 << 20) / 100);
});

test('one message is taken however large it is', () => {
  expect(filled().put('x', 4 << 20)).toBe(true);
});

test('what waits of all peers together is bounded, and what is forgotten makes room', () => {
  const holdings = new InboxBudget();
  const peers = Array.from({ length: 80 }, () => filled(holdings));
  const taken = peers.map(({ inbox, put }) => {
    inbox.pause();
    return put('x', 1 << 20);
  });
  expect(taken.filter(Boolean).length).toBe(63);
  peers[0]?.inbox.clear();
  expect(peers[79]?.put('x', 1 << 20)).toBe(true);
});

test('an end comes after what waits, at once when paused, and nothing comes after it', async () => {
  const open = filled();
  open.put('a');
  open.inbox.close(() => open.handed.push('end'));
  open.put('late');
  const paused = filled();
  paused.put('a');
  paused.inbox.pause();
  paused.inbox.close(() => paused.handed.push('end'));
  for (let turn = 0; turn < 4; turn++) await nextTurn();
  expect(open.handed).toEqual(['a', 'end']);
  expect(paused.handed).toEqual(['end']);
});
