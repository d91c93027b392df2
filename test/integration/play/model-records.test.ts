import { afterAll, beforeAll, expect, test } from 'vitest';
import { gameInfoSchema } from '#shared/protocol/game-summary.js';
import { gameScoreSchema } from '#shared/protocol/score.js';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { conversationAppend, usageReport } from '../../support/model-records.js';
import { type Stack, startStack } from '../../support/stack.js';

let stack: Stack;
let agent: AgentConnection;

beforeAll(async () => {
  stack = await startStack();
  agent = await stack.agent('model');
  await agent.connect({ api_token: stack.token, game_id: 'records', game_config: { players: 2 } });
  await agent.push('turn_start');
});
afterAll(() => stack[Symbol.asyncDispose]());

async function runOf(agentId: string) {
  const answer = await fetch(`${stack.httpUrl}/api/games/records`, {
    headers: { authorization: `Bearer ${stack.token}` },
  });
  const { seats } = gameInfoSchema.parse(await answer.json());
  return seats.find((seat) => seat.agent_id === agentId)?.run;
}

async function failureOf(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(() => 'it was accepted').catch((reason: unknown) => reason);
}

test('a report of usage answers the run of the seat, which the game shows; a second one replaces it', async () => {
  expect(await runOf('model')).toMatchObject({ usage: null, valid: true });
  const first = await agent.request('usage_report', usageReport({ turn: 1, output_tokens: 10 }));
  expect(first).toMatchObject({
    turn: 1,
    run: { usage: { turns: 1, output_tokens: 10 }, valid: true },
  });
  await agent.request('usage_report', usageReport({ turn: 1, output_tokens: 70, reason: 'none' }));
  expect(await runOf('model')).toMatchObject({
    usage: { turns: 1, calls: 2, output_tokens: 70, cost_usd: 0.0125, models: ['anthropic/m-1'] },
    turns: { played: 1, agent_error: 0 },
  });
  const metrics = await (await fetch(`${stack.proxyHttpUrl}/metrics`)).text();
  expect(metrics).toContain('freeciv_proxy_model_tokens_total{provider="anthropic",kind="output"} 70');
  expect(metrics).toContain('freeciv_proxy_model_turns_total{provider="anthropic",outcome="played"} 1');
});

test('metrics name known providers only, and count of a repeated report what it has more', async () => {
  const scrape = async () => (await fetch(`${stack.proxyHttpUrl}/metrics`)).text();
  await agent.request('usage_report', usageReport({ turn: 1, provider: 'my-basement', output_tokens: 75 }));
  const metrics = await scrape();
  expect(metrics).toContain('freeciv_proxy_model_tokens_total{provider="other",kind="output"} 5');
  expect(metrics).not.toContain('my-basement');
  await agent.request('usage_report', usageReport({ turn: 1, output_tokens: 70 }));
  expect(await scrape()).toContain('freeciv_proxy_model_tokens_total{provider="anthropic",kind="output"} 70');
});

test('a turn that has not begun cannot be reported on', async () => {
  const error = await failureOf(agent.request('usage_report', usageReport({ turn: 9 })));
  expect(error).toMatchObject({ code: 'E105', details: { path: 'data.turn' } });
});

test('a turn that failed makes the run invalid, with its reason', async () => {
  const reason = 'the model server was killed';
  await agent.act('end_turn', { parameters: { failed: reason } });
  await agent.push('turn_start', ({ turn }) => turn === 2);
  expect(await runOf('model')).toMatchObject({ turns: { agent_error: 1 }, valid: false });
  await agent.request('usage_report', usageReport({ turn: 1, outcome: 'agent_error', reason }));
  expect(await runOf('model')).toMatchObject({
    turns: { played: 0, agent_error: 1 },
    invalid_reason: `Turn 1: the model failed (${reason})`,
  });
});

test('messages of a conversation are counted; those sent again are left out, and a gap is refused', async () => {
  const append = (text: string, fields: object = {}) =>
    agent.request('conversation_append', conversationAppend(text, fields));
  expect(await append('one', { title: 'A game' })).toMatchObject({ conversation_id: 'c', messages: 1 });
  expect(await append('two', { from: 1 })).toMatchObject({ messages: 2 });
  expect(await append('two', { from: 1 })).toMatchObject({ messages: 2 });
  expect(await failureOf(append('four', { from: 3 }))).toMatchObject({
    ...{ code: 'E105', details: { path: 'data.from', messages: 2 } },
  });
  expect(await failureOf(append('five', { format: 'gemini' }))).toMatchObject({
    ...{ code: 'E105', details: { path: 'data.format' } },
  });
  const long = await failureOf(append('x'.repeat(200_000)));
  expect(long).toMatchObject({ code: 'E106', details: { path: 'data.messages.0' } });
});

test('the scores of a game tell how each agent plays', async () => {
  const other = await stack.agent('careless');
  await other.connect({ api_token: stack.token, game_id: 'process', game_config: { players: 2 } });
  await other.push('turn_start');
  const nowhere = { action_type: 'unit_move', actor_id: 99_999, target: { x: 1, y: 1 } };
  const refused = () => failureOf(other.request('action', nowhere));
  // The first turn: three refusals without a look, the last two of which repeat the first. Which turn it is, is no look.
  await other.request('state_query', { format: 'llm_optimized', sections: [] });
  for (let i = 0; i < 3; i += 1) expect(await refused()).toMatchObject({ code: 'E130' });
  await other.act('end_turn');
  await other.push('turn_start', ({ turn }) => turn === 2);
  // The second: a look first. The same refusal again, a new one, and a plan that is carried out.
  await other.request('state_query', { format: 'brief' });
  await refused();
  await failureOf(other.request('action', { ...nowhere, actor_id: 99_998 }));
  await other.request('usage_report', usageReport({ turn: 1, input_tokens: 500, output_tokens: 100 }));
  await other.act('end_turn');
  await other.push('turn_start', ({ turn }) => turn === 3);
  const headers = { authorization: `Bearer ${stack.token}` };
  const answer = await fetch(`${stack.httpUrl}/api/games/process/score`, { headers });
  const { process } = gameScoreSchema.parse(await answer.json());
  expect(process).toEqual([
    {
      ...{ player: 0, turns: 2, state_checked: 0.5, refusals_repeated: 0.6, plans_carried_out: null },
      ...{ threat_turns: null, threats_lost: null, turns_out_of_time: 0, tokens_per_turn: 600 },
      idle_gold: expect.any(Number),
      idle_units: expect.any(Number),
    },
  ]);
  expect(process?.[0]?.idle_units).toBeGreaterThanOrEqual(4);
  expect(process?.[0]?.idle_gold).toBeGreaterThanOrEqual(50);
});
