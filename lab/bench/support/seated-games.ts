import type { GameConfigInput } from '#shared/protocol/game-config.js';
import { AgentConnection } from '../../../agent/agent-connection.js';
import { token } from '../../../test/support/services/settings.js';
import { playScript, type ScriptOptions, type SeatTimes } from './scripted-seat.js';

/** Game servers that start at the same time: more may be too slow for a login on a busy machine. */
const STARTED_AT_ONCE = 4;

type SeededConfig = GameConfigInput & { readonly min_agents: number };

/** This many games, each with this many agents, at least five players and its own seeds. */
export function seededConfigs(games: number, agents: number): readonly SeededConfig[] {
  return Array.from({ length: games }, (_, index) => ({
    players: Math.max(agents, 5),
    min_agents: agents,
    ai_skill: 'easy' as const,
    seeds: { game: index + 1, map: index + 1 },
  }));
}

/**
 * Takes all seats of the games `NAME-0`, `NAME-1` and so on, their agents over the gateways in turn, and waits until the games have
 * begun; the agents of each game.
 */
export async function takeSeats(
  gateways: readonly string[],
  configs: readonly SeededConfig[],
  name = 'game',
): Promise<readonly (readonly AgentConnection[])[]> {
  const games: (readonly AgentConnection[])[] = [];
  const takeGame = (config: SeededConfig, game: number) =>
    Promise.all(
      Array.from({ length: config.min_agents }, async (_, seat) => {
        const gateway = gateways[(game + seat) % gateways.length] ?? '';
        const agent = await AgentConnection.open({ gateway, agentId: `${name}-${game}-agent-${seat}` });
        await agent.connect({ api_token: token, game_id: `${name}-${game}`, game_config: config });
        return agent;
      }),
    );
  while (games.length < configs.length) {
    const first = games.length;
    const some = configs.slice(first, first + STARTED_AT_ONCE);
    games.push(...(await Promise.all(some.map((config, index) => takeGame(config, first + index)))));
  }
  await Promise.all(games.flat().map((agent) => agent.push('game_ready')));
  return games;
}

/** Lets all play by the script at the same time; returns how long they waited. */
export async function playTogether(
  agents: readonly AgentConnection[],
  options: ScriptOptions,
): Promise<SeatTimes> {
  const times: SeatTimes = { states: [], actions: [], turnChanges: [], actionCount: 0 };
  await Promise.all(agents.map((agent) => playScript(agent, options, times)));
  return times;
}
