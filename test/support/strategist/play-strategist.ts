import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { serverFolders } from '../../../proxy/games/server/server-folder.js';
import { scoreLog } from '../score-log.js';
import { seededRandom } from '../seeded-random.js';
import { startStack } from '../stack.js';
import type { Eyes } from './reading.js';
import { Strategist } from './strategist.js';

export interface Outcome {
  /** As the server has written it down. */
  readonly score: number;
  readonly cities: number;
  readonly citizens: number;
  readonly techs: number;
  /** What the state advised and the game did not take. */
  readonly refused: readonly string[];
}

const GAME = 'compare';

/** Plays a game of one agent and two AIs on a stack of its own, to the beginning of a turn, which is the game's last. */
export async function playStrategist(
  eyes: Eyes,
  { seed, turns }: { readonly seed: number; readonly turns: number },
): Promise<Outcome> {
  await using stack = await startStack();
  const agent = await stack.agent('strategist');
  const seat = await agent.connect({
    api_token: stack.token,
    model: 'scripted',
    game_id: GAME,
    game_config: { players: 3, min_agents: 1, end_turn: turns, seeds: { game: seed, map: seed } },
  });
  const game = stack.games.get(GAME);
  for (const line of ['set scorelog enabled', 'set scoreloglevel ALL']) await game?.command(line);
  const player = new Strategist(agent, eyes, seededRandom(seed));
  for (let turn = 1; turn < turns; turn += 1) {
    await agent.push('turn_start', (data) => data.turn === turn);
    await player.turn();
    await agent.action('end_turn');
  }
  await agent.push('turn_start', (data) => data.turn === turns);
  const { strategic_summary: summary } = await agent.state({ format: 'llm_optimized' });
  const [server] = await serverFolders(gameFolder(stack.dataDir, GAME).run);
  const log = await readFile(join(server?.out ?? '', 'freeciv-score.log'), 'utf8');
  const score = scoreLog(log).get(`${turns} ${seat.player_id}`);
  if (score === undefined) throw new Error(`the score log has nothing of turn ${turns}`);
  return {
    score,
    cities: summary.cities_count,
    citizens: summary.citizens,
    techs: summary.techs_known,
    refused: player.refused,
  };
}
