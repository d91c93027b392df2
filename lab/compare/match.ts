import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentConnection } from '../../agent/agent-connection.js';
import { GameOver } from '../../agent/client.js';
import { gameFolder } from '../../proxy/games/disk/game-folder.js';
import { serverFolders } from '../../proxy/games/server/server-folder.js';
import { scoreLog } from '../../test/support/score-log.js';
import { startStack } from '../../test/support/stack.js';
import type { Fact } from '../bots/bot.js';
import type { ComparedBotMaker } from './players.js';

/** How a game is made and how long it is played. */
interface MatchOptions {
  /** Of chance and of the map. */
  readonly seed: number;
  /** The last turn. */
  readonly turns: number;
  /** Players in all, the one that is compared among them. */
  readonly players: number;
  /** Of the game; one that is generated has the seed of the game. */
  readonly ruleset: string;
  /** Skill of the AIs, as `ai_skill` of a game. */
  readonly level: string;
  readonly without: ReadonlySet<Fact>;
}

/** What came of a game. */
export interface ComparedGame {
  /** Scores at the beginning of a turn as the server has logged them: that of the player, and those of the AIs. */
  scoresAt(turn: number): { readonly own: number; readonly ais: readonly number[] };
  readonly cities: number;
  readonly citizens: number;
  readonly techs: number;
  /** What the player sent and the game did not take. */
  readonly refused: readonly string[];
}

const GAME = 'compare';

/** Plays a game against AIs on a stack of its own, to the beginning of its last turn. */
export async function playMatch(make: ComparedBotMaker, options: MatchOptions): Promise<ComparedGame> {
  const { seed, turns, players, ruleset, level, without } = options;
  await using stack = await startStack({}, { checksMessages: false });
  const agent = await stack.agent('compared');
  const config = { players, min_agents: 1, end_turn: turns, ai_skill: level };
  const seat = await agent.connect({
    api_token: stack.token,
    model: 'scripted',
    game_id: GAME,
    game_config: { ...config, ruleset, seeds: { game: seed, map: seed, ruleset: seed } },
  });
  const game = stack.games.get(GAME);
  for (const line of ['set scorelog enabled', 'set scoreloglevel ALL']) await game?.command(line);
  const player = make(agent, without, seed);
  await playTurns(agent, player, turns);
  const { strategic_summary: summary } = await agent.state({ format: 'llm_optimized' });
  const [server] = await serverFolders(gameFolder(stack.dataDir, GAME).run);
  const scores = scoreLog(await readFile(join(server?.out ?? '', 'freeciv-score.log'), 'utf8'));
  const { player_id: own } = seat;
  return {
    scoresAt: (turn) => scoresAt(scores, { turn, own, players }),
    cities: summary.cities_count,
    citizens: summary.citizens,
    techs: summary.techs_known,
    refused: player.refused,
  };
}

/** Plays to the beginning of the last turn, or until the game is over or the nation is destroyed. */
async function playTurns(
  agent: AgentConnection,
  player: ReturnType<ComparedBotMaker>,
  turns: number,
): Promise<void> {
  const over = agent.push('game_ended').then(() => true);
  const begins = (turn: number) => agent.push('turn_start', (data) => data.turn === turn).then(() => false);
  try {
    for (let turn = 1; turn <= turns; turn += 1) {
      if ((await Promise.race([over, begins(turn)])) || turn === turns) return;
      await player.turn();
      await agent.act('end_turn');
    }
  } catch (error) {
    if (!(error instanceof GameOver)) throw error;
  }
}

/**
 * The scores of a score log at a turn, or at the last turn that it has where the game was over before. A destroyed player has no score
 * there, which is 0.
 */
export function scoresAt(
  scores: ReadonlyMap<string, number>,
  { turn, own, players }: { readonly turn: number; readonly own: number; readonly players: number },
): { readonly own: number; readonly ais: readonly number[] } {
  const logged = [...scores.keys()].map((key) => Number(key.split(' ')[0]));
  if (logged.length === 0) throw new Error('the score log is empty');
  const last = Math.min(turn, Math.max(...logged));
  const of = (id: number) => scores.get(`${last} ${id}`) ?? 0;
  const others = Array.from({ length: players }, (_, id) => id).filter((id) => id !== own);
  return { own: of(own), ais: others.map(of) };
}
