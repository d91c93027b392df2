/**
 * `npm run replay -- <recording>`: shows a recorded game on the page, until Ctrl-C; with `--verify` replays it without a
 * page and compares each turn with the hash that was taken of the game. A recording is a file
 * `DATA_DIR/games/{game_id}/recordings/whole.fcr`, or the folder of the game. The folder of a game that has ended is an
 * archive: with `--verify` the game itself is played again on the real server too, see docs/games.md.
 */
import { parseArgs } from 'node:util';
import { hasRecording, openRecording, showRecording } from './replay/show.mjs';
import { isArchive, verify, verifyArchive } from './replay/verify.mjs';
import { build, checkNode, installPackages } from './steps/prepare.mjs';
import { main, Stop } from './steps/terminal.mjs';

await main(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { verify: { type: 'boolean', default: false } },
  });
  const [path] = positionals;
  if (path === undefined) throw new Stop('Say which: npm run replay -- data/games/first-game');
  checkNode();
  await installPackages();
  await build();
  if (!values.verify) return showRecording(await openRecording(path));
  if (!isArchive(path) || hasRecording(path)) await verify(await openRecording(path));
  if (isArchive(path)) await verifyArchive(path);
});
