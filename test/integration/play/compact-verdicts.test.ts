import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { type Stack, startStack } from '../../support/stack.js';

describe('compact verdicts', () => {
  let stack: Stack;
  let agent: AgentConnection;
  let settlers: number[];

  beforeAll(async () => {
    stack = await startStack();
    agent = await stack.agent('brief');
    const game_config = { players: 2, seeds: { game: 7, map: 7 } };
    await agent.connect({ api_token: stack.token, game_id: 'compact', verbosity: 'compact', game_config });
    const { units } = await agent.state({ format: 'full' });
    settlers = units.filter(({ type }) => type === 'settlers').map(({ id }) => id);
  });

  afterAll(() => stack[Symbol.asyncDispose]());

  test('compact verdicts say what the request does not, and what is so already is a success', async () => {
    const answer: object = await agent.request('action_batch', {
      actions: [
        { action_type: 'unit_build_city', actor_id: settlers[0] },
        { action_type: 'city_production', actor_id: 'last_city', target: 'Settlers' },
        { action_type: 'city_production', actor_id: 'last_city', target: 'settlers' },
        { action_type: 'city_production', actor_id: 'last_city', target: 'Libary' },
      ],
    });
    expect(answer).toMatchObject({
      results: [
        { ok: true, what: { name: expect.any(String), city_id: expect.any(Number) } },
        { ok: true },
        { ok: true, already: true },
        { ok: false, code: 'E130', did_you_mean: ['Library'] },
      ],
    });
  });

  test('verdicts are compact or full as each request asks', async () => {
    const sentry = { unit_id: settlers[1] };
    const full = await agent.act('unit_sentry', { ...sentry, verbosity: 'full' });
    expect(full).toMatchObject({ type: 'action_result', outcome: 'applied' });
    const again: object = await agent.act('unit_sentry', sentry);
    expect(again).toEqual({ ok: true, already: true });
  });

  test('the compact verdict of a single action that is refused has the code and the reason alone', async () => {
    const target = { value: 'Libary' };
    const city = { action_type: 'city_production', actor_id: 'capital', target };
    const batch: object = await agent.request('action_batch', { actions: [city] });
    const { cities, player_id: me } = await agent.state({ format: 'full' });
    const id = cities.find(({ owner }) => owner === me)?.id;
    const refused: object = await agent.act('city_production', { city_id: id, target });
    expect(batch).toEqual({ results: [refused] });
    expect(refused).toMatchObject({ ok: false, code: 'E130', did_you_mean: ['Library'] });
    const malformed: object = await agent.act('unit_move', { unit_id: settlers[1], target: 'nowhere' });
    expect(malformed).toMatchObject({ ok: false, code: 'E130', why: expect.any(String) });
    await expect(
      agent.act('city_production', { city_id: id, target, verbosity: 'full' }),
    ).rejects.toMatchObject({ code: 'E130', details: { did_you_mean: ['Library'] } });
  });

  test('compact verdicts have the brief of turns that were passed', async () => {
    const passed: object = await agent.act('end_turn', { until: 'turn', as: 'text' });
    expect(passed).toMatchObject({ ok: true, brief: expect.stringMatching(/^Turn 2 /u) });
  });
});
