import { expect, test } from 'vitest';
import type { AuthSuccess, PushMessage } from '#shared/protocol/state/messages.js';
import { SeatClosed } from '../../../agent/errors.js';
import { PushLog } from '../../../agent/push-log.js';

function chat(seq: number): PushMessage {
  const data = { text: `words ${seq}`, turn: 1 };
  return { type: 'chat_message', agent_id: 'ann', timestamp: 0, seq, data };
}

function login(more: Partial<AuthSuccess>): AuthSuccess {
  return {
    ...{ type: 'auth_success', success: true, session_id: 's1', player_id: 0, game_id: 'g1' },
    ...{ session_expires_in: 60, seq: 0, ...more },
  };
}

const gap = { type: 'status', data: { status: 'gap', game_id: 'g1', resync: true } };

test('a push that comes again after a resume is read once', async () => {
  const seen: number[] = [];
  const log = new PushLog(0, ({ seq }) => seen.push(seq));
  log.logIn(login({}), 'ann');
  for (const seq of [1, 2]) log.add(chat(seq));
  log.logIn(login({ resumed: true, seq: 3, missed: 2 }), 'ann');
  for (const seq of [2, 3]) log.add(chat(seq));
  expect(seen).toEqual([1, 2, 3]);
  expect(log.lastSeq).toBe(3);
  expect(await log.take('chat_message', ({ text }) => text === 'words 2')).toMatchObject({ text: 'words 2' });
});

test('pushes that are lost with a session, or no longer held, are told of in a status gap', async () => {
  const log = new PushLog();
  log.logIn(login({}), 'ann');
  const all = log.read();
  log.add(chat(1));
  log.logIn(login({ resumed: true, resync: true, seq: 9, missed: 2 }), 'ann');
  for (const seq of [8, 9]) log.add(chat(seq));
  log.logIn(login({ session_id: 's2' }), 'ann');
  log.add(chat(1));
  log.end(new SeatClosed());
  const read: PushMessage[] = [];
  for await (const push of all) read.push(push);
  expect(read).toMatchObject([
    { seq: 1 },
    { ...gap, data: { from_seq: 2, to_seq: 7 } },
    { seq: 8 },
    { seq: 9 },
    gap,
    { seq: 1, type: 'chat_message' },
  ]);
});

test('numbers of a gateway that lost its last records are read on', () => {
  const log = new PushLog(7);
  log.logIn(login({ resumed: true, resync: true, seq: 5 }), 'ann');
  log.add(chat(6));
  expect(log.lastSeq).toBe(6);
});

test('who reads too slowly gets the latest pushes, and one that stands for the others', async () => {
  const log = new PushLog();
  const slow = log.read();
  for (let seq = 1; seq <= 1500; seq += 1) log.add(chat(seq));
  expect((await slow.next()).value).toMatchObject({ type: 'status', data: { from_seq: 1, to_seq: 476 } });
  expect((await slow.next()).value).toMatchObject({ seq: 477 });
});

test('who waits for a push is told when none can come, and may stop waiting', async () => {
  const log = new PushLog();
  const controller = new AbortController();
  const stopped = log.take('turn_start', () => true, controller.signal);
  controller.abort(new Error('enough'));
  await expect(stopped).rejects.toThrow('enough');
  const waiting = log.take('turn_start', () => true);
  log.end(new SeatClosed());
  await expect(waiting).rejects.toThrow(SeatClosed);
});
