import type { ReliabilityBin } from './assess.js';

const SIZE = 360;
const LEFT = 48;
const TOP = 12;

/** The reliability plot as SVG: what was foretold against what happened, with standard errors and the diagonal. */
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
