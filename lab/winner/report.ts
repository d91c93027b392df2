import type { WinnerWeights } from '../../proxy/games/winner/winner-model.js';
import { brierScores, calibrationError, type ReliabilityBin, shareErrors } from './assess.js';
import type { Sample } from './samples.js';

/** What the report is made of. */
export interface ReportOptions {
  readonly weights: WinnerWeights;
  /** Of games that neither the fit nor the calibration has seen. */
  readonly heldOut: readonly Sample[];
  readonly bins: readonly ReliabilityBin[];
}

const parts = [
  ['first quarter', 0, 0.25],
  ['second quarter', 0.25, 0.5],
  ['third quarter', 0.5, 0.75],
  ['last quarter', 0.75, 1.01],
] as const;

/** The part of docs/who-wins.md that a training writes. */
export function measuredPart({ weights, heldOut, bins }: ReportOptions): string {
  const { provenance } = weights;
  const { games } = provenance;
  const rows = [['the whole game', 0, 1.01] as const, ...parts].flatMap(([name, from, to]) => {
    const samples = heldOut.filter(({ progress }) => progress >= from && progress < to);
    if (samples.length === 0) return [];
    const brier = brierScores(samples, weights.win);
    const share = shareErrors(samples, weights.share);
    const cells = [brier.model, brier.byShare, brier.byNumber, share.model, share.asNow];
    return [`| ${name} | ${cells.map((cell) => cell.toFixed(3)).join(' | ')} |`];
  });
  return [
    `Trained on ${games.fitted} games, calibrated on ${games.calibrated}, and measured on ${games.held_out} that it has not seen. Bots play in ${games.with_bots} of all these games, AIs alone in the others (seeds ${provenance.seeds.first} to`,
    `${provenance.seeds.last}; rulesets ${provenance.rulesets.join(' and ')}; freeciv-server ${provenance.versions.freeciv_server.join(', ')}; ${provenance.turns} turns in all). The Brier score is the sum over the`,
    'players of the squared error of their chance, averaged over the turns of each game and then over games: 0 is perfect.',
    '',
    '| Part of the game | Brier score | by the share of the score | by 1/n | error of the final share | the same, share as now |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    '![Reliability of the chances to win](who-wins-reliability.svg)',
    '',
    `The expected calibration error is ${(100 * calibrationError(bins)).toFixed(1)} per cent. Bars are standard errors, with the turns of a game counted as one.`,
    '',
    '| Foretold | Happened | Standard error | Players and turns |',
    '|---|---|---|---|',
    ...bins.map(
      ({ foretold, happened, error, count }) =>
        `| ${percent(foretold)} | ${percent(happened)} | ${percent(error)} | ${count} |`,
    ),
    '',
  ].join('\n');
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}
