import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { type Stack, startStack } from '../../support/stack.js';

describe('batches', () => {
  let stack: Stack;
  let agent: AgentConnection;
  let settlers: number[];

  beforeAll(async () => {
    stack = await startStack();
    agent = await stack.agent('batcher');
    await agent.connect({ api_token: stack.token, game_id: 'many', game_config: { players: 2 } });
    const { units } = await agent.state({ format: 'full' });
    settlers = units.filter(({ type }) => type === 'settlers').map(({ id }) => id);
  });

  afterAll(() => stack[Symbol.asyncDispose]());

  test('actions of a batch are done in order, one result each, and may name what earlier ones made', async () => {
    const answer = await agent.request('action_batch', {
      request_id: 'opening',
      actions: [
        { action_type: 'unit_build_city', actor_id: settlers[0] },
        { action_type: 'city_production', actor_id: 'last_city', target: 'Settlers' },
        { action_type: 'unit_sentry', actor_id: 64_999 },
        { action_type: 'tech_research', target: 'Pottery' },
      ],
    });
    expect(answer).toMatchObject({
      type: 'action_batch_result',
      request_id: 'opening',
      success: false,
      results: [
        { index: 0, success: true, action_type: 'unit_build_city' },
        { index: 1, success: true, result: { state_change: { production: 'Settlers' } } },
        { index: 2, success: false, error: { code: 'E130' } },
        { index: 3, outcome: expect.stringMatching(/applied|no_effect/) },
      ],
    });
  });

  test('with stop_on_error the actions of a batch after a failure are left out and say so', async () => {
    const answer = await agent.request('action_batch', {
      stop_on_error: true,
      actions: [
        { action_type: 'unit_sentry', actor_id: 64_999 },
        { action_type: 'unit_fortify', actor_id: settlers[1] },
      ],
    });
    expect(answer.results).toMatchObject([{ error: { code: 'E130' } }, { error: { code: 'E134' } }]);
  });

  test('stop ends the batches that run, and says how many they were', async () => {
    expect(await agent.request('stop', {})).toMatchObject({ stopped: { batches: 0 } });
  });
});
