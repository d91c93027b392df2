import { copyFile, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { failure } from '#shared/failure.js';
import { fail, ok, type Result } from '#shared/result.js';
import { gameFolder, savedTurns } from '../game-folder.js';
import { readRecord, writeRecord } from '../game-record.js';

export interface ForkRequest {
  /** The game to fork, and its turn: the fork begins as that turn began. */
  readonly gameId: string;
  readonly turn: number;
  /** The game that is made. */
  readonly forkId: string;
}

/**
 * Lays a copy of a game as one of its turns began on the disk; it begins when somebody asks for it. Agents have the
 * seats they had. E140 without such a game, E105 when there is no save of the turn or the other id is taken.
 */
export async function layFork(dataDir: string, { gameId, turn, forkId }: ForkRequest): Promise<Result<void>> {
  const from = gameFolder(dataDir, gameId);
  const to = gameFolder(dataDir, forkId);
  const record = await readRecord(from.record);
  if (record === undefined) return fail(failure('E140', `There is no game ${gameId}`));
  if ((await readRecord(to.record)) !== undefined)
    return fail(failure('E105', `There is a game ${forkId} already`, { path: 'game_id' }));
  const saves = await savedTurns(from.saves);
  const save = saves.find((saved) => saved.turn === turn);
  if (save === undefined) {
    const details = { turns: saves.map((saved) => saved.turn) };
    return fail(failure('E105', `There is no save of turn ${turn}`, { path: 'turn', details }));
  }
  await mkdir(to.saves, { recursive: true });
  await copyFile(save.file, join(to.saves, basename(save.file)));
  const seats = record.seats.filter(({ since }) => since < turn);
  await writeRecord(to.record, { ...record, id: forkId, phase: 'running', isPaused: false, seats });
  return ok(undefined);
}
