import { gameServersOf, usageOfAll } from '../../test/support/process-usage.js';
import type { TrendPoint } from './trend.js';

/** A process whose figures are taken, and where it tells its own. It collects its garbage when it gets SIGUSR2. */
export interface WatchedProcess {
  readonly name: string;
  readonly pid: () => number;
  readonly metricsUrl: () => string;
  /** What the names of the figures of Node begin with there. */
  readonly prefix: string;
}

/** A figure over the run. */
export interface Series {
  readonly name: string;
  readonly unit: string;
  /** How much it may grow in ten minutes. */
  readonly maxInTenMinutes: number;
  readonly points: readonly TrendPoint[];
}

interface Kind {
  readonly name: string;
  readonly unit: string;
  readonly max: number;
}

/** What is taken of each process. Memory may grow as promise 19 says, what is counted by less than one. */
const KINDS: readonly Kind[] = [
  { name: 'resident memory', unit: 'MB', max: 1 },
  { name: 'heap held', unit: 'MB', max: 1 },
  { name: 'descriptors', unit: '', max: 0.5 },
  { name: 'timers', unit: '', max: 0.5 },
  { name: 'handles', unit: '', max: 0.5 },
];

/** Takes figures of processes and keeps them. */
export class Samples {
  readonly #watched: readonly WatchedProcess[];
  readonly #series = new Map<string, { readonly kind: Kind; readonly points: TrendPoint[] }>();
  readonly #began = performance.now();

  constructor(watched: readonly WatchedProcess[]) {
    this.#watched = watched;
  }

  /** Takes the figures of now; by name. A process that does not answer is left out. */
  async take(): Promise<Readonly<Record<string, number>>> {
    const minute = (performance.now() - this.#began) / 60_000;
    const now: Record<string, number> = {};
    for (const each of this.#watched) {
      const figures = await figuresOf(each).catch(() => undefined);
      if (figures === undefined) continue;
      for (const [index, kind] of KINDS.entries()) {
        const name = `${each.name}: ${kind.name}`;
        now[name] = figures[index] ?? 0;
        this.#add(name, kind, { minute, value: figures[index] ?? 0 });
      }
    }
    const servers = this.#watched.flatMap(({ pid }) => gameServersOf(pid()));
    now['game servers'] = servers.length;
    this.#add('game servers', { name: '', unit: '', max: 0.5 }, { minute, value: servers.length });
    return now;
  }

  /** All figures over the run. */
  get series(): readonly Series[] {
    return [...this.#series].map(([name, { kind, points }]) => ({
      name,
      unit: kind.unit,
      maxInTenMinutes: kind.max,
      points,
    }));
  }

  #add(name: string, kind: Kind, point: TrendPoint): void {
    const series = this.#series.get(name) ?? { kind, points: [] };
    this.#series.set(name, series);
    series.points.push(point);
  }
}

/** In the order of KINDS. */
async function figuresOf({ pid, metricsUrl, prefix }: WatchedProcess): Promise<readonly number[]> {
  process.kill(pid(), 'SIGUSR2');
  const lines = (await (await fetch(metricsUrl())).text()).split('\n');
  const metric = (name: string) =>
    lines
      .filter((line) => line.startsWith(`${prefix}${name}`))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  const { megabytes, descriptors } = usageOfAll([pid()]);
  return [
    megabytes,
    metric('nodejs_heap_size_used_bytes ') / 2 ** 20,
    descriptors,
    metric('nodejs_active_resources{type="Timeout"}'),
    metric('nodejs_active_handles{'),
  ];
}
