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

/** The page of help of `npm run doctor`, in the form of all commands: test/unit/agent/help-pages.test.ts. */
const usage = `NAME
  npm run doctor - checks whether everything is there that npm start needs

SYNOPSIS
  npm run doctor

DESCRIPTION
  Looks at Node.js, the packages, the settings, freeciv-server and its version,
  the data folder, the disk, the bucket, the account of game servers, and the
  ports of gateway, proxy and people. Prints a line for each: ok, note, or FIX
  with what to do. Changes nothing.
  It reads the settings that npm start reads; these are the ones it tries.

OPTIONS
  --help           prints this page

ENVIRONMENT
  GATEWAY_HOST     the address of the gateway; 127.0.0.1 without it
  GATEWAY_PORT     the port of the gateway; 8003 without it
  PROXY_HOST       the address of the proxy; 127.0.0.1 without it
  PROXY_PORT       the port of the proxy; 8002 without it
  PLAY_PORT        the port for people with the ordinary client; off without it
  DATA_DIR         the folder of games; ./data without it
  STORAGE_URL      the bucket of games; none without it
  FREECIV_SERVER   the path of freeciv-server; looked for without it
  FREECIV_UIDS     the user ids that game servers get from root
  PROXIES          how many proxies run; 1 without it

EXIT STATUS
  0  nothing must be fixed
  1  something must be fixed, or an argument is unknown

EXAMPLES
  npm run doctor
  GATEWAY_PORT=9000 PLAY_PORT=5556 npm run doctor
`;

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
