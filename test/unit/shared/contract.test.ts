import { expect, test } from 'vitest';
import { ContractCheck } from '../../support/contract.js';

const push = { type: 'chat_message', agent_id: 'a', timestamp: 1, seq: 3, data: { text: 'hello', turn: 4 } };

test('messages that fit the protocol pass the check of the tests', () => {
  const contract = new ContractCheck();
  contract.check(push);
  const pong = { type: 'pong', agent_id: 'a', timestamp: 1 };
  contract.check(pong);
  contract.check({ ...push, ...push.data });
  expect(() => contract.end()).not.toThrow();
});

test.each([
  ['a field too many', { ...push, data: { ...push.data, more: 1 } }, 'more'],
  ['a missing field', { ...push, data: { turn: 4 } }, 'text'],
  ['a field of another kind', { ...push, data: { ...push.data, turn: '4' } }, 'turn'],
  ['an unknown type', { ...push, type: 'gossip' }, 'gossip'],
  ['an envelope with a field too many', { ...push, more: 1 }, 'more'],
])('%s is reported at the end of a test', (_, message, field) => {
  const contract = new ContractCheck();
  contract.check(message);
  expect(() => contract.end()).toThrow(field);
});
