import type { TurnChances } from '#shared/protocol/chances.js';
import { featuresOf, playersBefore, progressOf, type ScoredTurn } from './features.js';
import weights from './weights.json' with { type: 'json' };
import { designRows, softmaxShares, type WinnerWeights, winnerWeightsSchema } from './winner-model.js';

const trained: WinnerWeights = winnerWeightsSchema.parse(weights);

/** The chance of each player to win and its expected share of the final score, for each turn. The dead have none. */
export function chancesOf(turns: readonly ScoredTurn[], endTurn: number | undefined): TurnChances[] {
  return turns.map(({ turn, players }, index) => {
    const alive = players.filter(({ is_alive }) => is_alive);
    const rows = designRows(featuresOf(alive, playersBefore(turns, index)), progressOf(turn, endTurn));
    const [win, share] = [softmaxShares(rows, trained.win), softmaxShares(rows, trained.share)];
    return {
      turn,
      players: players.map(({ player }) => {
        const at = alive.findIndex((one) => one.player === player);
        return { player, win: rounded(win[at]), share: rounded(share[at]) };
      }),
    };
  });
}

function rounded(value = 0): number {
  return Math.round(value * 10_000) / 10_000;
}
