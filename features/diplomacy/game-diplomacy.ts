import type { GameDiplomacy } from '#shared/protocol/diplomacy.js';
import { pactStandings } from '#shared/protocol/diplomacy-standings.js';
import type { LinkTable } from '../../proxy/api/requests/asked-request.js';
import { WATCHES } from '../../proxy/api/requests/link-table.js';
import type { DiskReporter } from '../../proxy/games/disk/disk-monitor.js';
import type { GameFolder } from '../../proxy/games/disk/game-folder.js';
import type { LedgerTurn } from '../../proxy/games/score/ledger-entry.js';
import type { GameOperations } from '../operations/operations.js';
import { treatiesOf } from './diplomacy-ledger.js';
import { readDiplomacy } from './diplomacy-log.js';

/** Answers requests for the ledger of diplomacy. */
export function diplomacyRows(operations: GameOperations): Pick<LinkTable, 'game_diplomacy'> {
  return {
    game_diplomacy: {
      steps: WATCHES,
      handle: ({ services: { games }, request: { game_id } }) =>
        operations.readLedger(game_id, (folder, { turns }) =>
          diplomacyOf(folder, game_id, turns, games.disk.reporterFor(game_id)),
        ),
    },
  };
}

/** The ledger of diplomacy of a game, with the turns of its ledger. Without a disk reporter nothing is repaired. Rejects when the disk does not give the file of diplomacy now. */
export async function diplomacyOf(
  folder: GameFolder,
  gameId: string,
  turns: readonly LedgerTurn[],
  disk?: DiskReporter,
): Promise<GameDiplomacy> {
  const news = await readDiplomacy(folder, disk);
  const treaties = treatiesOf(news, turns);
  const last = turns.at(-1);
  return {
    game_id: gameId,
    turn: Math.max(last?.turn ?? 0, news.at(-1)?.turn ?? 0),
    is_final: last?.isFinal ?? false,
    players: pactStandings(last?.players ?? [], treaties),
    treaties: [...treaties],
  };
}
