import { expect, test } from 'vitest';
import { fail } from '#shared/core/result.js';
import { flatForm } from '../../../features/flat-dialect/flat-forms.js';
import { readRequest } from '../../../gateway/agent/agent-request.js';
import { readAgentFrame, readFrame } from '../../../gateway/agent/frame.js';
import { ordinaryForm } from '../../../gateway/forms/answer-form.js';
import { messageForms } from '../../../services/gateway/compose-forms.js';

const limits = { bytes: 4096, depth: 16, values: 1000, bare: 4096 };

function requestOf(message: unknown) {
  const read = readAgentFrame(Buffer.from(JSON.stringify(message)), limits, messageForms);
  if (!read.ok) return fail(read.failure.reason);
  const request = readRequest(read.value, messageForms);
  return request.ok ? request.value : request;
}

/** Only in the form of flat clients. */
const { limitNote } = flatForm;
const query = { format: 'full', include_legal_actions: true };

test.each([
  [{ unit_id: 4 }, { form: { limitNote, digested: { legacy: { of: 'unit', ids: [4], isBatch: false } } } }],
  [
    { unit_ids: [4, 5] },
    { form: { limitNote, digested: { legacy: { of: 'unit', ids: [4, 5], isBatch: true } } } },
  ],
  [{ data: { unit_ids: [4] } }, { form: { digested: { legacy: { of: 'unit', ids: [4], isBatch: true } } } }],
  [
    { data: { unit_id: 4 }, correlation_id: 'c' },
    { correlationId: 'c', form: { digested: { legacy: { ids: [4], isBatch: false } } } },
  ],
])('unit_actions_query %o is a state_query for what can be done', (fields, request) => {
  expect(requestOf({ type: 'unit_actions_query', agent_id: 'a', ...fields })).toMatchObject({
    type: 'state_query',
    data: { ...query, sections: ['units', 'legal_actions'] },
    ...request,
  });
});

test.each([
  [{ city_id: 'five' }, 'E105', 'city_id'],
  [{ city_ids: [] }, 'E105', 'city_ids'],
  [{ city_ids: 5 }, 'E105', 'city_ids'],
  [{ city_ids: Array(101).fill(1) }, 'E105', 'city_ids'],
  [{ city_ids: [1, null] }, 'E105', 'city_ids.1'],
  [{}, 'E101', 'city_ids'],
])('city_actions_query %o is refused with %s and the field at fault', (fields, code, path) => {
  expect(requestOf({ type: 'city_actions_query', ...fields })).toMatchObject({
    ok: false,
    failure: { code, path },
  });
});

test.each([
  [{ message: 'hello' }, { text: 'hello' }],
  [{ data: { text: 'hello', target: 2 } }, { text: 'hello', target: 2 }],
  [{ data: { message: 'hello', player_id: 2 } }, { text: 'hello', target: 2 }],
])('chat %o is a message to players', (fields, data) => {
  expect(requestOf({ type: 'chat', ...fields })).toMatchObject({
    type: 'action',
    form: { digested: { legacy: { kind: 'chat' } } },
    data: { action_type: 'diplomacy_message', ...data },
  });
});

test('chat without a text is refused', () => {
  expect(requestOf({ type: 'chat' })).toMatchObject({ failure: { code: 'E101', path: 'message' } });
  expect(requestOf({ type: 'chat', message: 5 })).toMatchObject({
    failure: { code: 'E105', path: 'message' },
  });
});

test.each([
  [{ data: 'unit_move_103(11,10)' }, { action_type: 'unit_move', actor_id: 103, target: { x: 11, y: 10 } }],
  [{ action: 'unit_found_city_settlers(7)' }, { action_type: 'unit_build_city', actor_id: 7 }],
  [
    { data: { action_type: 'city_change_production', actor_id: 5, target: { production: 'Warriors' } } },
    { action_type: 'city_production', target: { production: 'Warriors' } },
  ],
  [
    { data: { action_type: 'spy_steal_tech', actor_id: 5, target: { city_id: 8 } } },
    { action_type: 'unit_spy_steal_tech', target: { id: 8 } },
  ],
  [
    {
      data: {
        action_type: 'unit_spy_targeted_sabotage_city',
        sub_target: { type: 'building', name: 'Granary' },
      },
    },
    { sub_target: 'Granary' },
  ],
])('the action %o has the names of this gateway', (fields, data) => {
  expect(requestOf({ type: 'action', ...fields })).toMatchObject({ type: 'action', data });
});

test('what the protocol has itself is left alone', () => {
  const data = { action_type: 'unit_move', actor_id: 4, target: { x: 1, y: 2 } };
  const bytes = Buffer.from(JSON.stringify({ type: 'action', data }));
  const ordinary = { data, fieldsAt: 'data', form: ordinaryForm };
  expect(readAgentFrame(bytes, limits, messageForms)).toMatchObject(readFrame(bytes, limits));
  expect(readAgentFrame(bytes, limits, messageForms)).toMatchObject({ ok: true, value: ordinary });
});
