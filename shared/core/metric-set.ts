import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The seconds of requests: from what the machine needs to what a model may wait. */
export const SECONDS_BUCKETS: readonly number[] = [
  ...[0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
];

type CountsByLabel = () => ReadonlyMap<string, number>;

/** The Prometheus metrics of a process, each added by name and help. Labels have values from fixed lists only: no ids, nothing that a caller chooses. */
export class MetricSet {
  readonly registry = new Registry();
  readonly #registers = [this.registry];

  counter<L extends string = never>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames, registers: this.#registers });
  }

  gauge<L extends string = never>(name: string, help: string, labelNames: readonly L[] = []): Gauge<L> {
    return new Gauge({ name, help, labelNames, registers: this.#registers });
  }

  histogram<L extends string = never>(
    name: string,
    help: string,
    buckets: readonly number[],
    labelNames: readonly L[] = [],
  ): Histogram<L> {
    return new Histogram({ name, help, labelNames, buckets: [...buckets], registers: this.#registers });
  }

  measure(name: string, help: string, value: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: this.#registers,
      async collect() {
        this.set(await value());
      },
    });
  }

  /** A gauge for each value of a label, read at each scrape. */
  measureBy(label: string, name: string, help: string, values: CountsByLabel): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: this.#registers,
      collect() {
        this.reset();
        for (const [one, count] of values()) this.set({ [label]: one }, count);
      },
    });
  }

  /** A counter whose sum is read at each scrape. */
  count(name: string, help: string, sum: () => number): void {
    new Counter({
      name,
      help,
      registers: this.#registers,
      collect() {
        this.reset();
        this.inc(sum());
      },
    });
  }

  /** A counter for each value of a label, whose sums are read at each scrape. */
  countBy(label: string, name: string, help: string, sums: CountsByLabel): void {
    new Counter({
      name,
      help,
      labelNames: [label],
      registers: this.#registers,
      collect() {
        this.reset();
        for (const [one, count] of sums()) this.inc({ [label]: one }, count);
      },
    });
  }
}
