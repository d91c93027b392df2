/**
 * `npm run chaos -- faults [--minutes 30] [--seed 1] [--games 3]`: does random faults to a running installation whose games
 * are played, one after the other, and ends with 1 when a game stood still, a process ended without being killed, or
 * something acknowledged was lost without a word. The same seed gives the same faults.
 */
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { TURN_LIMIT_S } from '../../test/support/faults/game-round.js';
import { runFaults } from '../../test/support/faults/run-faults.js';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    games: { type: 'string', default: '3' },
  },
});
const [minutes, seed, games] = [values.minutes, values.seed, values.games].map(Number);
const folder = 'build/chaos';
const logFile = `${folder}/faults-${seed}.log`;
mkdirSync(folder, { recursive: true });
const print = (line: string) => process.stdout.write(`${line}\n`);

/** The limit of a turn and 30 s are what is promised; the rest is the machine's. */
const patienceMs = (TURN_LIMIT_S + 30 + 30) * 1000;
print(`seed ${seed}, ${minutes} minutes, ${games} games; everything that is logged: ${logFile}`);
// What was started ends with the run, and what came of it is told.
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort());
const report = await runFaults({
  seed: seed ?? 1,
  minutes: minutes ?? 30,
  games: games ?? 3,
  patienceMs,
  logFile,
  print,
  signal: stop.signal,
});
print('');
for (const [kind, count] of report.faults)
  print(`${kind.replaceAll('_', ' ').padEnd(22)} ${String(count).padStart(4)}`);
print(
  `${report.turns} turns played, ${report.restarts} processes started again, ${report.gamesLost} games lost by name`,
);
print(`${report.named} times a game or session said what was lost; ${report.violations.length} violations`);
for (const violation of report.violations) print(`VIOLATION ${violation}`);
process.exit(report.violations.length === 0 ? 0 : 1);
