import { expect, test } from 'vitest';
import { actionFields, withWord } from '../../../proxy/actions/action-fields.js';
import { actions } from '../../../proxy/actions/registry.js';

/** The fields of an action as its schema gets them. */
function read(action_type: string, fields: Readonly<Record<string, unknown>>) {
  const schema = actions.get(action_type)?.schema;
  if (schema === undefined) throw new Error(`No action ${action_type}`);
  return withWord(actionFields({ action_type, ...fields }), schema);
}

test.each([
  ['city_focus', { actor_id: 5, target: 'food' }, { actor_id: 5, focus: 'food' }],
  ['delegate', { target: 'workers' }, { part: 'workers' }],
])('a word as the target of %s is read as the field that has it', (name, given, meant) => {
  expect(read(name, given)).toEqual(meant);
});

test.each([
  ['city_focus', { actor_id: 5, focus: 'food', target: 'trade' }],
  ['city_focus', { actor_id: 5, target: 'glory' }],
  ['city_production', { actor_id: 5, target: 'food' }],
  ['go_and', { actor_id: 5, do: 'fortify', target: 'capital' }],
])('a target of %s that is no word of a missing field stays the target: %o', (name, given) => {
  const { target, ...others } = given;
  expect(read(name, given)).toEqual({ ...others, target: { value: target } });
});
