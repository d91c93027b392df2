/**
 * `npm run chaos -- cycles`: 200 times a socket, the gateway, the proxy or the game server is killed under two agents that
 * play, and every acknowledged action must be in the game once. It is the test of `npm run test:nightly` with more cycles, and prints its measurements.
 */
import { runShown, vitest } from '../../tools/steps/run.mjs';

const args = [vitest, 'run', '--project', 'nightly', '--testTimeout=3600000'];
const test = 'test/nightly/operations/cycles.test.ts';
process.exitCode = await runShown(process.execPath, [...args, test], { PROMISES_FORM: 'long' });
