/**
 * `npm run chaos -- cluster [--minutes 30] [--seed 1] [--gateways 3] [--proxies 3] [--games 12] [--agents 48] [--spectators 100]`: agents
 * play and spectators watch on several gateways, several proxies and one Redis, while these, the game servers, the networks between
 * them, the disk and the clock fail, one after the other. Agents keep an account of what was acknowledged. Ends with 1 when an
 * acknowledged action is lost or done twice, a session is lost, or a request is not answered. The report is kept in build/chaos.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { shownCluster } from '../../test/support/cluster/cluster-report.js';
import { runCluster } from '../../test/support/cluster/run-cluster.js';

const option = (value: string) => ({ type: 'string', default: value }) as const;
const { values } = parseArgs({
  options: {
    minutes: option('30'),
    seed: option('1'),
    gateways: option('3'),
    proxies: option('3'),
    games: option('12'),
    agents: option('48'),
    spectators: option('100'),
    pace: option('400'),
    out: option('build/chaos'),
  },
});
const { out, pace, ...counts } = values;
const numbers = Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, Number(value)]));
const { minutes = 0, seed = 0, gateways = 0, proxies = 0, games = 0, agents = 0, spectators = 0 } = numbers;
mkdirSync(out, { recursive: true });
const base = join(out, `cluster-${seed}`);
const logFile = `${base}.log`;
rmSync(logFile, { force: true });

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort());
const report = await runCluster({
  ...{ gateways, proxies, games, agents, spectators, seed, minutes, logFile },
  paceMs: Number(pace),
  patienceMs: 120_000,
  print: (line) => process.stdout.write(`${line}\n`),
  signal: stop.signal,
});
writeFileSync(`${base}.json`, `${JSON.stringify(report, undefined, 2)}\n`);
writeFileSync(`${base}.txt`, `${shownCluster(report)}\n`);
process.stdout.write(`\n${shownCluster(report)}\nThe report: ${base}.json\n`);
process.exit(report.violations.length === 0 ? 0 : 1);
