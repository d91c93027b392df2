import { z } from 'zod';
import { machineSchema, shownMachine } from '../../../test/support/machine.js';
import { latencySchema } from './latencies.js';
import { loadOptionsSchema } from './load-options.js';

const timesSchema = z.object({ due: latencySchema, sent: latencySchema });

/** What a group of processes of the server has used. */
const partSchema = z.object({
  processes: z.int(),
  /** Of one core, while it was measured. */
  cpu_percent: z.number(),
  /** Resident memory at the end. */
  megabytes: z.number(),
});

/** What a run of load came to: the file that `--out` writes and `--compare` reads. */
export const loadReportSchema = z.object({
  format: z.literal('freeciv-load/1'),
  made_at: z.string(),
  /** `own` when the run has started its gateway itself. */
  target: z.string(),
  options: loadOptionsSchema,
  machine: machineSchema,
  seconds: z.number(),
  requests_per_second: z.number(),
  /** Milliseconds since a request was due (`due`), and since it was sent (`sent`). */
  requests: z.object({ state: timesSchema, action: timesSchema, end_turn: timesSchema }),
  /** Milliseconds of each login, that of a game's first agent with the making of the game. */
  logins: latencySchema,
  turns: z.object({ played: z.int(), per_second: z.number(), change: latencySchema, not_changed: z.int() }),
  spectators: z.object({
    opened: z.int(),
    closed: z.int(),
    messages: z.int(),
    bytes: z.int(),
    lag: latencySchema,
  }),
  errors: z.record(z.string(), z.int()),
  refusals: z.record(z.string(), z.int()),
  reconnects: z.int(),
  /** Of the process that makes the load: when it was late itself, its figures say little of the server. */
  generator: z.object({ cpu_percent: z.number(), loop_p99_ms: z.number(), late: latencySchema }),
  /** Only of an own gateway: by part. */
  servers: z.record(z.string(), partSchema),
});

/** What a run of the load measured, as `--out` writes it. */
export type LoadReport = z.infer<typeof loadReportSchema>;

/** One figure by name. More of it is worse, except where it says otherwise. */
interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

/** The figures of a run that are shown and compared. */
function rowsOf(report: LoadReport): readonly Row[] {
  const { requests, turns, spectators, logins, servers } = report;
  const ms = (name: string, { count, p50, p99 }: z.infer<typeof latencySchema>): readonly Row[] =>
    count === 0
      ? []
      : [
          { name: `${name} p50`, value: p50, unit: 'ms' },
          { name: `${name} p99`, value: p99, unit: 'ms' },
        ];
  return [
    { name: 'requests a second', value: report.requests_per_second, unit: '/s' },
    { name: 'turns a second', value: turns.per_second, unit: '/s' },
    ...ms('state', requests.state.due),
    ...ms('action', requests.action.due),
    ...ms('end of turn', requests.end_turn.due),
    ...ms('turn change', turns.change),
    ...ms('login', logins),
    ...ms('spectator lag', spectators.lag),
    { name: 'errors', value: Object.values(report.errors).reduce((sum, each) => sum + each, 0), unit: '' },
    ...Object.entries(servers).flatMap(([part, { cpu_percent, megabytes }]) => [
      { name: `${part} CPU`, value: cpu_percent, unit: '% of a core' },
      { name: `${part} memory`, value: megabytes, unit: 'MB' },
    ]),
  ];
}

/** The load generator took more than this of its core, or its loop was later than that: its own work is in the figures. */
const MAX_OWN_CPU_PERCENT = 80;
const MAX_OWN_LOOP_MS = 50;

/** A run as text. */
export function shownReport(report: LoadReport): string {
  const { options, generator, errors, refusals, spectators, turns } = report;
  const isOwnLimit = generator.cpu_percent > MAX_OWN_CPU_PERCENT || generator.loop_p99_ms > MAX_OWN_LOOP_MS;
  return [
    `${options.agents} agents in ${options.games} games, ${options.spectators} spectators, ${options.rate} requests a second each, ${report.seconds.toFixed(0)} s`,
    shownMachine(report.machine),
    ...rowsOf(report).map(({ name, value, unit }) => `${name.padEnd(28)} ${shownNumber(value)} ${unit}`),
    `turns ${turns.played}, not changed in time ${turns.not_changed}; spectators closed ${spectators.closed}, reconnects ${report.reconnects}`,
    `errors ${shownCounts(errors)}; refused by the game ${shownCounts(refusals)}`,
    `generator: ${generator.cpu_percent.toFixed(0)} % of a core, its event loop p99 ${generator.loop_p99_ms.toFixed(0)} ms, requests late p99 ${generator.late.p99.toFixed(1)} ms`,
    ...(isOwnLimit
      ? ['The generator itself was at its limit: run fewer agents, or several of it on other machines.']
      : []),
  ].join('\n');
}

/** Two runs beside each other: each figure, and how many times the old one it is. */
export function shownComparison(old: LoadReport, now: LoadReport): string {
  const before = new Map(rowsOf(old).map(({ name, value }) => [name, value]));
  const rows = rowsOf(now).flatMap(({ name, value, unit }) => {
    const was = before.get(name);
    if (was === undefined) return [];
    const ratio = was === 0 ? (value === 0 ? '1.00' : '-') : (value / was).toFixed(2);
    return [
      `${name.padEnd(28)} ${shownNumber(was)} ${shownNumber(value)} ${unit.padEnd(12)} × ${ratio.padStart(6)}`,
    ];
  });
  return [
    ...differences(old, now),
    `${''.padEnd(28)} ${'before'.padStart(10)} ${'now'.padStart(10)}`,
    ...rows,
  ].join('\n');
}

/** What makes two runs hard to compare, in sentences. */
function differences(old: LoadReport, now: LoadReport): readonly string[] {
  const load = Object.entries(now.options).filter(
    ([name, value]) => Object.entries(old.options).find(([key]) => key === name)?.[1] !== value,
  );
  const machines = (['cpu', 'cores', 'memory_gb', 'node'] as const).filter(
    (name) => old.machine[name] !== now.machine[name],
  );
  return [
    ...load.map(([name]) => `The runs differ in --${name.replace('_', '-')}.`),
    ...machines.map((name) => `The machines differ: ${name}.`),
  ];
}

function shownNumber(value: number): string {
  return value.toFixed(value < 100 ? 2 : 0).padStart(10);
}

function shownCounts(counts: Readonly<Record<string, number>>): string {
  const list = Object.entries(counts).map(([code, count]) => `${code} ${count}`);
  return list.length === 0 ? 'none' : list.join(', ');
}
