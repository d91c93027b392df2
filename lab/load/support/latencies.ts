import { createHistogram } from 'node:perf_hooks';
import { z } from 'zod';

/** Times of one kind of request, in milliseconds. */
export const latencySchema = z.object({
  count: z.int(),
  mean: z.number(),
  p50: z.number(),
  p90: z.number(),
  p99: z.number(),
  p999: z.number(),
  max: z.number(),
});

/** The latencies of one kind, in milliseconds. */
export type Latency = z.infer<typeof latencySchema>;

/** Ten minutes in microseconds: no answer comes later. */
const HIGHEST_US = 600_000_000;

/** Times in a histogram of fixed size (HDR, three figures), however many there are. */
export class Latencies {
  readonly #histogram = createHistogram({ lowest: 1, highest: HIGHEST_US, figures: 3 });

  /** Adds a time in milliseconds; one below a microsecond counts as a microsecond. */
  record(ms: number): void {
    this.#histogram.record(Math.min(HIGHEST_US, Math.max(1, Math.round(ms * 1000))));
  }

  /** What the times come to; all 0 when there are none. */
  summary(): Latency {
    const { count } = this.#histogram;
    const at = (percent: number) => (count === 0 ? 0 : rounded(this.#histogram.percentile(percent)));
    return {
      count,
      mean: count === 0 ? 0 : rounded(this.#histogram.mean),
      p50: at(50),
      p90: at(90),
      p99: at(99),
      p999: at(99.9),
      max: at(100),
    };
  }
}

/** Microseconds as milliseconds with three figures behind the point. */
function rounded(us: number): number {
  return Math.round(us) / 1000;
}
