import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { type Stack, startStack } from '../../support/stack.js';

describe('twenty turns with cities', () => {
  let stack: Stack;
  let agent: AgentConnection;

  beforeAll(async () => {
    stack = await startStack();
    agent = await stack.agent('reader');
    const game_config = { players: 2, seeds: { game: 7, map: 7 } };
    await agent.connect({ api_token: stack.token, game_id: 'told', game_config });
    const { units } = await agent.state({ format: 'full' });
    for (const { id } of units.filter(({ type }) => type === 'settlers'))
      await agent.act('settle', { unit_id: id, target: 'best' });
    for (let turn = 1; turn < 20; turn += 1) await agent.act('end_turn', { until: 'turn' });
  });

  afterAll(() => stack[Symbol.asyncDispose]());

  test('bulbs follow a change of rates at once, and are what comes at the turn change', async () => {
    await agent.act('tech_goal', { target: 'Sanitation' });
    await agent.act('player_rates', { tax: 60, luxury: 0, science: 40 });
    const few = await researchOf(agent);
    await agent.act('player_rates', { tax: 40, luxury: 0, science: 60 });
    const more = await researchOf(agent);
    expect(more.bulbs_per_turn).toBeGreaterThan(few.bulbs_per_turn);
    await agent.act('end_turn', { until: 'turn' });
    const { bulbs } = await researchOf(agent);
    const collected = more.bulbs + more.bulbs_per_turn;
    // A technology that was learned at the turn change has taken its bulbs.
    expect([collected, collected - (more.cost ?? 0)]).toContain(bulbs);
  });

  test('the digest that is asked for leaves nothing out, and begins with any turn', async () => {
    const digest = await agent.state({ format: 'digest' });
    expect(digest).toMatchObject({ turn: 21, happened_more: 0 });
    expect(digest).not.toHaveProperty('more');
    const whole = await agent.state({ format: 'digest', since_turn: 1 });
    expect(whole).toMatchObject({ turn: 21, happened_more: 0 });
    expect(happenedOf(whole).length).toBeGreaterThan(happenedOf(digest).length);
    expect(happenedOf(whole)).toEqual(expect.arrayContaining([...happenedOf(digest)]));
    expect(happenedOf(whole).join(' ')).toContain('You have founded');
  });
});

async function researchOf(agent: AgentConnection) {
  const { research } = await agent.state({ format: 'full' });
  if (research === null) throw new Error('a player researches');
  return research;
}

function happenedOf(digest: { readonly happened?: readonly string[] }): readonly string[] {
  return digest.happened ?? [];
}
