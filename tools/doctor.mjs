/** `npm run doctor`: looks whether everything is there that `npm start` needs, and says how to mend what is not. */
import { dataFolder, diskSpace } from './doctor/disk.mjs';
import { linesOf } from './doctor/finding.mjs';
import { gameServer } from './doctor/game-server.mjs';
import { node, packages } from './doctor/node.mjs';
import { gatewayPort, proxyPort } from './doctor/ports.mjs';
import { redis } from './doctor/redis.mjs';
import { settings } from './doctor/settings.mjs';
import { userRights } from './doctor/user-rights.mjs';
import { main, Stop } from './steps/stop.mjs';

/** @typedef {import('./doctor/finding.mjs').Finding} Finding */

const checks = [
  ...[node, packages, settings, gameServer, dataFolder, diskSpace, userRights],
  ...[proxyPort, gatewayPort, redis],
];

await main(async () => {
  let broken = 0;
  for (const check of checks) {
    const finding = await check(process.env);
    if (finding === undefined) continue;
    if (finding.state === 'broken') broken += 1;
    process.stdout.write(linesOf(finding));
  }
  if (broken > 0) throw new Stop(`\n${broken} to mend.`);
  process.stdout.write('\nAll is well: npm start\n');
});
