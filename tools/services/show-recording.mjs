import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { importBuilt } from '../steps/run.mjs';
import { Stop } from '../steps/terminal.mjs';
import { serve } from './serve.mjs';

/**
 * @typedef {object} OpenRecording
 * @property {string} file
 * @property {string} gameId
 * @property {import('../../features/watching/recording/recording-reader.js').RecordingReader} reader
 */

/**
 * @param {string} path of a recording, or of the folder of a game
 * @returns {Promise<OpenRecording>}
 */
export async function openRecording(path) {
  const file = resolve(placesOf(path).find(isFile) ?? path);
  if (!isFile(file)) throw new Stop(`There is no recording at ${path}`);
  const { RecordingReader } = await importBuilt('dist/features/watching/recording/recording-reader.js');
  const reader = new RecordingReader(file);
  const isRead = await reader.refresh().catch(() => false);
  if (!isRead || reader.index.turns.length === 0) throw new Stop(`${file} is not a recording of a game`);
  return { file, gameId: reader.header.game_id, reader };
}

/** @param {string} path */
export function hasRecording(path) {
  return placesOf(path).some(isFile);
}

/** @param {string} path */
function placesOf(path) {
  return [path, join(path, 'recordings/whole.fcr'), join(path, 'whole.fcr')];
}

/** @param {string} path */
function isFile(path) {
  return existsSync(path) && statSync(path).isFile();
}

/**
 * Serves the page with this one game, on a free port unless GATEWAY_PORT says another, until Ctrl-C.
 * @param {OpenRecording} recording
 */
export async function showRecording({ file, gameId, reader }) {
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-replay-'));
  try {
    const recordings = join(folder, 'games', gameId, 'recordings');
    await mkdir(recordings, { recursive: true });
    const [first, last] = [reader.index.turns[0], reader.index.turns.at(-1)];
    // Of a game's own folder the views of its seats come too.
    const isInGame = basename(file) === 'whole.fcr';
    const names = isInGame ? (await readdir(dirname(file))).filter((name) => name.endsWith('.fcr')) : [];
    if (!isInGame) await symlink(file, join(recordings, 'whole.fcr'));
    for (const name of names) await symlink(join(dirname(file), name), join(recordings, name));
    const environment = { GATEWAY_PORT: '0', ...process.env, DATA_DIR: folder, PROXY_PORT: '0' };
    await serve(environment, ({ port }) =>
      [
        `${gameId}, turns ${first} to ${last}:`,
        '',
        `  http://127.0.0.1:${port}/#/game/${gameId}?turn=${first}`,
        '',
        'Ctrl-C ends it.',
        '',
      ].join('\n'),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
