/** `npm run chaos -- <name>`: runs test/chaos/<name>.ts, what is too long for `npm test`; without a name it lists them. */
import { runScript } from './steps/run-script.mjs';
import { main } from './steps/stop.mjs';

await main(() => runScript('test/chaos', process.argv.slice(2)));
