import type { Recall } from './recall.js';
import { percent, type Tally } from './tally.js';

const LEAST_RECALL = 0.99;
const MOST_SHOWN = 40;

/** Prints what was measured. Returns whether the promise was kept. */
export function report(tally: Tally, recall: Recall, wanted: number): boolean {
  console.table(tally.table());
  console.table(recall.table());
  console.log(`samples: ${tally.sum}, ${tally.certain} of them certain`);
  const broken = tally.failures.filter(({ offer }) => offer.certain).length;
  console.log(`precision of the certain ones: ${percent(tally.certain - broken, tally.certain)}`);
  console.log(`recall: ${percent(recall.share, 1)}`);
  console.log(
    `without offers (texts, names, lists; not in these rulesets): ${tally.neverOffered.join(', ')}`,
  );
  console.log(`never sampled: ${tally.neverSampled.join(', ') || 'none'}`);
  for (const { offer, outcome, where, messages } of tally.failures.slice(0, MOST_SHOWN)) {
    console.log(`FAILED ${outcome} ${where}: ${JSON.stringify(offer)} ${messages.join(' ')}`);
  }
  for (const line of recall.missed.slice(0, MOST_SHOWN)) console.log(`NOT OFFERED ${line}`);
  return tally.failures.length === 0 && tally.sum >= wanted && recall.share >= LEAST_RECALL;
}
