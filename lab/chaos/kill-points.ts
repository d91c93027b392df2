/**
 * `npm run chaos -- kill-points`: plays a game from its creation to its end, and restores it from each state of its files
 * that a proxy which is killed between two writes can leave. Ten minutes.
 */
import { killedGame } from '../../test/support/kill-points/killed-game.js';
import { wrongAfter } from '../../test/support/kill-points/restored-point.js';
import { makeDataFolder } from '../../test/support/services/data-folder.js';

await using folder = await makeDataFolder();
const points = await killedGame(folder.path);
let bad = 0;
for (const point of points) {
  await using own = await makeDataFolder();
  const wrong = await wrongAfter(point, own.path);
  if (wrong.length > 0) bad += 1;
  for (const line of wrong) process.stdout.write(`${line}\n`);
}
process.stdout.write(`${points.length} moments, ${bad} of them with something wrong\n`);
process.exitCode = bad === 0 ? 0 : 1;
