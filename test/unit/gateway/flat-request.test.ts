import { expect, test } from 'vitest';
import { flatForm, flatStateForm } from '../../../features/flat-dialect/flat-forms.js';
import { readRequest } from '../../../gateway/agent/agent-request.js';
import { readAgentFrame } from '../../../gateway/agent/frame.js';
import { ordinaryForm } from '../../../gateway/forms/answer-form.js';
import { messageForms } from '../../../services/gateway/compose-forms.js';

function requestOf(message: unknown) {
  const limits = { bytes: 4096, depth: 16, values: 1000, bare: 4096 };
  const read = readAgentFrame(Buffer.from(JSON.stringify(message)), limits, messageForms);
  if (!read.ok) return read;
  const request = readRequest(read.value, messageForms);
  return request.ok ? request.value : request;
}

test('the same query in both dialects is the same request', () => {
  const flat = requestOf({ type: 'state_query', format: 'full', include_legal_actions: true, agent_id: 'a' });
  const spec = requestOf({
    type: 'state_query',
    agent_id: 'a',
    data: { format: 'full', include_legal_actions: true },
  });
  expect(flat).toEqual({ ...spec, form: flatStateForm });
});

test.each([
  [
    { type: 'unit_move', unit_id: 4, dest_x: 1, dest_y: 2 },
    { action_type: 'unit_move', actor_id: 4, target: { x: 1, y: 2 } },
  ],
  [
    { type: 'tech_research', tech_name: 'bronze working' },
    { action_type: 'tech_research', target: { value: 'bronze working' } },
  ],
  [
    { type: 'city_production', city_id: 7, production_type: 'warriors' },
    { action_type: 'city_production', actor_id: 7, target: { value: 'warriors' } },
  ],
  [
    { type: 'unit_move', unit_id: 4, target: { x: 1, y: 2 }, priority: 'low', parameters: {} },
    { action_type: 'unit_move', actor_id: 4, target: { x: 1, y: 2 }, priority: 'low', parameters: {} },
  ],
  [{ type: 'end_turn' }, { action_type: 'end_turn' }],
])('the flat action %j becomes the specification’s', (flat, spec) => {
  expect(requestOf({ type: 'action', agent_id: 'a', data: flat })).toMatchObject({
    form: flatForm,
    data: spec,
  });
  expect(requestOf({ type: 'action', agent_id: 'a', action: flat })).toMatchObject({
    form: flatForm,
    data: spec,
  });
});

test('an action in the specification’s form stays as it is', () => {
  const data = {
    action_type: 'unit_move',
    actor_id: 42,
    target: { x: 1, y: 2 },
    parameters: { validate: true },
  };
  expect(requestOf({ type: 'action', data })).toEqual({
    type: 'action',
    form: ordinaryForm,
    kind: 'game',
    data,
  });
});
