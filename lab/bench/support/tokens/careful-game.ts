import type { GameScore } from '#shared/protocol/score.js';
import { connectMcp } from '../../../../test/support/mcp-client.js';
import type { Stack } from '../../../../test/support/stack.js';
import { CarefulPlayer } from './careful-player.js';
import { ReadingLedger, tokensOf } from './reading-ledger.js';

const CONFIG = { ruleset: 'classic', players: 4, min_agents: 1, ai_skill: 'hard', turn_time_limit: 0 };

/** What a careful player read in a game, its refused actions and the scores. */
export interface CarefulGame {
  readonly ledger: ReadingLedger;
  readonly refused: readonly string[];
  /** Tokens of the definitions of the tools, by bytes. */
  readonly definitions: number;
  /** The last scores, the player's own first. */
  readonly scores: GameScore['turns'][number]['players'];
}

/** Plays a game against three hard AIs over the MCP endpoint of a stack, until turn `turns` has begun. `log` gets each call with its result. */
export async function playCarefully(
  stack: Stack,
  { seed, turns, log }: { readonly seed: number; readonly turns: number; log?(line: string): void },
): Promise<CarefulGame> {
  const { httpUrl, token, games } = stack;
  const game_id = `careful-${seed}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ game_id, ...CONFIG, seeds: { game: seed, map: seed } });
  await fetch(`${httpUrl}/api/games`, { method: 'POST', headers, body });
  await using client = await connectMcp(stack, 'modern', 'careful', game_id);
  const { tools } = await client.listTools();
  const ledger = new ReadingLedger();
  const player = new CarefulPlayer(client, ledger, log);
  await player.playTo(turns);
  const answer = await fetch(`${httpUrl}/api/games/${game_id}/score`, { headers });
  const told: GameScore = JSON.parse(await answer.text());
  const own = games.get(game_id)?.seat('careful')?.world.seat.player;
  const scores = (told.turns.at(-1)?.players ?? []).toSorted(
    (a, b) => Number(b.player === own) - Number(a.player === own),
  );
  return {
    ...{ ledger, scores, refused: player.refused },
    definitions: Math.round(tokensOf(JSON.stringify(tools))),
  };
}
