/** `npm run bench -- <name>`: runs test/bench/<name>.ts; without a name it lists them. */
import { runScript } from './steps/run-script.mjs';
import { main } from './steps/stop.mjs';

await main(() => runScript('test/bench', process.argv.slice(2)));
