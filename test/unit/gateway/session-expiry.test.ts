import { expect, test } from 'vitest';
import type { LinkPush } from '#shared/protocol/link.js';
import type { StoredSessions } from '../../../gateway/session/persistence/session-records.js';
import { must } from '../../support/changed-world.js';
import { ManualClock } from '../../support/manual-clock.js';
import { HOUR_MS, sessionTable } from '../../support/session-table.js';

test('a session expires an hour after its socket went, whatever is done to the wall clock', () => {
  for (const hours of [2, -2]) {
    const clock = new ManualClock();
    const { sessions } = sessionTable(clock);
    const session = sessions.create('ann', 'game');
    const { id } = session;
    const socket = {
      remoteAddress: '127.0.0.1',
      onTaken: () => {},
      push: () => {},
      sendAnswer: () => {},
    };
    session.attach(socket);
    session.detach(socket);
    clock.jump(hours * HOUR_MS);
    clock.pass(HOUR_MS);
    sessions.removeExpired();
    expect(sessions.find(id, 'ann')?.id).toBe(id);
    clock.pass(1);
    sessions.removeExpired();
    expect(sessions.find(id, 'ann')).toBeUndefined();
  }
});

test('a session does not expire while its login is under way, nor while it has a socket', () => {
  const clock = new ManualClock();
  const { sessions } = sessionTable(clock);
  const session = sessions.create('ann', 'game');
  clock.pass(2 * HOUR_MS);
  expect(sessions.find(session.id, 'ann')).toBe(session);
  session.attach({
    remoteAddress: '127.0.0.1',
    onTaken: () => {},
    push: () => {},
    sendAnswer: () => {},
  });
  clock.pass(2 * HOUR_MS);
  expect(sessions.find(session.id, 'ann')).toBe(session);
});

const seats = [
  { agentId: 'ann', gameId: 'game', connectData: {}, seated: { player_id: 1, game_id: 'game' } },
];

function kept(id: string, detachedAt: number): StoredSessions['sessions'][number] {
  return {
    ...{ id, agentId: 'ann', gameId: 'game', tokenHash: '', lastAddress: '127.0.0.1', detachedAt },
    ...{ lastSeq: 0, sentSeq: 0, pushes: [], answers: [], begun: [], undelivered: [] },
  };
}

test('an agent that does not come back after a restart is told to be away once it was silent for a while', () => {
  const clock = new ManualClock();
  const { sessions, presence } = sessionTable(clock);
  sessions.restore({ seats, sessions: [kept('session-number-1', clock.now())] });
  sessions.updatePresence(60_000);
  expect(presence).toEqual([]);
  clock.pass(60_000);
  sessions.updatePresence(60_000);
  expect(presence).toEqual(['away']);
});

test('a session that was kept over a restart has as long to live as was left of its hour', () => {
  const clock = new ManualClock();
  const { sessions } = sessionTable(clock);
  const now = clock.now();
  // The third was left before the clock was set back by two hours.
  const times = [now - HOUR_MS / 2, now - HOUR_MS - 1, now + 2 * HOUR_MS];
  sessions.restore({ seats, sessions: times.map((at, index) => kept(`session-number-${index}`, at)) });
  const alive = () => times.map((_, index) => sessions.find(`session-number-${index}`, 'ann') !== undefined);
  expect(alive()).toEqual([true, false, true]);
  clock.pass(HOUR_MS / 2 + 1);
  expect(alive()).toEqual([false, false, true]);
  clock.pass(HOUR_MS / 2);
  expect(alive()).toEqual([false, false, false]);
});

test('a session that has ended does not make its agent connected again', () => {
  const clock = new ManualClock();
  const { sessions, presence } = sessionTable(clock);
  const session = sessions.create('ann', 'game');
  sessions.touch(session);
  expect(presence.at(-1)).toBe('connected');
  sessions.remove(session);
  expect(presence.at(-1)).toBe('gone');
  sessions.touch(session, HOUR_MS);
  expect(presence.at(-1)).toBe('gone');
});

test('an agent whose session another gateway has taken is gone after a while, unless it comes back', () => {
  for (const isBack of [false, true]) {
    const clock = new ManualClock();
    const { sessions, presence } = sessionTable(clock);
    const session = sessions.create('ann', 'game');
    const seat = {
      agentId: 'ann',
      gameId: 'game',
      connectData: {},
      seated: { player_id: 1, game_id: 'game' },
    };
    session.seat.restore(seat);
    const socket = {
      remoteAddress: '127.0.0.1',
      onTaken: () => {},
      push: () => {},
      sendAnswer: () => {},
    };
    session.attach(socket);
    sessions.giveAway(session.id);
    if (isBack) {
      const [again] = sessions.restore({ seats: [seat], sessions: [session.snapshot()] });
      again?.attach(socket);
    }
    clock.pass(60_000);
    expect(presence.at(-1)).toBe(isBack ? 'connected' : 'gone');
  }
});

test('an agent that plays many games without a socket keeps every session', () => {
  const { sessions } = sessionTable(new ManualClock());
  const games = ['one', 'two', 'three', 'four', 'five', 'six'];
  const made = games.map((game) => {
    const session = sessions.create('mcp', game);
    session.recordLogin(Buffer.alloc(32));
    return session;
  });
  expect(made.filter(({ id }) => sessions.find(id, 'mcp') === undefined)).toEqual([]);
});

test('unused sessions of one game are bounded, the oldest first', () => {
  const clock = new ManualClock();
  const { sessions } = sessionTable(clock);
  const create = () => sessions.create('ann', 'game');
  const left = () => {
    const session = create();
    session.recordLogin(Buffer.alloc(32));
    return session;
  };
  const isThere = ({ id }: { id: string }) => sessions.find(id, 'ann') !== undefined;
  const joining = create();
  const [touched, held] = [left(), left()];
  sessions.touch(touched);
  sessions.touch(held, Number.POSITIVE_INFINITY);
  const idle = Array.from({ length: 6 }, left);
  create();
  expect([joining, touched, held].map(isThere)).toEqual([true, true, true]);
  expect(idle.map(isThere)).toEqual([false, false, true, true, true, true]);
  // Nothing was heard of the touched one since.
  clock.pass(60_000);
  sessions.updatePresence(60_000);
  create();
  expect([touched, held].map(isThere)).toEqual([false, true]);
});

test('a session whose game is over expires minutes after its socket went, also over a restart', () => {
  const clock = new ManualClock();
  const { sessions } = sessionTable(clock);
  const socket = {
    remoteAddress: '127.0.0.1',
    onTaken: () => {},
    push: () => {},
    sendAnswer: () => {},
  };
  const ending: readonly [LinkPush['type'], LinkPush['data']][] = [
    ['game_ended', {}],
    ['status', { status: 'deleted' }],
    ['status', { status: 'recovering' }],
  ];
  const made = ending.map(([type, data], index) => {
    const session = sessions.create('ann', `game-${index}`);
    session.attach(socket);
    sessions.push({ type, agent_id: 'ann', game_id: session.gameId, timestamp: 0, data });
    return session;
  });
  const alive = () => made.map(({ id }) => sessions.find(id, 'ann') !== undefined);
  clock.pass(HOUR_MS);
  sessions.removeExpired();
  expect(alive()).toEqual([true, true, true]);
  for (const session of made) session.detach(socket);
  const [over] = made;
  const kept = { ...must(over).snapshot(), id: 'kept' };
  const seat = {
    agentId: 'ann',
    gameId: 'game-0',
    connectData: {},
    seated: { player_id: 1, game_id: 'game-0' },
  };
  sessions.restore({ seats: [seat], sessions: [kept] });
  expect(sessions.find('kept', 'ann')).toBeDefined();
  clock.pass(301_000);
  sessions.removeExpired();
  expect(alive()).toEqual([false, false, true]);
  expect(sessions.size).toBe(1);
});

test('a session goes on as before when a new game has the id of one that was over', () => {
  const clock = new ManualClock();
  const { sessions } = sessionTable(clock);
  const session = sessions.create('ann', 'game');
  const push = (type: LinkPush['type'], data: LinkPush['data'] = {}) =>
    sessions.push({ type, agent_id: 'ann', game_id: 'game', timestamp: 0, data });
  push('status', { status: 'deleted' });
  push('game_ready');
  session.recordLogin(Buffer.alloc(32));
  clock.pass(HOUR_MS);
  expect(sessions.find(session.id, 'ann')).toBe(session);
  push('status', { status: 'deleted' });
  push('event');
  expect(sessions.find(session.id, 'ann')).toBeUndefined();
});

test('restored sessions of a game that is over end early, unless it has begun anew since', () => {
  const push = (seq: number, type: string) => ({ seq, type, text: '' });
  const [ended, ready] = [push(1, 'game_ended'), push(2, 'game_ready')];
  const isThere = (pushes: readonly ReturnType<typeof push>[], hasSeat = false): boolean => {
    const clock = new ManualClock();
    const { sessions } = sessionTable(clock);
    if (hasSeat) sessions.create('ann', 'game');
    sessions.restore({
      seats,
      sessions: [{ ...kept('session-number-1', clock.now()), pushes: [...pushes] }],
    });
    clock.pass(HOUR_MS / 2);
    return sessions.find('session-number-1', 'ann') !== undefined;
  };
  expect([isThere([]), isThere([ended]), isThere([ended, ready])]).toEqual([true, false, true]);
  // Its seat is here, where the game goes on.
  expect(isThere([ended], true)).toBe(true);
});
