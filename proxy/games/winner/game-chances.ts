import { existsSync } from 'node:fs';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { GameChances } from '#shared/protocol/chances.js';
import type { DiskReporter } from '../disk/disk-monitor.js';
import { type GameFolder, gameFolder } from '../disk/game-folder.js';
import { readRecord } from '../disk/record-file.js';
import { Ledger } from '../score/ledger.js';
import type { LedgerContents } from '../score/ledger-entry.js';
import { chancesOf } from './chances.js';

/** Who wins a game, turn by turn, in any state of it; E140 when there is none of that id. */
export async function gameChances(
  dataDir: string,
  gameId: string,
  disk: DiskReporter,
): Promise<Result<GameChances>> {
  const folder = gameFolder(dataDir, gameId);
  if (!existsSync(folder.record))
    return fail(failure('E140', `There is no game ${gameId}`, { path: 'game_id' }));
  const chances = await chancesIn(folder, await new Ledger(folder, disk).sync());
  return ok({ game_id: gameId, ...chances });
}

/** The same from the turns of its ledger. */
export async function chancesIn(
  folder: GameFolder,
  { turns }: LedgerContents,
): Promise<Omit<GameChances, 'game_id'>> {
  const record = await readRecord(folder.record);
  const endTurn = record.ok ? record.value?.config.end_turn : undefined;
  return { turns: chancesOf(turns, endTurn), is_final: turns.at(-1)?.isFinal ?? false };
}
