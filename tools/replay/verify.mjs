import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureGameServer } from '../steps/game-server.mjs';
import { importBuilt, root, runShown } from '../steps/run.mjs';
import { Stop, terminalLine } from '../steps/terminal.mjs';

/**
 * Replays and compares; a Stop when a state is not as it was.
 * @param {import('./show.mjs').OpenRecording} recording
 */
export async function verify({ gameId, reader }) {
  const { verifyRecording } = await importBuilt('dist/proxy/recording/recording-reader.js');
  const { states, faults } = await verifyRecording(reader);
  if (faults.length > 0) throw new Stop(faults.join('\n'));
  const { turns } = reader.index;
  process.stdout.write(`${terminalLine(gameId)}: ${turns.length} turns, all ${states} states as they were\n`);
}

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
