/**
 * `npm run replay -- <recording>`: shows a recorded game on the page, until Ctrl-C; with `--verify` replays it without a
 * page and compares each turn with the hash that was taken of the game. A recording is a file
 * `DATA_DIR/games/{game_id}/recordings/whole.fcr`, or the folder of the game. The folder of a game that has ended is an
 * archive: with `--verify` the game itself is played again on the real server too, see docs/games.md.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { hasRecording, openRecording, showRecording } from './services/show-recording.mjs';
import { ensureGameServers } from './steps/game-server.mjs';
import { build, checkNode, installPackages } from './steps/prepare.mjs';
import { importBuilt, root, runShown } from './steps/run.mjs';
import { main, Stop, terminalLine } from './steps/terminal.mjs';

const usage = `npm run replay -- <recording or folder of a game> [--verify]

  data/games/first-game            shows the recorded game on the page, until Ctrl-C
  data/games/first-game --verify   replays the recording and compares every state with its hash;
                                   plays an ended game again on a real server, and compares every turn`;

await main(async () => {
  const { path, isVerified } = order();
  checkNode();
  await installPackages();
  await build();
  if (!isVerified) return showRecording(await openRecording(path));
  if (!isArchive(path) || hasRecording(path)) await verify(await openRecording(path));
  if (isArchive(path)) await verifyArchive(path);
});

/** What the command line asks for; a Stop with the usage when it does not fit. */
function order() {
  const options = /** @type {const} */ ({ verify: { type: 'boolean', default: false } });
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options });
    const [path] = positionals;
    if (path !== undefined) return { path, isVerified: values.verify };
  } catch {
    // An option that does not exist: the usage says which do.
  }
  throw new Stop(usage);
}

/**
 * Replays and compares; a Stop when a state is not as it was.
 * @param {import('./services/show-recording.mjs').OpenRecording} recording
 */
async function verify({ gameId, reader }) {
  const { verifyRecording } = await importBuilt('dist/features/watching/recording/recording-reader.js');
  const { states, faults } = await verifyRecording(reader);
  if (faults.length > 0) throw new Stop(faults.join('\n'));
  const { turns } = reader.index;
  process.stdout.write(`${terminalLine(gameId)}: ${turns.length} turns, all ${states} states as they were\n`);
}

/** Whether it is the folder of a game that has ended. @param {string} path */
function isArchive(path) {
  return existsSync(join(path, 'manifest.json'));
}

/** Plays the game again on the real server; a Stop when a turn is not as it was. @param {string} path */
async function verifyArchive(path) {
  const FREECIV_SERVER = (await ensureGameServers()).join(delimiter);
  const program = join(root, 'dist/features/archive/main.js');
  const code = await runShown(process.execPath, [program, path], { FREECIV_SERVER });
  if (code !== 0) throw new Stop('', code);
}
