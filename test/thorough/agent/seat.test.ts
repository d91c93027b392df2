import { expect, onTestFinished, test } from 'vitest';
import type { LinkRequest } from '#shared/protocol/link.js';
import {
  GamePaused,
  GameUnreachable,
  GatewayLost,
  InvalidAction,
  MessageTooLarge,
  OutcomeUnknown,
  SeatClosed,
  SessionTakenOver,
  WrongToken,
} from '../../../agent/errors.js';
import { AgentSeat, type SeatOptions } from '../../../agent/seat.js';
import type { SeatStatus } from '../../../agent/session-link.js';
import { type Fixture, startFixture } from '../../integration/gateway/support/gateway-fixture.js';
import { answerAll } from '../../integration/gateway/support/scripted-proxy.js';
import { freePort } from '../../support/free-port.js';
import { Relay } from '../../support/relay.js';

/** A seat at the gateway on that port; closed with the test. */
function sit(port: number, options: Partial<SeatOptions> = {}): AgentSeat {
  const who = { agentId: 'my-agent', token: 'good-token', game: 'g1' };
  const seat = new AgentSeat(`ws://127.0.0.1:${port}`, { ...who, ...options });
  onTestFinished(() => seat.close());
  return seat;
}

/** A gateway with a scripted proxy, and a relay before it whose connections can be cut. */
async function behindRelay(environment: Record<string, string> = {}) {
  const fixture = await startFixture(environment, { timeouts: { sessionSweep: 50 } });
  const relay = await Relay.to(fixture.port);
  onTestFinished(async () => {
    await relay[Symbol.asyncDispose]();
    await fixture[Symbol.asyncDispose]();
  });
  return { ...fixture, relay };
}

/** The proxy answers no action before the returned function is called with it; counts how often each came. */
function holdActions({ proxy }: Pick<Fixture, 'proxy'>) {
  const held: LinkRequest[] = [];
  proxy.respond = (request) => {
    if (request.type === 'action') held.push(request);
    else answerAll(request, proxy);
  };
  const answer = () => {
    for (const request of held.splice(0)) answerAll(request, proxy);
  };
  return { held, answer };
}

test('what has no answer is sent again in the same session, over the rate limit too, and carried out once', async () => {
  const { proxy, relay } = await behindRelay({ RATE_BURST: '2' });
  const actions = holdActions({ proxy });
  const seat = sit(relay.port);
  const { session_id } = await seat.seated();
  const verdicts = [seat.act('unit_move', { unit_id: 1 }), seat.act('unit_move', { unit_id: 2 })];
  await expect.poll(() => actions.held.length).toBe(2);
  for (let cut = 0; cut < 2; cut += 1) {
    relay.cut();
    expect((await seat.seated()).session_id).toBe(session_id);
  }
  const query = seat.request('state_query', {});
  actions.answer();
  expect(await Promise.all(verdicts)).toMatchObject([{ success: true }, { success: true }]);
  expect(await query).toMatchObject({ data: { turn: 1 } });
  const moved = proxy.received.filter(({ type }) => type === 'action').map(({ data }) => data.unit_id);
  expect(moved).toEqual([1, 2]);
});

test('in another session only what was never sent is done; what may have been done is an unknown outcome', async () => {
  const { proxy, port, relay } = await behindRelay({
    SESSION_EXPIRES_S: '1',
    ADMIN_TOKEN: 'an-admin-of-the-tests',
  });
  const { held } = holdActions({ proxy });
  const statuses: string[] = [];
  const seat = sit(relay.port, { onStatus: ({ kind }) => statuses.push(kind) });
  await seat.seated();
  const before = seat.session?.id;
  const told = seat.push('status', (data) => data.status === 'gap');
  const sent = expect(seat.act('unit_move', { unit_id: 1 })).rejects.toThrow(OutcomeUnknown);
  await expect.poll(() => held.length).toBe(1);
  relay.isOpen = false;
  relay.cut();
  await expect.poll(() => statuses.at(-1)).toBe('lost');
  const unsent = seat.act('unit_move', { unit_id: 2 });
  const asked = seat.request('state_query', {});
  const headers = { authorization: 'Bearer an-admin-of-the-tests' };
  const sessions = async () =>
    (await fetch(`http://127.0.0.1:${port}/api/admin/sessions`, { headers })).text();
  await expect.poll(sessions).not.toContain('my-agent');
  proxy.respond = answerAll;
  relay.isOpen = true;
  await sent;
  expect(await unsent).toMatchObject({ success: true });
  expect(await asked).toMatchObject({ data: { turn: 1 } });
  expect(seat.session?.id).not.toBe(before);
  expect(await told).toMatchObject({ resync: true });
});

test('a refusal that passes is met with the same request again; any other is thrown by its class', async () => {
  const { proxy, port } = await behindRelay();
  const refusals = ['E123', 'E122', 'E123'];
  const names = new Set<string>();
  proxy.respond = (request) => {
    if (request.type !== 'action') return answerAll(request, proxy);
    names.add(request.once?.key ?? request.correlation_id);
    const code = request.data.unit_id === 9 ? 'E130' : refusals.shift();
    const details = request.data.unit_id === 8 ? { outcome: 'unknown' } : { retry_after: 0.01 };
    if (code === undefined) return answerAll(request, proxy);
    const reason = { error_code: code, error_message: 'no', code, message: 'no' };
    proxy.answer(request, 'error', { type: 'error', success: false, ...reason, details });
  };
  const seat = sit(port);
  expect(await seat.act('unit_move', { unit_id: 1 })).toMatchObject({ success: true });
  expect(names.size).toBe(4);
  await expect(seat.act('unit_move', { unit_id: 9 })).rejects.toThrow(InvalidAction);
  refusals.push('E132');
  await expect(seat.act('unit_move', { unit_id: 8 })).rejects.toMatchObject({ isOutcomeUnknown: true });
  const hasty = sit(port, { agentId: 'hasty', reconnectTimeoutMs: 5 });
  refusals.push('E123');
  await expect(hasty.act('unit_move', { unit_id: 1 })).rejects.toThrow(GameUnreachable);
});

test('over the rate limit requests wait, all of them, and each is done once', async () => {
  const { proxy, port } = await behindRelay({ RATE_BURST: '3' });
  const seat = sit(port);
  const units = [1, 2, 3, 4, 5, 6, 7];
  await Promise.all(units.map((unit_id) => seat.act('unit_move', { unit_id })));
  const moved = proxy.received.filter(({ type }) => type === 'action').map(({ data }) => data.unit_id);
  expect(moved.toSorted()).toEqual(units);
});

test('a message that the gateway would not read is refused here, and the connection stays', async () => {
  const { port } = await behindRelay();
  const lost: SeatStatus[] = [];
  const seat = sit(port, { onStatus: (status) => status.kind === 'lost' && lost.push(status) });
  await seat.seated();
  const text = 'x'.repeat(1 << 20);
  await expect(seat.notes({ add: [{ text }] })).rejects.toThrow(MessageTooLarge);
  expect(await seat.request('state_query', {})).toMatchObject({ data: { turn: 1 } });
  expect(lost).toEqual([]);
});

const stateIn = (turn: number) => ({ type: 'state_response', format: 'digest', data: { turn } });
const failed = (code: string, details = {}) => ({
  index: 0,
  success: false,
  error: { code, message: 'no', details },
});

test.each([
  [
    'answered with the state of the next turn',
    { result: { ended: { turns: 1, why: 'turn' }, state: stateIn(2) } },
    1,
    [],
  ],
  [
    'over before the turn is',
    { result: { ended: { turns: 0, why: 'deadline' }, state: stateIn(1) } },
    1,
    ['action'],
  ],
  ['lost, when the next turn has come', failed('E131', { outcome: 'unknown' }), 2, []],
  ['lost, when the turn goes on', failed('E131', { outcome: 'unknown' }), 1, ['action']],
])('a turn whose end is %s is played to the next', async (_what, last, turnThen, more) => {
  const { proxy, port } = await behindRelay();
  let turn = 1;
  proxy.respond = (request) => {
    if (request.type === 'action_batch') {
      turn = turnThen;
      const results = [{ index: 0, success: true, result: {} }, last];
      return proxy.answer(request, 'action_batch_result', {
        type: 'action_batch_result',
        success: true,
        results,
      });
    }
    if (request.type === 'state_query') return proxy.answer(request, 'state_update', stateIn(turn));
    answerAll(request, proxy);
    if (request.type !== 'action') return;
    turn = 2;
    proxy.push('turn_start', 'my-agent', 'g1', { turn });
  };
  const seat = sit(port);
  const { verdicts, state } = await seat.playTurn([{ action_type: 'unit_sentry' }], { format: 'digest' });
  expect(verdicts).toHaveLength(2);
  expect(state).toMatchObject({ turn: 2 });
  expect(proxy.received.filter(({ type }) => type === 'action').map(({ type }) => type)).toEqual(more);
  const batch = proxy.received.find(({ type }) => type === 'action_batch');
  expect(batch?.data.actions).toMatchObject([{ turn: 1 }, { action_type: 'end_turn', turn: 1, state: {} }]);
});

test('a turn that cannot be ended has no state after the game, and is thrown where the game is paused', async () => {
  const { proxy, port } = await behindRelay();
  let code = 'E143';
  proxy.respond = (request) => {
    if (request.type !== 'action_batch') return answerAll(request, proxy);
    const results = [failed(code)];
    proxy.answer(request, 'action_batch_result', { type: 'action_batch_result', success: false, results });
  };
  const seat = sit(port);
  expect(await seat.playTurn([], { format: 'digest' })).toMatchObject({ state: undefined });
  code = 'E144';
  await expect(sit(port, { agentId: 'other' }).playTurn([], { format: 'digest' })).rejects.toThrow(
    GamePaused,
  );
});

test('an abort ends the wait for an answer, for a place and for a push; the seat goes on', async () => {
  const { proxy, port } = await behindRelay();
  const actions = holdActions({ proxy });
  const seat = sit(port);
  const controller = new AbortController();
  const { signal } = controller;
  const waiting = [
    seat.act('unit_move', { unit_id: 1 }, { signal }),
    seat.push('turn_start', () => true, { signal }),
    seat.endTurn({ signal }),
    ...Array.from({ length: 40 }, (_, unit_id) => seat.act('unit_move', { unit_id }, { signal })),
  ];
  const ends = Promise.allSettled(waiting);
  await expect.poll(() => actions.held.length).toBeGreaterThan(20);
  controller.abort(new Error('enough'));
  for (const end of await ends) expect(String(Reflect.get(end, 'reason'))).toBe('Error: enough');
  actions.answer();
  proxy.respond = answerAll;
  expect(await seat.act('unit_move', { unit_id: 50 })).toMatchObject({ success: true });
});

test('a wrong token, an empty address, another place and a close end the seat, each with its own error', async () => {
  const { port } = await behindRelay();
  await expect(sit(port, { token: 'a wrong one' }).seated()).rejects.toThrow(WrongToken);
  const nobody = sit(await freePort(), { connectTimeoutMs: 300 });
  await expect(nobody.seated()).rejects.toThrow(GatewayLost);
  const wrong = await freePort();
  // Who asks for no more patience hears of it before the 30 s of a first login are over.
  await expect(sit(wrong, { connectTimeoutMs: undefined }).seated()).rejects.toThrow(
    `No gateway answers at ws://127.0.0.1:${wrong} (connect ECONNREFUSED 127.0.0.1:${wrong}). Is npm start running there?`,
  );
  const statuses: SeatStatus[] = [];
  const first = sit(port, { onStatus: (status) => statuses.push(status) });
  await first.seated();
  const second = sit(port, { session: first.session });
  expect(await second.seated()).toMatchObject({ resumed: true });
  await expect.poll(() => statuses.at(-1)).toMatchObject({ kind: 'over', error: { code: 'E125' } });
  await expect(first.act('end_turn')).rejects.toThrow(SessionTakenOver);
  await second.close();
  await expect(second.act('end_turn')).rejects.toThrow(SeatClosed);
  expect((await second.turns().next()).done).toBe(true);
});

test('a network that gives nothing back is noticed, and nothing is done twice when it is back', async () => {
  const fixture = await startFixture({ HEARTBEAT_S: '1', SESSION_TIMEOUT_S: '2' });
  const relay = await Relay.to(fixture.port);
  onTestFinished(async () => {
    await relay[Symbol.asyncDispose]();
    await fixture[Symbol.asyncDispose]();
  });
  const { proxy } = fixture;
  const statuses: string[] = [];
  const seat = sit(relay.port, { onStatus: ({ kind }) => statuses.push(kind) });
  const { session_id } = await seat.seated();
  const read: number[] = [];
  const events = seat.events();
  relay.hold();
  const verdicts = [1, 2, 3].map((unit_id) => seat.act('unit_move', { unit_id }));
  proxy.push('chat_message', 'my-agent', 'g1', { text: 'one', turn: 1 });
  await expect.poll(() => statuses.at(-1)).toBe('lost');
  proxy.push('chat_message', 'my-agent', 'g1', { text: 'two', turn: 1 });
  relay.release();
  await Promise.all(verdicts);
  expect(await seat.seated()).toMatchObject({ resumed: true, session_id });
  while (read.length < 2) read.push((await events.next()).value.seq);
  expect(read).toEqual([1, 2]);
  const moved = proxy.received.filter(({ type }) => type === 'action').map(({ data }) => data.unit_id);
  expect(moved).toEqual([1, 2, 3]);
});
