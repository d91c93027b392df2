import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../steps/folders.mjs';
import { ensureGameServer } from '../steps/game-server.mjs';
import { runShown } from '../steps/run.mjs';
import { Stop } from '../steps/stop.mjs';

/** Whether it is the folder of a game that has ended. @param {string} path */
export function isArchive(path) {
  return existsSync(join(path, 'manifest.json'));
}

/** Plays the game again on the real server; a Stop when a turn is not as it was. @param {string} path */
export async function verifyArchive(path) {
  await ensureGameServer();
  const program = join(root, 'dist/proxy/games/archive/main.js');
  const code = await runShown(process.execPath, [program, path]);
  if (code !== 0) throw new Stop('', code);
}
