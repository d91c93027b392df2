import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../steps/folders.mjs';
import { Stop } from '../steps/stop.mjs';
import { terminalLine } from '../steps/terminal-text.mjs';

/**
 * Replays and compares; a Stop when a state is not as it was.
 * @param {import('./open-recording.mjs').OpenRecording} recording
 */
export async function verify({ gameId, reader }) {
  const module = join(root, 'dist/proxy/recording/verify.js');
  const { verifyRecording } = await import(pathToFileURL(module).href);
  const { states, faults } = await verifyRecording(reader);
  if (faults.length > 0) throw new Stop(faults.join('\n'));
  const { turns } = reader.index;
  process.stdout.write(`${terminalLine(gameId)}: ${turns.length} turns, all ${states} states as they were\n`);
}
