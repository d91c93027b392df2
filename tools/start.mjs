/** `npm start`: makes sure that everything needed is there, then runs proxy and gateway until Ctrl-C. */
import { serve } from './services/serve.mjs';
import { build } from './steps/build.mjs';
import { ensureGameServer } from './steps/game-server.mjs';
import { checkNode } from './steps/node-version.mjs';
import { installPackages } from './steps/npm-packages.mjs';
import { main } from './steps/stop.mjs';

await main(async () => {
  checkNode();
  await installPackages();
  const FREECIV_SERVER = await ensureGameServer();
  await build();
  await serve({ ...process.env, FREECIV_SERVER });
});
