/** What was measured at a minute of the run. */
export interface TrendPoint {
  readonly minute: number;
  readonly value: number;
}

/** How a figure changed over a run, with the interval in which the change lies in 95 of 100 cases. */
export interface Trend {
  /** In ten minutes. */
  readonly slope: number;
  readonly low: number;
  readonly high: number;
  /** First and last value of the fitted line, for a plot. */
  readonly line: readonly [TrendPoint, TrendPoint];
  /** `flat`: it grows by less than is allowed. `grows`: by more. `unclear`: the run is too short to tell. */
  readonly verdict: 'flat' | 'grows' | 'unclear';
}

/** A run begins with what fills once: caches, compiled code, pools. */
const WARM_UP = 1 / 3;
/** What was measured in a row is alike: each block of it counts as one measurement. */
const MAX_BLOCKS = 20;
const MIN_BLOCKS = 4;
/** A growth in ten minutes is not told from less than that. */
const MIN_MINUTES = 10;

/** Of Student's t: the factor of the standard error for 95 of 100 cases, by degrees of freedom from 1 on. */
const T95 = [
  12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101,
];

/**
 * Fits a line to a figure behind its warm-up; undefined where that is too short for it. `maxInTenMinutes` is the growth that is allowed. The value of a block is its least:
 * what a garbage collection leaves, and not what waits for the next.
 */
export function trendOf(points: readonly TrendPoint[], maxInTenMinutes: number): Trend | undefined {
  const warm = points.slice(Math.floor(points.length * WARM_UP));
  const count = Math.min(MAX_BLOCKS, Math.floor(warm.length / 2));
  const minutes = (warm.at(-1)?.minute ?? 0) - (warm[0]?.minute ?? 0);
  if (count < MIN_BLOCKS || minutes < MIN_MINUTES) return undefined;
  const blocks = Array.from({ length: count }, (_, index) => {
    const part = warm.slice(
      Math.floor((index * warm.length) / count),
      Math.floor(((index + 1) * warm.length) / count),
    );
    return {
      minute: mean(part.map(({ minute }) => minute)),
      value: Math.min(...part.map(({ value }) => value)),
    };
  });
  return fitLine(blocks, maxInTenMinutes);
}

/** Least squares, with the interval of the slope. */
function fitLine(points: readonly TrendPoint[], max: number): Trend {
  const [centre, middle] = [mean(points.map(({ minute }) => minute)), mean(points.map(({ value }) => value))];
  const spread = sum(points.map(({ minute }) => (minute - centre) ** 2));
  const perMinute = sum(points.map(({ minute, value }) => (minute - centre) * (value - middle))) / spread;
  const at = (minute: number) => ({ minute, value: middle + perMinute * (minute - centre) });
  const rest = sum(points.map(({ minute, value }) => (value - at(minute).value) ** 2));
  const error = Math.sqrt(rest / (points.length - 2) / spread);
  const reach = error * (T95[points.length - 3] ?? 2.1) * 10;
  const slope = perMinute * 10;
  const [low, high] = [slope - reach, slope + reach];
  const verdict = high <= max ? 'flat' : low > max ? 'grows' : 'unclear';
  const [first, last] = [points[0]?.minute ?? 0, points.at(-1)?.minute ?? 0];
  return { slope, low, high, line: [at(first), at(last)], verdict };
}

function mean(numbers: readonly number[]): number {
  return sum(numbers) / numbers.length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
