import type { GameChances, TurnChances } from '#shared/protocol/chances.js';
import type { LinkTable } from '../../proxy/api/requests/asked-request.js';
import { WATCHES } from '../../proxy/api/requests/link-table.js';
import type { GameFolder } from '../../proxy/games/disk/game-folder.js';
import { readRecord } from '../../proxy/games/disk/record-file.js';
import type { LedgerContents } from '../../proxy/games/score/ledger-entry.js';
import type { GameOperations } from '../operations/operations.js';
import { featuresOf, playersBefore, progressOf, type ScoredTurn } from './features.js';
import weights from './weights.json' with { type: 'json' };
import { designRows, softmaxShares, type WinnerWeights, winnerWeightsSchema } from './winner-model.js';

/** Answers requests for the chances of a game. */
export function chancesRows(operations: GameOperations): Pick<LinkTable, 'game_chances'> {
  return {
    game_chances: {
      steps: WATCHES,
      handle: ({ request: { game_id } }) =>
        operations.readLedger(game_id, async (folder, contents) => ({
          game_id,
          ...(await chancesIn(folder, contents)),
        })),
    },
  };
}

/** The chances of players to win a game, turn by turn, from its ledger. */
export async function chancesIn(
  folder: GameFolder,
  { turns }: LedgerContents,
): Promise<Omit<GameChances, 'game_id'>> {
  const record = await readRecord(folder.record);
  const endTurn = record.ok ? record.value?.config.end_turn : undefined;
  return { turns: chancesOf(turns, endTurn), is_final: turns.at(-1)?.isFinal ?? false };
}

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
