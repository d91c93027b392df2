import type { WinnerWeights } from '../../features/winner/winner-model.js';
import { brierScores, calibrationError, type ReliabilityBin, shareErrors } from './assess.js';
import type { TurnSample } from './samples.js';

/** What the report is made of. */
export interface ReportOptions {
  readonly weights: WinnerWeights;
  /** Of games that neither the fit nor the calibration has seen. */
  readonly heldOut: readonly TurnSample[];
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

const SIZE = 360;
const LEFT = 48;
const TOP = 12;

/** The reliability plot as SVG: forecast against outcome, with standard errors and the diagonal. */
export function reliabilityPlot(bins: readonly ReliabilityBin[]): string {
  const x = (value: number) => (LEFT + value * SIZE).toFixed(1);
  const y = (value: number) => (TOP + (1 - value) * SIZE).toFixed(1);
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((tick) => [
    `<line class="grid" x1="${x(tick)}" x2="${x(tick)}" y1="${y(0)}" y2="${y(1)}"/>`,
    `<line class="grid" x1="${x(0)}" x2="${x(1)}" y1="${y(tick)}" y2="${y(tick)}"/>`,
    `<text x="${x(tick)}" y="${TOP + SIZE + 16}" text-anchor="middle">${tick * 100} %</text>`,
    `<text x="${LEFT - 6}" y="${Number(y(tick)) + 4}" text-anchor="end">${tick * 100} %</text>`,
  ]);
  const marks = bins.flatMap(({ foretold, happened, error }) => {
    const [low, high] = [Math.max(0, happened - error), Math.min(1, happened + error)];
    return [
      `<line class="error" x1="${x(foretold)}" x2="${x(foretold)}" y1="${y(low)}" y2="${y(high)}"/>`,
      `<circle cx="${x(foretold)}" cy="${y(happened)}" r="4"/>`,
    ];
  });
  const middle = TOP + SIZE / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + SIZE + 24} ${TOP + SIZE + 44}" role="img" aria-label="Reliability of the chances to win">`,
    '<style>text{font:12px sans-serif;fill:#444}.grid{stroke:#ddd}.ideal{stroke:#999;stroke-dasharray:4 4}.error{stroke:#1f6f8b}circle{fill:#1f6f8b}</style>',
    `<rect width="100%" height="100%" fill="#fff"/>`,
    ...ticks,
    `<line class="ideal" x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}"/>`,
    ...marks,
    `<text x="${LEFT + SIZE / 2}" y="${TOP + SIZE + 36}" text-anchor="middle">foretold chance to win</text>`,
    `<text x="12" y="${middle}" text-anchor="middle" transform="rotate(-90 12 ${middle})">share that won</text>`,
    '</svg>\n',
  ].join('\n');
}
