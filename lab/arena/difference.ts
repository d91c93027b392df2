/** `npm run arena -- difference DIR OTHER`: what each player scores in one arena less than in another, seed by seed (docs/arena.md). */
import { join } from 'node:path';
import { readResults } from './play/match-log.js';
import { estimateText } from './statistics/estimate.js';
import { scoreDifferences } from './statistics/score-difference.js';

const [first = '', second = ''] = process.argv.slice(2);
const [one, other] = await Promise.all([first, second].map((dir) => readResults(join(dir, 'matches.jsonl'))));
const differences = scoreDifferences(one ?? [], other ?? []);
console.table(
  differences.map(({ contestant, difference, ...means }) => ({
    player: contestant,
    [first]: means.first.toFixed(1),
    [second]: means.second.toFixed(1),
    difference: estimateText(difference),
    seeds: difference.count,
  })),
);
if (differences.length === 0) {
  process.stderr.write('No match of one is in the other: give both the same players and seeds\n');
  process.exitCode = 2;
}
