/** `npm run play -- --model NAME`: a language model plays, after installing and building what that needs. */
import { join } from 'node:path';
import { build, checkNode, installPackages } from './steps/prepare.mjs';
import { root, runShown } from './steps/run.mjs';
import { main, Stop } from './steps/terminal.mjs';

await main(async () => {
  checkNode();
  await installPackages();
  await build();
  const script = join(root, 'dist/agent/player/main.js');
  const code = await runShown(process.execPath, [script, ...process.argv.slice(2)]);
  if (code !== 0) throw new Stop('', code);
});
