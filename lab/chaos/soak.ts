/**
 * `npm run soak -- --hours 1 [--games 4] [--agents 3] [--spectators 5] [--turns 40] [--turn-ms 1000]
 * [--seed 1] [--out FOLDER]`: games are made, played to their end and removed, one after the other, while
 * agents and spectators come and go; memory, descriptors, timers, handles and processes are measured all the
 * time. Writes a report with plots. Ends with 1 when something grows beyond doubt, is left when all have gone,
 * or went wrong.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runSoak } from '../soak/run-soak.js';
import { isSound, shownSoak, soakPage } from '../soak/soak-report.js';

const option = (value: string) => ({ type: 'string', default: value }) as const;
const { values } = parseArgs({
  options: {
    hours: option('1'),
    games: option('4'),
    agents: option('3'),
    spectators: option('5'),
    turns: option('40'),
    'turn-ms': option('1000'),
    seed: option('1'),
    out: option('build/soak'),
  },
});
const { out, hours, ...counts } = values;
const {
  games = 0,
  agents = 0,
  spectators = 0,
  turns = 0,
  'turn-ms': turnMs = 0,
  seed = 0,
} = Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, Number(value)]));
const minutes = Number(hours) * 60;
/** At most some thousand measurements, at least one a second. */
const everyS = Math.min(10, Math.max(1, minutes / 30));

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort());
const report = await runSoak({
  ...{ games, agents, spectators, turns, turnMs, seed, minutes, everyS },
  signal: stop.signal,
  print: (line) => process.stdout.write(`${line}\n`),
});
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'report.html'), soakPage(report));
writeFileSync(join(out, 'report.json'), `${JSON.stringify(report)}\n`);
process.stdout.write(`\n${shownSoak(report)}\nThe plots: ${join(out, 'report.html')}\n`);
process.exitCode = isSound(report) ? 0 : 1;
