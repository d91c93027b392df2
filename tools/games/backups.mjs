import { build, checkNode, installPackages } from '../steps/prepare.mjs';
import { importBuilt } from '../steps/run.mjs';
import { Stop } from '../steps/terminal.mjs';

/**
 * Copies a game of DATA_DIR to a folder or a bucket.
 * @param {string} gameId
 * @param {string} place
 * @returns {Promise<string>} what to print
 */
export async function backUp(gameId, place) {
  const { openBackups, backupName } = await builtPlaces();
  const { writeBackup } = await importBuilt('dist/features/backup/write-backup.js');
  const store = opened(await openBackups(place));
  const now = Date.now();
  const name = backupName(gameId, now);
  const written = opened(await writeBackup({ dataDir: dataDir(), gameId, store, name, now }));
  store.close();
  const { files, turn } = written;
  const bytes = files.reduce(
    (/** @type {number} */ sum, /** @type {{ bytes: number }} */ file) => sum + file.bytes,
    0,
  );
  return `${name}: turn ${turn ?? 0}, ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, verified\n`;
}

/**
 * Writes a game from a backup into DATA_DIR.
 * @param {string} backup
 * @param {string | undefined} gameId
 * @returns {Promise<string>} what to print
 */
export async function restore(backup, gameId) {
  const { openBackups, splitBackup } = await builtPlaces();
  const { restoreBackup } = await importBuilt('dist/features/backup/restore-backup.js');
  const { place, name } = splitBackup(backup);
  const store = opened(await openBackups(place));
  const { game_id: original, turn } = opened(
    await restoreBackup({ dataDir: dataDir(), store, name, gameId }),
  );
  store.close();
  return `${gameId ?? original} is as ${original} was in turn ${turn ?? 0}; the first request for it loads it\n`;
}

async function builtPlaces() {
  checkNode();
  await installPackages();
  await build();
  return importBuilt('dist/features/backup/open-place.js');
}

function dataDir() {
  return process.env.DATA_DIR || './data';
}

/**
 * @template T
 * @param {{ ok: true, value: T } | { ok: false, failure: string }} result
 * @returns {T}
 */
function opened(result) {
  if (!result.ok) throw new Stop(result.failure);
  return result.value;
}
