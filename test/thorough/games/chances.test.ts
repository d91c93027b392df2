import { expect, test } from 'vitest';
import { gameChancesSchema } from '#shared/protocol/chances.js';
import { AgentConnection } from '../../../agent/agent-connection.js';
import { startStack } from '../../support/stack.js';

/** Words of the answer that no message to an agent may have as a field. */
const fields = /"(?:chance|chances|win|win_chance|winner_chance|final_share)"/;

test('who wins is told to those who watch, and no message to an agent has it', async () => {
  await using stack = await startStack({
    LLM_API_TOKENS: 'red-token=red,blue-token=blue',
    ADMIN_TOKEN: 'the-admin-token-of-this-test',
    RATE_MESSAGES_PER_MINUTE: '100000',
  });
  const told: string[] = [];
  const tokens = { red: 'red-token', blue: 'blue-token' };
  const agents: AgentConnection[] = [];
  for (const [agentId, token] of Object.entries(tokens)) {
    const onMessage = (message: object) => told.push(JSON.stringify(message));
    const agent = await AgentConnection.open({ gateway: stack.gatewayUrl, agentId, onMessage });
    agents.push(agent);
    const config = { players: 3, min_agents: 2, end_turn: 5, seeds: { game: 7, map: 7 } };
    await agent.connect({ api_token: token, game_id: 'told', game_config: config });
  }
  const ended = Promise.all(agents.map((agent) => agent.push('game_ended')));
  for (let turn = 1; turn <= 5; turn += 1) {
    await Promise.all(agents.map((agent) => agent.push('turn_start', (data) => data.turn === turn)));
    for (const agent of agents) {
      for (const format of ['full', 'llm_optimized', 'brief', 'scene'] as const)
        await agent.request('state_query', { format, include_legal_actions: true });
      await agent.act('diplomacy_message', { text: `turn ${turn}` });
      await agent.act('end_turn');
    }
  }
  await ended;
  const ask = async (token: string) =>
    fetch(`${stack.httpUrl}/api/games/told/chances`, { headers: { authorization: `Bearer ${token}` } });
  expect((await ask('red-token')).status).toBe(403);
  const { turns, is_final: isFinal } = gameChancesSchema.parse(
    await (await ask('the-admin-token-of-this-test')).json(),
  );
  expect(isFinal).toBe(true);
  expect(turns.map(({ turn }) => turn).slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
  for (const { players } of turns) expect(players.reduce((sum, { win }) => sum + win, 0)).toBeCloseTo(1, 3);
  expect(told.length).toBeGreaterThan(50);
  expect(told.filter((message) => fields.test(message))).toEqual([]);
  await Promise.all(agents.map((agent) => agent.close()));
});
