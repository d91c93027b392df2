import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { type Stack, startStack } from '../../support/stack.js';

describe('rules and notes', () => {
  let stack: Stack;
  let agent: AgentConnection;

  beforeAll(async () => {
    stack = await startStack();
    agent = await stack.agent('planner');
    await agent.connect({ api_token: stack.token, game_id: 'plans', game_config: { players: 2 } });
    await agent.push('turn_start');
  });

  afterAll(() => stack[Symbol.asyncDispose]());

  test('a question about the rules is answered in sentences from the ruleset of the game', async () => {
    const { entries } = await agent.request('rules_query', { name: 'phalanxes' });
    expect(entries).toMatchObject([{ kind: 'unit', name: 'phalanx', title: 'Phalanx' }]);
  });

  test('a question about nothing the rules have is E130 with what it may have meant', async () => {
    const error = await agent
      .request('rules_query', { name: 'Phalanks', kind: 'unit' })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'E130',
      details: { did_you_mean: expect.arrayContaining(['Phalanx']) },
    });
  });

  test('notes are kept with the seat, come back on a new connection, and are told of when they are due', async () => {
    const { notes } = await agent.request('notes', {
      add: [{ text: 'trade embassies with the Greeks', due_turn: 2 }, { text: 'the north is all desert' }],
    });
    expect(notes).toMatchObject([
      { id: 1, turn: 1, due_turn: 2 },
      { id: 2, text: 'the north is all desert' },
    ]);
    await agent.act('end_turn');
    const { digest } = await agent.push('turn_start', (data) => data.turn === 2);
    expect(digest).toMatchObject({ notes_due: [{ id: 1, text: 'trade embassies with the Greeks' }] });
    await agent.close();
    agent = await stack.agent('planner');
    await agent.connect({ api_token: stack.token, game_id: 'plans' });
    expect(await agent.request('notes', { remove: [1] })).toMatchObject({ notes: [{ id: 2 }] });
  });
});
