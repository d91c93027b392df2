/** `npm start`: makes sure that everything needed is there, then runs proxy and gateway until Ctrl-C. */
import { delimiter } from 'node:path';
import { serve } from './services/serve.mjs';
import { askedForHelp } from './services/usage.mjs';
import { ensureGameServers } from './steps/game-server.mjs';
import { build, checkNode, installPackages } from './steps/prepare.mjs';
import { main } from './steps/terminal.mjs';

await main(async () => {
  if (askedForHelp('npm start', process.argv.slice(2))) return;
  checkNode();
  await installPackages();
  const FREECIV_SERVER = (await ensureGameServers()).join(delimiter);
  await build();
  await serve({ ...process.env, FREECIV_SERVER });
});
