/**
 * `npm run load -- --agents N --games M --spectators K [--url ws://HOST:8003 --token T] [--duration s] [--rate r] [--out FILE]
 * [--compare OLD]`: scripted agents play and spectators read, on an installation of its own or on any server of the public
 * protocol. Each request is due at a time of its own, and its latency counts from then (docs/sizing.md).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gameServersOf } from '../../test/support/process-usage.js';
import { SplitStack } from '../../test/support/services/split-stack.js';
import { main, Stop } from '../../tools/steps/terminal.mjs';
import { type LoadCommand, readLoadCommand } from './support/load-options.js';
import { type LoadReport, loadReportSchema, shownComparison, shownReport } from './support/load-report.js';
import { runLoad } from './support/run-load.js';

const print = (line: string) => process.stdout.write(`${line}\n`);

async function measure({ options, target }: LoadCommand): Promise<LoadReport> {
  if (target !== undefined) return runLoad({ name: target.url, ...target, parts: {} }, options, print);
  const environment = { MAX_GAMES: String(options.games) };
  await using stack = await SplitStack.start({ isBuilt: true, environment });
  const { gateway, proxy, token } = stack;
  const parts = {
    gateway: () => [gateway.pid],
    proxy: () => [proxy.pid],
    'game servers': () => gameServersOf(proxy.pid),
  };
  return await runLoad({ name: 'own', url: `ws://127.0.0.1:${gateway.port}`, token, parts }, options, print);
}

/** A report of an earlier run. */
function readReport(file: string): LoadReport {
  try {
    return loadReportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Stop(`--compare: ${file} is no report of npm run load: ${Object(error).message}`);
  }
}

await main(async () => {
  const read = readLoadCommand(process.argv.slice(2));
  if (!read.ok) throw new Stop(read.failure);
  const { out, compare } = read.value;
  // Read first: a file that is not there is better known before an hour of load.
  const old = compare === undefined ? undefined : readReport(compare);
  const report = await measure(read.value);
  print(shownReport(report));
  if (out !== undefined) writeFileSync(out, `${JSON.stringify(report, undefined, 2)}\n`);
  if (old !== undefined) print(`\n${shownComparison(old, report)}`);
});
