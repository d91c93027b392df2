#!/usr/bin/env node
/** `freeciv-llm-gateway`, the command of the installed package: runs proxy and gateway until Ctrl-C, as `npm start` does. */
import { delimiter, resolve } from 'node:path';
import { serve } from './services/serve.mjs';
import { askedForHelp } from './services/usage.mjs';
import { ensureGameServers } from './steps/game-server.mjs';
import { checkNode } from './steps/prepare.mjs';
import { main } from './steps/terminal.mjs';

await main(async () => {
  if (askedForHelp('freeciv-llm-gateway', process.argv.slice(2))) return;
  checkNode();
  const FREECIV_SERVER = (await ensureGameServers()).join(delimiter);
  // The services run in the folder of the package, which belongs to npm.
  const DATA_DIR = resolve(process.env.DATA_DIR || './data');
  await serve({ ...process.env, FREECIV_SERVER, DATA_DIR });
});
