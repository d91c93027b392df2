/**
 * Whether what is offered works, and whether what works is offered: `npm run accuracy -- --samples 5000 --seed 1`.
 * Plays seeded games on the real server through the ages, sends offers back as they are, and prints how many were done;
 * beside it, how much of what the server takes when everything is tried had been offered. Code 1 when a certain offer
 * failed, too few were sampled, or too much was not offered.
 */
import { parseArgs } from 'node:util';
import { ages } from './ages.js';
import { playAge } from './play-age.js';
import { Recall } from './recall.js';
import { report } from './report.js';
import { Tally } from './tally.js';

const { values } = parseArgs({
  options: {
    samples: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    /** Only games of this ruleset. */
    ruleset: { type: 'string' },
  },
});
const samples = Number(values.samples);
const seed = Number(values.seed);
const chosen = ages.filter(({ ruleset }) => values.ruleset === undefined || ruleset === values.ruleset);
const tally = new Tally();
const recall = new Recall();

console.log(`accuracy: ${samples} samples, seed ${seed}`);
for (const [index, age] of chosen.entries()) {
  const share = Math.ceil((samples - tally.sum) / (chosen.length - index));
  const began = performance.now();
  await playAge(age, share, seed, tally, recall);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${age.ruleset} from ${age.techs} technologies: ${tally.sum} samples so far, ${seconds} s`);
}
process.exitCode = report(tally, recall, samples) ? 0 : 1;
