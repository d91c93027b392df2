import { expect, test } from 'vitest';
import { gameRequests, gameRequestTypes } from '#shared/protocol/game-requests.js';
import { flatForm } from '../../../features/flat-dialect/flat-forms.js';
import { type AdmissionRules, parseAndAdmit } from '../../../gateway/agent/agent-request.js';
import { ordinaryForm } from '../../../gateway/forms/answer-form.js';
import type { MessageLoad } from '../../../gateway/limits/agent-limits.js';
import { messageForms } from '../../../services/gateway/compose-forms.js';
import { conversationAppend, usageReport } from '../../support/model-records.js';

/** Data that fits each row, without anything optional. */
const smallest: Readonly<Record<string, object>> = {
  action: { action_type: 'end_turn' },
  action_batch: { actions: [{ action_type: 'end_turn' }, { action_type: 'end_turn' }] },
  rules_query: { name: 'Phalanx' },
  usage_report: usageReport(),
  conversation_append: conversationAppend('hello'),
};

/** Admits a message of the agent `a`; `loads` are what its rate limits were asked for. */
function admitted(message: object, rules: Partial<AdmissionRules> = {}) {
  const loads: MessageLoad[] = [];
  const result = parseAndAdmit(Buffer.from(JSON.stringify(message)), {
    agentId: 'a',
    hasLoggedIn: true,
    maxMessageBytes: 1 << 20,
    forms: messageForms,
    limit: (load) => {
      loads.push(load);
      return undefined;
    },
    ...rules,
  });
  return { result, loads };
}

test.each(gameRequestTypes)('%s is read by its row of the table, in both dialects', (type) => {
  const data = smallest[type] ?? {};
  const expected = gameRequests[type].data.parse(data);
  expect(admitted({ type, data, correlation_id: 'c' }).result).toMatchObject({
    ok: true,
    value: { kind: 'game', type, data: expected, form: ordinaryForm, correlationId: 'c' },
  });
  expect(admitted({ type, ...data }).result).toMatchObject({
    ok: true,
    value: { kind: 'game', type, data: expected, form: { limitNote: flatForm.limitNote } },
  });
});

test('an unknown type is E103, and the failure names every type there is', () => {
  const { result } = admitted({ type: 'sing', correlation_id: 'c' });
  const known = expect.arrayContaining(['llm_connect', ...gameRequestTypes, 'chat', 'ping']);
  const reason = { code: 'E103', path: 'type', details: { known } };
  expect(result).toMatchObject({ ok: false, failure: { reason, correlationId: 'c' } });
});

test('before the login only signs of life and llm_connect are admitted, and no limit counts them', () => {
  const rules = { hasLoggedIn: false };
  const query = admitted({ type: 'state_query', data: {} }, rules);
  expect(query.result).toMatchObject({ ok: false, failure: { reason: { code: 'E120' } } });
  expect(admitted({ type: 'ping', echo: 5 }, rules).result).toMatchObject({
    ok: true,
    value: { kind: 'ping', echo: 5 },
  });
  expect(query.loads).toEqual([]);
});

test('a message with the id of another agent is E107', () => {
  expect(admitted({ type: 'ping', agent_id: 'b' }).result).toMatchObject({
    ok: false,
    failure: { reason: { code: 'E107', path: 'agent_id' } },
  });
});

test('the limits are asked for every action of a batch, and for no action of a ping', () => {
  const batch = admitted({ type: 'action_batch', data: smallest.action_batch });
  expect(batch.loads).toMatchObject([{ actions: 2, free: false }]);
  expect(admitted({ type: 'chat', message: 'hello' }).loads).toMatchObject([{ actions: 1, free: false }]);
  expect(admitted({ type: 'conn_pong' }).loads).toMatchObject([{ actions: 0, free: true }]);
});

test('over a limit is E110 with the time to wait; only flat clients read their own code in it', () => {
  const limit = () => ({ limit: 'actions', retryAfter: 7, isBeyond: false }) as const;
  const spec = admitted({ type: 'action', data: { action_type: 'x' }, correlation_id: 'c' }, { limit });
  const details = { limit: 'actions', retry_after: 7 };
  expect(spec.result).toMatchObject({
    ok: false,
    failure: { reason: { code: 'E110', details }, correlationId: 'c', hit: { limit: 'actions' } },
  });
  const messages = [spec, admitted({ type: 'action', action: { type: 'x' } }, { limit })].map(({ result }) =>
    result.ok ? '' : result.failure.reason.message,
  );
  expect(messages.map((message) => message.includes('(E101)'))).toEqual([false, true]);
});
