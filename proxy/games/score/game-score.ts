import { existsSync } from 'node:fs';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { PlayerMark, TurnMark } from '#shared/protocol/agent-answers.js';
import type { GameScore } from '#shared/protocol/score.js';
import type { DiskNotes } from '../disk/disk-alarm.js';
import { gameFolder } from '../game-folder.js';
import { Ledger } from './ledger.js';

/** The scores of a game, whether it runs, lies idle or is over; E140 when there is none of that id. */
export async function gameScore(
  dataDir: string,
  gameId: string,
  disk: DiskNotes,
): Promise<Result<GameScore>> {
  const folder = gameFolder(dataDir, gameId);
  if (!existsSync(folder.record))
    return fail(failure('E140', `There is no game ${gameId}`, { path: 'game_id' }));
  const { turns, marks } = await new Ledger(folder, disk).balance();
  return ok({
    game_id: gameId,
    turns: turns.map(({ turn, isFinal, players }) => ({
      turn,
      is_final: isFinal,
      players: players.map((player) => ({ ...player, turn_mark: markOf(marks.get(turn), player.player) })),
    })),
  });
}

function markOf(marks: readonly PlayerMark[] | undefined, player: number): TurnMark | null {
  return marks?.find((one) => one.player === player)?.mark ?? null;
}
