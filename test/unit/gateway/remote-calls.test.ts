import { expect, test } from 'vitest';
import { messageOf } from '../../../features/remote/remote-calls.js';

const actions = [{ action: 'unit_fortify', actor_id: 3 }];

test.each([
  [{}, 'action'],
  [{ until: null, actions: null, advised: false }, 'action'],
  [{ until: 'decision' }, 'tool_call'],
  [{ actions }, 'tool_call'],
  [{ advised: true }, 'tool_call'],
])('an end_turn of a remote agent with %j is a message of type %s', (args, type) => {
  expect(messageOf({ function: 'end_turn', arguments: args }, 'c')).toMatchObject({ type });
});
