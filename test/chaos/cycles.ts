/**
 * `npm run chaos -- cycles`: 200 times a socket, the gateway or the proxy is killed under two agents that play, and every
 * acknowledged action must be in the game once. The test of `npm test` with more cycles; it prints what it measured.
 */
import { runLongForm } from '../support/run-long-form.js';

runLongForm(['test/integration/operations/cycles.test.ts']);
