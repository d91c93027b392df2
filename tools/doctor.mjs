/** `npm run doctor`: checks whether everything is there that `npm start` needs, and says how to fix what is not. */

import { linesOf } from './doctor/finding.mjs';
import {
  bucket,
  dataFolder,
  diskSpace,
  gatewayPort,
  playPort,
  proxies,
  proxyPort,
} from './doctor/machine.mjs';
import { serverSecurity } from './doctor/server-security.mjs';
import { gameServer, node, packages, settings } from './doctor/software.mjs';
import { usage } from './doctor/usage.mjs';
import { userRights } from './doctor/user-rights.mjs';
import { askedForHelp } from './services/usage.mjs';
import { main, Stop } from './steps/terminal.mjs';

/** @typedef {import('./doctor/finding.mjs').Finding} Finding */

const checks = [
  node,
  packages,
  settings,
  gameServer,
  serverSecurity,
  dataFolder,
  diskSpace,
  bucket,
  userRights,
  proxies,
  proxyPort,
  gatewayPort,
  playPort,
];

await main(async () => {
  if (askedForHelp('npm run doctor', process.argv.slice(2), usage)) return;
  let broken = 0;
  for (const check of checks) {
    const finding = await check(process.env);
    if (finding.state === 'broken') broken += 1;
    process.stdout.write(linesOf(finding));
  }
  if (broken > 0) throw new Stop(`\n${broken} to fix.`);
  process.stdout.write('\nEverything is there: npm start\n');
});
