/** `npm start`: makes sure that everything needed is there, then runs proxy and gateway until Ctrl-C. */
import { serve } from './services/serve.mjs';
import { ensureGameServer } from './steps/game-server.mjs';
import { build, checkNode, installPackages } from './steps/prepare.mjs';
import { main } from './steps/terminal.mjs';

await main(async () => {
  checkNode();
  await installPackages();
  const FREECIV_SERVER = await ensureGameServer();
  await build();
  await serve({ ...process.env, FREECIV_SERVER });
});
