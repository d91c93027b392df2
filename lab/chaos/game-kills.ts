/**
 * `npm run chaos -- game-kills [kills] [seed]`: kills game servers, proxies and gateways at random moments of a game, and
 * prints what became of it.
 */
import { loadavg } from 'node:os';
import { quantile } from '../../test/support/quantile.js';
import { killGames } from './support/game-kills.js';

const [kills = 100, seed = 1] = process.argv.slice(2).map(Number);
const { kills: byMoment, milliseconds, lost, turns } = await killGames({ kills, seed, isBuilt: true });

/** p50, p95 and the longest of those whose moment begins with that. */
function back(who: string): string {
  const of = milliseconds.filter(({ moment }) => moment.startsWith(who)).map(({ ms }) => ms);
  const [half, most, longest] = [0.5, 0.95, 1].map((q) => `${Math.round(quantile(of, q))} ms`);
  return `p50 ${half}, p95 ${most}, longest ${longest} (${of.length})`;
}

process.stdout.write(`${kills} kills in ${turns} turns: ${JSON.stringify(byMoment)}\n`);
process.stdout.write(`playable again: ${back('')}\n`);
for (const who of ['server', 'proxy', 'gateway']) process.stdout.write(`  ${who}: ${back(who)}\n`);
process.stdout.write(`load of the machine: ${loadavg().map((load) => load.toFixed(1))}\n`);
process.stdout.write(lost.length === 0 ? 'nothing acknowledged was lost\n' : `${lost.join('\n')}\n`);
if (lost.length > 0) process.exitCode = 1;
