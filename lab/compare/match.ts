import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  for (let turn = 1; turn < turns; turn += 1) {
    await agent.push('turn_start', (data) => data.turn === turn);
    await player.turn();
    await agent.act('end_turn');
  }
  await agent.push('turn_start', (data) => data.turn === turns);
  const { strategic_summary: summary } = await agent.state({ format: 'llm_optimized' });
  const [server] = await serverFolders(gameFolder(stack.dataDir, GAME).run);
  const scores = scoreLog(await readFile(join(server?.out ?? '', 'freeciv-score.log'), 'utf8'));
  const { player_id: own } = seat;
  return {
    scoresAt(turn) {
      const of = (id: number) => scores.get(`${turn} ${id}`);
      const mine = of(own);
      if (mine === undefined) throw new Error(`the score log has nothing of turn ${turn}`);
      // A destroyed AI has no score.
      const others = Array.from({ length: players }, (_, id) => (id === own ? undefined : (of(id) ?? 0)));
      return { own: mine, ais: others.filter((score) => score !== undefined) };
    },
    cities: summary.cities_count,
    citizens: summary.citizens,
    techs: summary.techs_known,
    refused: player.refused,
  };
}
