import type { Journeys } from './journeys.js';
import { percent } from './percent.js';
import type { Recall } from './recall.js';
import type { Tally } from './tally.js';

const MIN_RECALL = 0.99;

/** What a full run is to sample. */
interface WantedSamples {
  readonly samples: number;
  /** Whether some ruleset allows every action, so that each must be sampled. */
  readonly everyAction: boolean;
}

/**
 * Prints what was measured. Returns whether every certain offer worked and, of a full run with a number of samples wanted,
 * whether everything was sampled and enough of what works was offered.
 */
export function report(tally: Tally, recall: Recall, journeys: Journeys, wanted?: WantedSamples): boolean {
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
  console.log(`Journeys of several turns that were suggested, and how ${journeys.sum} of them ended`);
  console.table(journeys.table());
  for (const failure of journeys.failures) console.log(`FAILED journey: ${failure}`);
  console.log(`samples: ${tally.sum}, ${tally.certain} of them certain`);
  const broken = tally.failures.filter(({ offer }) => offer.certain).length;
  console.log(`precision of the certain ones: ${percent(tally.certain - broken, tally.certain)}`);
  console.log(
    `recall: ${percent(recall.share, 1)}; of what was really sent: ${percent(recall.shareOfSent, 1)}`,
  );
  console.log(`families never sampled: ${tally.familiesNeverSampled.join(', ') || 'none'}`);
  console.log(`actions never sampled: ${tally.neverSampled.join(', ') || 'none'}`);
  console.log(
    `sampled in other rulesets only: ${tally.without(['classic', 'civ2civ3']).join(', ') || 'none'}`,
  );
  console.log('(sandbox is here a copy of the installed one that allows every unit action)');
  const isPrecise =
    tally.failures.length === 0 && recall.refused.length === 0 && journeys.failures.length === 0;
  if (wanted === undefined) return isPrecise;
  const isEvery = tally.neverSampled.length === 0 || !wanted.everyAction;
  const isComplete = isEvery && journeys.sum > 0 && tally.sum >= wanted.samples;
  return isComplete && isPrecise && Math.min(recall.share, recall.shareOfSent) >= MIN_RECALL;
}

/** All that was not as it should be, a line each. */
export function shortcomings(tally: Tally, recall: Recall): string[] {
  return [
    ...tally.failures.map(
      ({ offer, outcome, where, messages }) =>
        `FAILED ${outcome} ${where}: ${JSON.stringify(offer)} ${messages.join(' ')}`,
    ),
    ...recall.missed.map(({ kind, told }) => `NOT OFFERED ${kind}: ${told}`),
    ...recall.refused.map(({ kind, told }) => `NOT TAKEN ${kind}: ${told}`),
  ];
}
