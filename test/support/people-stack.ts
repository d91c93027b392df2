import { freePort } from './free-port.js';
import { type Stack, startStack } from './stack.js';

/** A stack that takes people. */
export async function startForPeople(): Promise<Stack> {
  return startStack({ PLAY_PORT: String(await freePort()) });
}

/** The game of an agent, ann, that waits for one more player. */
export async function openGame(stack: Stack, gameId: string, config: object = {}) {
  const ann = await stack.agent('ann');
  const game_config = { players: 3, min_agents: 2, seeds: { game: 7, map: 7 }, ...config };
  await ann.connect({ api_token: stack.token, game_id: gameId, game_config });
  return ann;
}
