import { featuresOf, playersBefore, progressOf, scoreShares } from '../../features/winner/features.js';
import { designRows } from '../../features/winner/winner-model.js';
import type { PlayedGame } from './play-games.js';

/** One turn of a game as the model learns from it; all lists have one entry for each player alive. */
export interface TurnSample {
  readonly progress: number;
  readonly rows: readonly (readonly number[])[];
  /** 1 for the winner; shared between equals. */
  readonly won: readonly number[];
  readonly finalShares: readonly number[];
  readonly sharesNow: readonly number[];
  /** Each game counts the same. */
  readonly weight: number;
}

/** The turns of a game but the last, whose scores decide who has won. A turn whose winner is dead does not exist. */
export function samplesOf({ turns, end_turn: endTurn }: PlayedGame): readonly TurnSample[] {
  const last = turns.at(-1);
  if (last === undefined) return [];
  const survivors = last.players.filter(({ is_alive }) => is_alive);
  const best = Math.max(...survivors.map(({ score }) => score));
  const winners = new Set(survivors.filter(({ score }) => score === best).map(({ player }) => player));
  const final = scoreShares(survivors);
  return turns.slice(0, -1).map(({ turn, players }, index) => {
    const alive = players.filter(({ is_alive }) => is_alive);
    const progress = progressOf(turn, endTurn);
    const now = scoreShares(alive);
    return {
      progress,
      rows: designRows(featuresOf(alive, playersBefore(turns, index)), progress),
      won: alive.map(({ player }) => (winners.has(player) ? 1 / winners.size : 0)),
      finalShares: alive.map(({ player }) => final.get(player) ?? 0),
      sharesNow: alive.map(({ player }) => now.get(player) ?? 0),
      weight: 1 / (turns.length - 1),
    };
  });
}
