import type { AgentConnection } from '../../../agent/agent-connection.js';
import { playTurn } from '../scripted-player.js';
import { seededRandom } from '../seeded-random.js';
import type { Stack } from '../stack.js';
import { OTHER_PASSWORD, type OtherServer } from './other-server.js';

/** Logs an agent in to a game on the server of others. */
export async function joinOther(
  stack: Stack,
  server: OtherServer,
  gameId: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<AgentConnection> {
  const agent = await stack.agent(`ann-${gameId}`);
  const join = { host: '127.0.0.1', port: server.port, username: 'Ann', password: OTHER_PASSWORD, ...more };
  await agent.connect({ api_token: stack.token, game_id: gameId, game_config: { join } });
  return agent;
}

/** Plays so many turns from the offers alone. What was certain and did not work is answered: there must be nothing. */
export async function playOther(agent: AgentConnection, turns: number): Promise<readonly string[]> {
  const random = seededRandom(5);
  const broken: string[] = [];
  for (let played = 0; played < turns; played += 1) {
    broken.push(...(await playTurn(agent, random)).broken);
    const { turn } = await agent.state({ format: 'brief' });
    await agent.act('end_turn');
    await agent.push('turn_start', (data) => data.turn === Number(turn) + 1);
  }
  return broken;
}
