import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../steps/folders.mjs';
import { Stop } from '../steps/stop.mjs';

/**
 * @typedef {object} OpenRecording
 * @property {string} file
 * @property {string} gameId
 * @property {import('../../proxy/recording/recording-reader.js').RecordingReader} reader
 */

/**
 * @param {string} path of a recording, or of the folder of a game
 * @returns {Promise<OpenRecording>}
 */
export async function openRecording(path) {
  const file = resolve(placesOf(path).find(isFile) ?? path);
  if (!isFile(file)) throw new Stop(`There is no recording at ${path}`);
  const module = join(root, 'dist/proxy/recording/recording-reader.js');
  const { RecordingReader } = await import(pathToFileURL(module).href);
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
