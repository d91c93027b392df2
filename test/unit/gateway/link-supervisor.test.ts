import { expect, test } from 'vitest';
import type { LinkPush } from '#shared/protocol/link.js';
import { LinkSupervisor, reportRejoined } from '../../../gateway/session/link-supervisor.js';
import { ManualClock } from '../../support/manual-clock.js';
import { sessionTable } from '../../support/session-table.js';

/** Two seats of which only the first has ever joined, supervised over a link that is down. */
function supervised(canMove = () => false) {
  const clock = new ManualClock();
  const { sessions, link, metrics } = sessionTable(clock);
  const joined = sessions.create('ann', 'game');
  const fresh = sessions.create('ben', 'game');
  const seated = { player_id: 1, game_id: 'game' };
  joined.seat.restore({ agentId: 'ann', gameId: 'game', connectData: {}, seated });
  const { isUp, retryAfter } = link;
  const supervisedLink = {
    ...{ isUp, retryAfter },
    get canMove() {
      return canMove();
    },
  };
  const events = new LinkSupervisor(supervisedLink, sessions, { clock, metrics });
  const heard = { joined: [] as unknown[], fresh: [] as unknown[] };
  const socket = (list: unknown[]) => ({
    remoteAddress: '::1',
    push: ({ text }: { readonly text: string }) => list.push(JSON.parse(text)),
    sendAnswer: () => {},
    onTaken: () => {},
  });
  joined.attach(socket(heard.joined));
  fresh.attach(socket(heard.fresh));
  return { clock, events, heard, seat: joined.seat };
}

const push = (seq: number | undefined, turn: number): LinkPush => ({
  ...{ type: 'turn_start', agent_id: 'ann', game_id: 'game', timestamp: 5, data: { turn } },
  ...(seq !== undefined && { place: { outbox: 'o', seq } }),
});

test('what was heard of a deleted game is forgotten: the next of its id is heard from its beginning', () => {
  const { events, seat } = supervised();
  events.onPush(push(1, 7));
  seat.readyPush = push(1, 7);
  expect(seat.progress).toMatchObject({ heard: { outbox: 'o', seq: 1 }, turn: 7 });
  events.onPush({ ...push(2, 7), type: 'status', data: { status: 'deleted' } });
  expect(seat.progress).toEqual({ heard: undefined, journal: undefined, turn: undefined });
  expect(seat.readyPush).toBeUndefined();
});

test('a lost link is told to those who had joined, with the time of the next attempt', () => {
  const { events, heard } = supervised();
  events.onLost(() => true);
  expect(heard.fresh).toEqual([]);
  expect(heard.joined).toMatchObject([
    { type: 'status', data: { game_id: 'game', status: 'recovering', retry_after: 1 } },
  ]);
});

test('a seat that cannot be joined again is told so, with the reason', async () => {
  const { clock, events, heard } = supervised();
  events.onUp(() => true);
  for (let passed = 0; passed < 200 && heard.joined.length === 0; passed += 1) {
    clock.pass(1_000);
    await new Promise(setImmediate);
  }
  expect(heard.fresh).toEqual([]);
  expect(heard.joined).toMatchObject([
    { type: 'status', data: { game_id: 'game', status: 'unavailable', code: 'E123' } },
  ]);
});

test('seats are neither joined again nor told that they cannot be after the end', async () => {
  let asked = 0;
  const { clock, events, heard } = supervised(() => ++asked > 0);
  const passMinutes = async () => {
    for (let second = 0; second < 200; second++) {
      clock.pass(1_000);
      await new Promise(setImmediate);
    }
  };
  events.onLost(() => true);
  await passMinutes();
  // At the loss, and after each attempt.
  expect(asked).toBeGreaterThan(2);
  events.onUp(() => true);
  events.stop();
  asked = 0;
  await passMinutes();
  expect(asked).toBe(0);
  expect(heard.joined).toMatchObject([{ data: { status: 'recovering' } }]);
});

test('a seat that joined again is told so, and asked for a full state only where pushes were lost', () => {
  const clock = new ManualClock();
  const { sessions, metrics } = sessionTable(clock);
  const session = sessions.create('ann', 'game');
  const told: unknown[] = [];
  const push = ({ text }: { readonly text: string }) => told.push(JSON.parse(text));
  session.attach({
    remoteAddress: '::1',
    push,
    sendAnswer: () => {},
    onTaken: () => {},
  });
  const missing = [{ turn: 3, requests: 2, file: 'journal' }];
  reportRejoined(sessions, session.seat, { player_id: 1, game_id: 'game', missing }, { clock, metrics });
  expect(told).toMatchObject([{ type: 'status', agent_id: 'ann' }]);
  expect(told[0]).toHaveProperty('data', { game_id: 'game', status: 'recovered', resync: false });
});

test('a push that the proxy sends again is delivered once; one without a place is always delivered', () => {
  const { events, heard } = supervised();
  for (const [seq, turn] of [
    [1, 1],
    [1, 2],
    [3, 3],
    [2, 4],
    [undefined, 5],
    [undefined, 5],
    [4, 6],
  ] as const)
    events.onPush(push(seq, turn));
  expect(heard.joined.map((told) => (told as { data: { turn: number } }).data.turn)).toEqual([1, 3, 5, 5, 6]);
  events.onPush({ ...push(5, 7), agent_id: 'nobody' });
  expect([heard.joined.length, heard.fresh.length]).toEqual([5, 0]);
});
