/**
 * `npm run replay -- <recording>`: shows a recorded game on the page, until Ctrl-C; with `--verify` replays it without a
 * page and compares each turn with the hash that was taken of the game. A recording is a file
 * `DATA_DIR/games/{game_id}/recordings/whole.fcr`, or the folder of the game.
 */
import { parseArgs } from 'node:util';
import { openRecording } from './replay/open-recording.mjs';
import { showRecording } from './replay/show-recording.mjs';
import { verify } from './replay/verify-recording.mjs';
import { build } from './steps/build.mjs';
import { checkNode } from './steps/node-version.mjs';
import { installPackages } from './steps/npm-packages.mjs';
import { main, Stop } from './steps/stop.mjs';

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
  const recording = await openRecording(path);
  if (values.verify) await verify(recording);
  else await showRecording(recording);
});
