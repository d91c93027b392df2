/** `npm run chaos -- game-kills [kills] [seed]`: kills game servers and proxies at random moments of a game, and prints what became of it. */
import { killGames } from '../support/game-kills.js';
import { quantile } from '../support/quantile.js';

const [kills = 20, seed = 1] = process.argv.slice(2).map(Number);
const { kills: byMoment, milliseconds, lost, turns } = await killGames(kills, seed);
const back = (q: number): string => `${Math.round(quantile(milliseconds, q))} ms`;
process.stdout.write(`${kills} kills in ${turns} turns: ${JSON.stringify(byMoment)}\n`);
process.stdout.write(`playable again: p50 ${back(0.5)}, p95 ${back(0.95)}, longest ${back(1)}\n`);
process.stdout.write(lost.length === 0 ? 'nothing acknowledged was lost\n' : `${lost.join('\n')}\n`);
if (lost.length > 0) process.exitCode = 1;
