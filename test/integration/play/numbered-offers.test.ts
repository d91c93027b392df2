import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { AgentError } from '../../../agent/errors.js';
import { type Stack, startStack } from '../../support/stack.js';

describe('legal actions', () => {
  let stack: Stack;
  let agent: AgentConnection;

  beforeAll(async () => {
    stack = await startStack();
    agent = await stack.agent('alice');
    await agent.connect({ api_token: stack.token, game_id: 'numbered' });
    await agent.push('turn_start');
  });

  afterAll(() => stack[Symbol.asyncDispose]());

  test('the number of an offer sent back does that very offer at its version, and at no other', async () => {
    let choice: { action_index: number | undefined; version: unknown };
    let verdict: unknown;
    do {
      const state = await agent.state({ legal_actions: 'numbered' });
      const { legal_actions: offers } = state;
      expect(offers.map(({ action_index }) => action_index)).toEqual(offers.map((_, index) => index));
      const offer = offers.find(({ type }) => type === 'unit_build_city');
      choice = { action_index: offer?.action_index, version: state.version };
      verdict = await agent.request('action', choice).catch((error: unknown) => error);
      // The game server told something more of this turn in between.
    } while (verdict instanceof AgentError && /numbered: ask for them again/.test(verdict.message));
    expect(verdict).toMatchObject({ outcome: 'applied', action_type: 'unit_build_city' });
    const again = await agent.request('action', choice).catch((error: unknown) => error);
    expect(again).toBeInstanceOf(AgentError);
    expect(again).toMatchObject({ code: 'E130' });
  });

  test('the schema of legal actions has the end of the turn, and counts say what is left out', async () => {
    const state = await agent.state({ legal_actions: 'schema' });
    const { oneOf = [] } = state.legal_actions;
    expect(oneOf.map(({ properties }) => properties.type)).toContainEqual({ const: 'end_turn' });
    expect(Object.keys(state.legal_actions_more ?? {})).toContain('unit_move');
  });

  test('an optimized state with offers at turn 1 takes less than 4 KB', async () => {
    const state = await agent.state({ include_legal_actions: true });
    expect(Buffer.byteLength(JSON.stringify(state))).toBeLessThan(4096);
  });
});
