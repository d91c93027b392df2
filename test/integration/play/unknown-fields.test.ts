import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Stack, startStack } from '../../support/stack.js';
import { RawAgentSocket } from '../gateway/support/raw-agent-socket.js';

describe('unknown fields', () => {
  let stack: Stack;
  let agent: RawAgentSocket;

  beforeAll(async () => {
    stack = await startStack();
    const game_config = { players: 2, seeds: { game: 7, map: 7 } };
    const login = { api_token: stack.token, game_id: 'warned', game_config };
    agent = await RawAgentSocket.loggedIn(Number(new URL(stack.gatewayUrl).port), 'warned', login);
  });

  afterAll(async () => {
    await agent.close();
    await stack[Symbol.asyncDispose]();
  });

  test('an unknown field of a query is named in a warning beside its answer', async () => {
    agent.sendRequest('state_query', { format: 'brief', legal_actionz: 'list', about: 7 }, 'q');
    expect(await agent.nextOf('state_update')).toMatchObject({
      warnings: [
        'state_query has no field legal_actionz; did you mean legal_actions?',
        'state_query has no field about',
      ],
    });
    agent.sendRequest('state_query', { format: 'options', actor_idd: 7 }, 'q1');
    expect(await agent.nextOf('state_update')).toMatchObject({
      warnings: ['state_query has no field actor_idd; did you mean actor_id?'],
    });
    agent.sendRequest('state_query', { format: 'brief' }, 'q2');
    expect(await agent.nextOf('state_update')).not.toHaveProperty('warnings');
  });

  test('an unknown field of an action is named in a warning of its verdict', async () => {
    agent.sendRequest('action', { action_type: 'tech_goal', target: 'Writing', trun: 5 }, 'a');
    expect((await agent.nextOf('action_result')).data).toMatchObject({
      warnings: ['tech_goal has no field trun; did you mean turn?'],
    });
    agent.sendRequest('action', { action_type: 'end_turn', parameters: { auto: true } }, 'b');
    expect((await agent.nextOf('action_result')).data).not.toHaveProperty('warnings');
  });
});
