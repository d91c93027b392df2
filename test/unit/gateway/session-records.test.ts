import { expect, test } from 'vitest';
import {
  foldRecords,
  readRecord,
  type SessionRecord,
  type SessionSnapshot,
} from '../../../gateway/session/persistence/session-records.js';

const of = { agentId: 'ann', gameId: 'g' };
const seat = { ...of, connectData: {}, seated: { player_id: 1, game_id: 'g' } };

/** A session that lost its socket, with lists of its own: folding lets them grow. */
const session = (changes: Partial<SessionSnapshot> = {}): SessionSnapshot => ({
  ...{ ...of, id: 'ann-0123456789ab', tokenHash: 'hash', lastAddress: '::1', detachedAt: 50, lastSeq: 0 },
  ...{ sentSeq: 0, pushes: [], answers: [], begun: [], undelivered: [], ...changes },
});
const id = { session: session().id };
const push = (seq: number) => ({ seq, type: 'event', text: `push ${seq}` });
const begun = (name: string, isUnnamed = false) => ({
  ...{ id: name, digest: `digest of ${name}`, isUnnamed, deeds: [], at: 5 },
});

/** The one session after these records. */
function sessionAfter(...records: readonly SessionRecord[]): SessionSnapshot | undefined {
  return foldRecords([{ kind: 'session', session: session() }, ...records]).sessions[0];
}

test('a login in the records replaces the token and the address, and gives the session a socket again', () => {
  const { detachedAt: _detached, ...attached } = session();
  expect(sessionAfter({ kind: 'login', ...id, tokenHash: 'other', address: '10.0.0.1' })).toEqual({
    ...{ ...attached, tokenHash: 'other', lastAddress: '10.0.0.1' },
  });
});

test('pushes in the records are kept in order, with the last one and the last handed to a socket', () => {
  const first = { kind: 'push', ...id, push: push(1), sent: 0 } as const;
  const second = { kind: 'push', ...id, push: push(2), sent: 1 } as const;
  expect(sessionAfter(first, second)).toEqual(
    session({ pushes: [push(1), push(2)], lastSeq: 2, sentSeq: 1 }),
  );
  // What was handed over once is not taken back.
  expect(sessionAfter(second, { ...first, push: push(3) })).toMatchObject({ lastSeq: 3, sentSeq: 1 });
});

test('a request in the records is in flight until its answer comes, which is kept with its digest', () => {
  const request = { kind: 'begun', ...id, ...begun('a1') } as const;
  expect(sessionAfter(request)).toEqual(session({ begun: [begun('a1')] }));
  const answered = { kind: 'answered', ...id, id: 'a1', answer: 'applied' } as const;
  expect(sessionAfter(request, { ...request, id: 'a2' }, answered)).toEqual(
    session({
      answers: [{ id: 'a1', digest: 'digest of a1', isRead: false, answer: 'applied' }],
      begun: [{ ...begun('a2'), digest: 'digest of a1' }],
    }),
  );
});

test('a request that was sent otherwise than it was begun is on record as it was sent', () => {
  const request = { kind: 'begun', ...id, ...begun('a1'), outbox: 'o', turn: 7 } as const;
  const action = { action_type: 'end_turn' };
  const sent = { ...request, outbox: 'p', turn: 8, action };
  expect(readRecord(JSON.stringify(sent))).toEqual(sent);
  expect(sessionAfter(request, sent)?.begun).toEqual([{ ...begun('a1'), outbox: 'p', turn: 8, action }]);
});

test('a recorded answer with an unknown outcome has what the proxy can be asked with', () => {
  const request = { kind: 'begun', ...id, ...begun('a1'), outbox: 'o' } as const;
  const sent = { outbox: 'o', turn: 7 };
  const unknown = { kind: 'answered', ...id, id: 'a1', answer: 'unknown', sent } as const;
  expect(sessionAfter(request, unknown)?.answers).toEqual([
    { id: 'a1', digest: 'digest of a1', isRead: false, answer: 'unknown', sent },
  ]);
  expect(readRecord(JSON.stringify(unknown))).toEqual(unknown);
});

test('the answer to a request without a name of its own is not kept, nor one to no request', () => {
  const request = { kind: 'begun', ...id, ...begun('x1', true) } as const;
  expect(sessionAfter(request, { kind: 'answered', ...id, id: 'x1', answer: 'done' })).toEqual(session());
  expect(sessionAfter({ kind: 'answered', ...id, id: 'a9', answer: 'done' })).toEqual(session());
});

test('a later snapshot of the records replaces all before it, and an end leaves none', () => {
  const later = session({ lastSeq: 9 });
  expect(
    sessionAfter({ kind: 'push', ...id, push: push(1), sent: 0 }, { kind: 'session', session: later }),
  ).toEqual(later);
  expect(sessionAfter({ kind: 'ended', ...id })).toBeUndefined();
});

test('a record about a session that is not there changes nothing', () => {
  const other = { session: 'ben-0123456789ab' };
  expect(
    sessionAfter({ kind: 'login', ...other, tokenHash: 'x', address: '::2' }, { kind: 'ended', ...other }),
  ).toEqual(session());
  expect(foldRecords([{ kind: 'begun', ...other, ...begun('a1') }])).toEqual({ seats: [], sessions: [] });
});

test('a seat has heard the last push of its session, and seats of other games have not', () => {
  const other = { ...seat, gameId: 'h' };
  const heard = { outbox: 'o', seq: 7 };
  const { seats } = foldRecords([
    { kind: 'seat', seat },
    { kind: 'seat', seat: other },
    { kind: 'session', session: session() },
    { kind: 'push', ...id, push: push(1), sent: 0, heard },
    { kind: 'login', ...id, tokenHash: 'x', address: '::1' },
  ]);
  expect(seats).toEqual([{ ...seat, heard }, other]);
});

test('a seat in the records knows the last place in the game journal that an answer named', () => {
  const journal = { created: 5, fence: 1, entry: 40, turn: 3 };
  const answered = { kind: 'answered', ...id, id: 'a1', answer: 'applied' } as const;
  const records: SessionRecord[] = [
    { kind: 'seat', seat },
    { kind: 'session', session: session() },
    { ...answered, journal },
    answered,
  ];
  const read = records.map((record) => readRecord(JSON.stringify(record)));
  expect(read).toEqual(records);
  expect(foldRecords(records).seats).toEqual([{ ...seat, journal }]);
});

test.each([
  ['a record', '{"kind":"ended","session":"s"}', { kind: 'ended', session: 's' }],
  [
    'a request without what older gateways did not write',
    '{"kind":"begun","session":"s","id":"a","digest":"d"}',
    { kind: 'begun', session: 's', id: 'a', digest: 'd', isUnnamed: false, deeds: [], at: 0 },
  ],
  ['half a line', '{"kind":"ended","sess', undefined],
  ['a record of no kind', '{"kind":"begins","session":"s"}', undefined],
  [
    'a push before the first',
    '{"kind":"push","session":"s","sent":0,"push":{"seq":0,"type":"t","text":""}}',
    undefined,
  ],
])('a line of the journal is read: %s', (_what, line, record) => {
  expect(readRecord(line)).toEqual(record);
});
