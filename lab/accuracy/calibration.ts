import { percent } from './percent.js';

interface Bin {
  readonly from: number;
  readonly to: number;
  count: number;
  happened: number;
  /** Sums of the stated odds and of their variances. */
  stated: number;
  variance: number;
}

const edges = [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0001];

/** How often what was offered with odds came off, by how likely it was said to be. */
export class Calibration {
  readonly #bins: readonly Bin[] = edges
    .slice(1)
    .map((to, index) => ({ from: edges[index] ?? 0, to, count: 0, happened: 0, stated: 0, variance: 0 }));

  /** Odds that say nothing, from never to always, say nothing here either. */
  add([least, most]: readonly [number, number], happened: boolean): void {
    if (least === 0 && most === 1) return;
    const stated = (least + most) / 2;
    const bin = this.#bins.find(({ to }) => stated < to);
    if (bin === undefined) return;
    bin.count += 1;
    bin.stated += stated;
    bin.variance += stated * (1 - stated);
    if (happened) bin.happened += 1;
  }

  /** The last column: how far what happened is from what was stated, in standard deviations of chance. */
  table() {
    return this.#bins
      .filter(({ count }) => count > 0)
      .map(({ from, to, count, happened, stated, variance }) => ({
        'odds stated': `${Math.round(from * 100)} to ${Math.round(Math.min(1, to) * 100)} %`,
        times: count,
        'on average': percent(stated, count),
        happened: percent(happened, count),
        deviations: variance === 0 ? '' : ((happened - stated) / Math.sqrt(variance)).toFixed(1),
      }));
  }
}
