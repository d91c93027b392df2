import { percent } from './percent.js';
import type { Recall } from './recall.js';
import type { Tally } from './tally.js';

const LEAST_RECALL = 0.99;
const MOST_SHOWN = 40;
const FEW = 10;

/** Prints what was measured. Returns whether the promise was kept. */
export function report(tally: Tally, recall: Recall, wanted: number): boolean {
  console.log('Offers sent back as they were, by family, and by action');
  console.table(tally.byFamily());
  console.table(tally.byAction());
  console.log('What was offered with odds: how often it came off');
  console.table(tally.calibration.table());
  console.log(
    'Everything tried, offered or not: what the server took, and how much of that had been offered',
  );
  console.table(recall.table());
  console.log('(not tried: worklists, tasks for workers, texts and names, of which the server takes any)');
  console.log(`samples: ${tally.sum}, ${tally.certain} of them certain`);
  const broken = tally.failures.filter(({ offer }) => offer.certain).length;
  console.log(`precision of the certain ones: ${percent(tally.certain - broken, tally.certain)}`);
  console.log(
    `recall: ${percent(recall.share, 1)}; of what was really sent: ${percent(recall.shareOfSent, 1)}`,
  );
  console.log(`families never sampled: ${tally.familiesNeverSampled.join(', ') || 'none'}`);
  console.log(`actions never sampled: ${tally.neverSampled.join(', ') || 'none'}`);
  for (const { offer, outcome, where, messages } of tally.failures.slice(0, MOST_SHOWN)) {
    console.log(`FAILED ${outcome} ${where}: ${JSON.stringify(offer)} ${messages.join(' ')}`);
  }
  for (const line of fewOfEach(recall.missed)) console.log(`NOT OFFERED ${line}`);
  for (const line of fewOfEach(recall.refused)) console.log(`NOT TAKEN ${line}`);
  const isComplete = tally.neverSampled.length === 0 && tally.sum >= wanted;
  const isPrecise = tally.failures.length === 0 && recall.refused.length === 0;
  return isComplete && isPrecise && Math.min(recall.share, recall.shareOfSent) >= LEAST_RECALL;
}

/** Some lines of each kind of attempt. */
function fewOfEach(lines: Recall['missed']): string[] {
  const seen = new Map<string, number>();
  return lines.flatMap(({ kind, told }) => {
    const nth = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, nth);
    return nth > FEW ? [] : [`${kind}: ${told}`];
  });
}
