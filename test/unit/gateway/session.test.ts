import { expect, test } from 'vitest';
import type { LinkPush } from '#shared/protocol/link.js';
import type { BegunRequest } from '../../../gateway/session/persistence/session-records.js';
import type { NumberedPush } from '../../../gateway/session/push-ring.js';
import type { Session, SessionSocket } from '../../../gateway/session/session.js';
import { ManualClock } from '../../support/manual-clock.js';
import { HOUR_MS, sessionTable } from '../../support/session-table.js';

/** A socket that remembers what it was given. */
class RememberingSocket implements SessionSocket {
  readonly pushes: NumberedPush[] = [];
  readonly answers: string[] = [];
  readonly remoteAddress: string;
  replaced = 0;

  constructor(remoteAddress = '10.0.0.1') {
    this.remoteAddress = remoteAddress;
  }

  push(push: NumberedPush): void {
    this.pushes.push(push);
  }

  sendAnswer(text: string): void {
    this.answers.push(text);
  }

  onTaken(): void {
    this.replaced += 1;
  }
}

function started() {
  const clock = new ManualClock();
  const table = sessionTable(clock);
  const session = table.sessions.create('ann', 'game');
  return { clock, ...table, session };
}

const push = (turn: number, gameId = 'game'): LinkPush => ({
  ...{ kind: 'push', type: 'turn_start', agent_id: 'ann', game_id: gameId },
  ...{ timestamp: 5, data: { turn } },
});

const request = (id: string, more: Partial<BegunRequest> = {}): BegunRequest => ({
  ...{ id, digest: `digest of ${id}`, isUnnamed: false, deeds: [], at: 0 },
  ...more,
});

test('a session has one socket at a time: the new one takes over from the old one, which is told', () => {
  const { session } = started();
  const [old, young] = [new RememberingSocket('10.0.0.1'), new RememberingSocket('10.0.0.2')];
  expect(session.isAttached).toBe(false);
  session.attach(old);
  expect(session.isAttachedTo(old)).toBe(true);
  session.attach(young);
  expect([old.replaced, young.replaced]).toEqual([1, 0]);
  expect([session.isAttachedTo(old), session.isAttachedTo(young)]).toEqual([false, true]);
  expect(session.lastAddress).toBe('10.0.0.2');
});

test('a socket of a session that was replaced takes nothing with it when it goes', () => {
  const { session } = started();
  const [old, young] = [new RememberingSocket(), new RememberingSocket()];
  session.attach(old);
  session.attach(young);
  session.detach(old);
  expect(session.isAttachedTo(young)).toBe(true);
  session.detach(young);
  expect(session.isAttached).toBe(false);
});

test.each([
  ['address', 1],
  ['token', 0],
] as const)('a socket that came by its %s is closed %i times where addresses are no proof', (by, times) => {
  const { session } = started();
  const socket = new RememberingSocket();
  session.attach(socket, by);
  session.endAddressAttachment();
  expect(socket.replaced).toBe(times);
  expect(session.isAttached).toBe(true);
});

test('the pushes of a session are numbered from 1, recorded, and sent to the socket', () => {
  const { session, recorded } = started();
  const socket = new RememberingSocket();
  session.attach(socket);
  session.push(push(1));
  session.push(push(2));
  expect(socket.pushes.map(({ seq, type }) => [seq, type])).toEqual([
    [1, 'turn_start'],
    [2, 'turn_start'],
  ]);
  expect(JSON.parse(socket.pushes[1]?.text ?? '')).toEqual({
    ...{ type: 'turn_start', agent_id: 'ann', timestamp: 5, seq: 2, data: { turn: 2 } },
  });
  expect(recorded).toEqual(['push 1', 'push 2']);
  expect(session.lastSeq).toBe(2);
});

test('the pushes of a session have the types that the agent wants, and status anyway without a number', () => {
  const { session, recorded } = started();
  const seated = { player_id: 0, game_id: 'game' };
  const wishes = { pushes: ['event'] };
  session.seat.restore({ agentId: 'ann', gameId: 'game', connectData: wishes, seated });
  const socket = new RememberingSocket();
  session.attach(socket);
  for (const type of ['turn_start', 'event', 'turn_end', 'status', 'chat_message'] as const)
    session.push({ ...push(1), type });
  expect(socket.pushes.map(({ seq, type }) => [seq, type])).toEqual([
    [1, 'event'],
    [2, 'status'],
  ]);
  expect(recorded).toEqual(['push 1', 'push 2']);
  expect(session.pushesAfter(0).gap).toBe(false);
});

test('pushes of a session that no socket got, or after a number, are there for the next socket', () => {
  const { session } = started();
  for (const turn of [1, 2, 3]) session.push(push(turn));
  session.markSent(2);
  session.markSent(1);
  const numbers = (last?: number) => session.pushesAfter(last).pushes.map(({ seq }) => seq);
  expect(session.sentSeq).toBe(2);
  expect(numbers()).toEqual([3]);
  expect(numbers(0)).toEqual([1, 2, 3]);
  expect(session.pushesAfter(0).gap).toBe(false);
  expect(session.pushesAfter(4).gap).toBe(true);
});

test('pushes go to the sessions of their agent in their game, and say when the game can be played', () => {
  const { sessions, session } = started();
  const elsewhere = sessions.create('ann', 'other');
  const bob = sessions.create('bob', 'game');
  sessions.push({ ...push(1), type: 'game_ready' });
  expect([session.lastSeq, elsewhere.lastSeq, bob.lastSeq]).toEqual([1, 0, 0]);
  expect(session.seat.readyPush).toMatchObject({ type: 'game_ready', data: { turn: 1 } });
  sessions.push(push(2));
  expect(session.seat.readyPush).toMatchObject({ data: { turn: 1 } });
});

test('a request of a session is carried out once: it is new, then in flight, then answered', () => {
  const { session, recorded } = started();
  expect(session.begin(request('a'), false)).toEqual({ kind: 'new' });
  expect(session.begin(request('a'), false)).toEqual({ kind: 'in_flight' });
  expect(session.begin(request('a', { digest: 'other' }), false)).toEqual({ kind: 'conflict' });
  session.finish(request('a'), 'done');
  expect(session.begin(request('a'), false)).toEqual({ kind: 'answered', answer: 'done' });
  expect(recorded).toEqual(['request a', 'answer a done']);
});

test('what is recorded of pushes is written before one is handed to a socket or a listener', () => {
  const { session, recorded } = started();
  session.push(push(1));
  expect(recorded).toEqual(['push 1']);
  session.markSent(1);
  expect(recorded).toEqual(['push 1', 'flush']);
  session.onPush(({ data }) => recorded.push(`heard ${data.turn}`));
  session.push(push(2));
  expect(recorded.slice(2)).toEqual(['push 2', 'flush', 'heard 2']);
});

test('a request that only reads is not recorded, and its answer is out of date with the next push', () => {
  const { session, recorded } = started();
  session.begin(request('q'), true);
  session.finish(request('q'), 'state');
  expect(session.begin(request('q'), true)).toEqual({ kind: 'answered', answer: 'state' });
  session.push(push(1));
  expect(session.begin(request('q'), true)).toEqual({ kind: 'new' });
  expect(recorded).toEqual(['push 1']);
});

test('a request without a correlation_id is always new; its record ends without an answer', () => {
  const { session, recorded } = started();
  const unnamed = request('u', { isUnnamed: true });
  expect(session.begin(unnamed, false)).toEqual({ kind: 'new' });
  session.finish(unnamed, 'done');
  expect(session.begin(unnamed, false)).toEqual({ kind: 'new' });
  expect(recorded).toEqual(['request u', 'answer u ', 'request u']);
});

test('a request of a session has a key of its own for each session and correlation_id', () => {
  const { session, sessions } = started();
  const other = sessions.create('ann', 'game');
  expect(session.requestKey('a')).toBe(session.requestKey('a'));
  const keys = [session.requestKey('a'), session.requestKey('b'), other.requestKey('a')];
  expect(new Set([...keys, session.requestKey(undefined), session.requestKey(undefined)]).size).toBe(5);
});

test('a request whose socket is gone is answered to the present socket, or held for the next', () => {
  const { session } = started();
  session.deliverAnswer('held');
  const socket = new RememberingSocket();
  session.attach(socket);
  session.deliverAnswer('sent');
  expect(socket.answers).toEqual(['sent']);
  expect(session.drainUndelivered()).toEqual(['held']);
  expect(session.drainUndelivered()).toEqual([]);
});

test('a session after a restart is what it was; what was in flight is answered as unknown, once', () => {
  const { session, sessions, clock } = started();
  session.attach(new RememberingSocket('10.0.0.9'));
  session.recordLogin(Buffer.alloc(32, 1));
  session.push(push(1));
  session.push(push(2));
  session.markSent(1);
  session.begin(request('done'), false);
  session.finish(request('done'), 'answer');
  session.begin(request('lost'), false);
  session.begin(request('unnamed', { isUnnamed: true }), false);
  const stored = session.snapshot();
  sessions.remove(session);
  const seated = { player_id: 1, game_id: 'game' };
  const seats = [{ agentId: 'ann', gameId: 'game', connectData: {}, seated }];
  sessions.restore({ seats, sessions: [stored] });
  const restored = found(sessions.find(session.id, 'ann'));
  expect(restored).toMatchObject({ lastSeq: 2, sentSeq: 1, lastAddress: '10.0.0.9', isAttached: false });
  expect(restored.tokenHash).toEqual(Buffer.alloc(32, 1));
  expect(restored.pushesAfter(undefined).pushes.map(({ seq }) => seq)).toEqual([2]);
  expect(restored.begin(request('done'), false)).toEqual({ kind: 'answered', answer: 'answer' });
  const [unknown = '', ...more] = restored.drainUndelivered();
  expect(more).toEqual([]);
  expect(JSON.parse(unknown)).toMatchObject({ type: 'error', agent_id: 'ann', correlation_id: 'lost' });
  expect(restored.begin(request('lost'), false)).toEqual({ kind: 'answered', answer: unknown });
  expect(restored.snapshot().detachedAt).toBe(clock.now());
});

test('a session of a seat that is not known is not restored after a restart', () => {
  const { session, sessions } = started();
  const stored = session.snapshot();
  sessions.remove(session);
  sessions.restore({ seats: [], sessions: [stored] });
  expect(sessions.size).toBe(0);
});

test('the sessions of an agent share a seat in one game, in two games they do not', () => {
  const { session, sessions } = started();
  expect(sessions.create('ann', 'game').seat).toBe(session.seat);
  expect(sessions.create('ann', 'other').seat).not.toBe(session.seat);
  expect(sessions.create('bob', 'game').seat).not.toBe(session.seat);
  expect(sessions.size).toBe(4);
  expect(sessions.seats().size).toBe(3);
  expect(sessions.findByAgent('ann')).toHaveLength(3);
  expect([...sessions.all()]).toHaveLength(4);
});

test('other agents do not find the sessions of an agent', () => {
  const { session, sessions } = started();
  expect(sessions.find(session.id, 'ann')).toBe(session);
  expect(sessions.find(session.id, 'bob')).toBeUndefined();
  expect(sessions.find('unknown', 'ann')).toBeUndefined();
});

test('sessions without a socket are bounded: the oldest end first, those with a socket never', () => {
  const { session, sessions } = started();
  session.attach(new RememberingSocket());
  const others = [1, 2, 3, 4, 5].map(() => sessions.create('ann', 'game'));
  for (const other of others) other.recordLogin(Buffer.alloc(32));
  sessions.create('ann', 'game');
  const alive = [session, ...others].map(({ id }) => sessions.find(id, 'ann') !== undefined);
  expect(alive).toEqual([true, false, true, true, true, true]);
});

test('sessions of an agent end with their record, and the seat with the last of them', () => {
  const { session, sessions, recorded } = started();
  sessions.remove(session);
  expect(recorded).toEqual([`end ${session.id}`]);
  expect(sessions.findSeat('ann', 'game')).toBeUndefined();
  expect(sessions.findByAgent('ann')).toEqual([]);
});

test('an agent is present while a session has a socket; away without one; gone without a session', () => {
  const { session, sessions, presence } = started();
  const socket = new RememberingSocket();
  session.attach(socket);
  const second = sessions.create('ann', 'game');
  session.detach(socket);
  sessions.remove(second);
  sessions.remove(session);
  expect(presence).toEqual(['connected', 'away', 'away', 'gone']);
});

test('an agent is present after a request without a socket, until it has been silent for a while', () => {
  const { session, sessions, presence, clock } = started();
  sessions.touch(session);
  clock.pass(999);
  sessions.updatePresence(1000);
  expect(presence).toEqual(['connected']);
  clock.pass(1);
  sessions.updatePresence(1000);
  sessions.updatePresence(1000);
  expect(presence).toEqual(['connected', 'away']);
});

test('each request without a socket begins the time of its session anew', () => {
  const { session, sessions, clock } = started();
  sessions.touch(session);
  clock.pass(HOUR_MS);
  sessions.touch(session);
  clock.pass(HOUR_MS);
  expect(sessions.find(session.id, 'ann')).toBe(session);
  clock.pass(1);
  expect(sessions.find(session.id, 'ann')).toBeUndefined();
});

function found(session: Session | undefined): Session {
  if (session === undefined) throw new Error('there is no such session');
  return session;
}
