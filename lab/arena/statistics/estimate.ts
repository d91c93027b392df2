/** A mean with the half width of its 95 per cent interval; the half width of a single value is infinite. */
export interface Estimate {
  readonly mean: number;
  readonly margin: number;
  readonly count: number;
}

/** Of Student's t distribution, two-sided 95 per cent, for 1 to 30 degrees of freedom; beyond them nearly that of the normal one. */
const T_QUANTILES = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];
const NORMAL_QUANTILE = 1.96;

/** The mean of independent values, with its interval by Student's t. */
export function estimate(values: readonly number[]): Estimate {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const quantile = T_QUANTILES[count - 2] ?? NORMAL_QUANTILE;
  const margin = count < 2 ? Number.POSITIVE_INFINITY : quantile * Math.sqrt(squares / (count - 1) / count);
  return { mean, margin, count };
}

/** The mean of values; 0 of none. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** `131.9 ± 8.2`; of a single value it alone. */
export function estimateText({ mean, margin }: Estimate): string {
  const shown = mean.toFixed(1);
  return Number.isFinite(margin) ? `${shown} ± ${margin.toFixed(1)}` : shown;
}

/** The ends of the interval of a mean of values from 0 to 1; undefined of a single value. */
export function shareInterval({ mean, margin }: Estimate): readonly [number, number] | undefined {
  return Number.isFinite(margin) ? [Math.max(0, mean - margin), Math.min(1, mean + margin)] : undefined;
}

/** `0.750 (0.512 to 0.988)`; of a single value it alone. */
export function shareText(share: Estimate): string {
  const interval = shareInterval(share)?.map((end) => end.toFixed(3));
  return `${share.mean.toFixed(3)}${interval === undefined ? '' : ` (${interval.join(' to ')})`}`;
}
