import { estimate } from '../../arena/statistics/estimate.js';
import type { Figure } from './figures.js';

/** The figures of one bench, run in this tree and in another one right after or before it. */
export interface PairedRun {
  readonly here: readonly Figure[];
  readonly there: readonly Figure[];
}

/** How many times the figure of the other tree that of this tree is: the geometric mean of the pairs and its 95 per cent interval. */
export interface PairedRatio {
  readonly name: string;
  readonly unit: string;
  /** Geometric means of the figure in both trees. */
  readonly here: number;
  readonly there: number;
  readonly ratio: number;
  /** Its ends are 0 and infinity for a single pair. */
  readonly interval: readonly [number, number];
}

/** The ratios of all figures that both trees have and that are above 0 in each run. */
export function pairedRatios(pairs: readonly PairedRun[]): readonly PairedRatio[] {
  const figures = pairs[0]?.here ?? [];
  return figures.flatMap(({ name, unit }) => {
    const logs = pairs.map(({ here, there }) => ({ here: logOf(here, name), there: logOf(there, name) }));
    if (!logs.every(({ here, there }) => Number.isFinite(here) && Number.isFinite(there))) return [];
    const { mean, margin } = estimate(logs.map(({ here, there }) => here - there));
    return [
      {
        name,
        unit,
        here: Math.exp(estimate(logs.map(({ here }) => here)).mean),
        there: Math.exp(estimate(logs.map(({ there }) => there)).mean),
        ratio: Math.exp(mean),
        interval: [Math.exp(mean - margin), Math.exp(mean + margin)] as const,
      },
    ];
  });
}

/** The same as lines, one for each figure. */
export function pairedTable(pairs: readonly PairedRun[]): string {
  return pairedRatios(pairs)
    .map(({ name, unit, here, there, ratio, interval: [low, high] }) => {
      const values = `${here.toPrecision(3)} ${unit} here, ${there.toPrecision(3)} ${unit} there`;
      const bounds = pairs.length < 2 ? '' : ` (${low.toFixed(3)} to ${high.toFixed(3)})`;
      return `${name}: ${values}, ratio ${ratio.toFixed(3)}${bounds}`;
    })
    .join('\n');
}

function logOf(figures: readonly Figure[], name: string): number {
  return Math.log(figures.find((figure) => figure.name === name)?.value ?? Number.NaN);
}
