import { expect, test } from 'vitest';
import { Latencies } from '../../../../lab/load/support/latencies.js';
import { readLoadCommand } from '../../../../lab/load/support/load-options.js';
import { type LoadReport, shownComparison, shownReport } from '../../../../lab/load/support/load-report.js';

function latency(...times: readonly number[]) {
  const latencies = new Latencies();
  for (const time of times) latencies.record(time);
  return latencies.summary();
}

function report(stateMs: number, more: Partial<LoadReport> = {}): LoadReport {
  const times = { due: latency(stateMs), sent: latency(stateMs) };
  const read = readLoadCommand([]);
  if (!read.ok) throw new Error(read.failure);
  return {
    format: 'freeciv-load/1',
    made_at: '2026-11-23T00:00:00.000Z',
    target: 'own',
    options: read.value.options,
    machine: { cpu: 'A', cores: 2, memory_gb: 4, system: 'Linux', node: '20.0.0', load: 0 },
    seconds: 60,
    requests_per_second: 5,
    requests: { state: times, action: times, end_turn: times },
    logins: latency(100),
    turns: { played: 10, per_second: 0.2, change: latency(), not_changed: 0 },
    spectators: { opened: 0, closed: 0, messages: 0, bytes: 0, lag: latency() },
    errors: { E110: 2 },
    refusals: {},
    reconnects: 0,
    generator: { cpu_percent: 3, loop_p99_ms: 1, late: latency(1) },
    servers: { gateway: { processes: 1, cpu_percent: 10, megabytes: 100 } },
    ...more,
  };
}

test('a histogram keeps three figures of each time, and none at all is zeros', () => {
  const { count, p50, p99, max } = latency(...Array.from({ length: 1000 }, (_, index) => index + 1));
  expect(count).toBe(1000);
  for (const [seen, wanted] of [
    [p50, 500],
    [p99, 990],
    [max, 1000],
  ] as const)
    expect(Math.abs(seen - wanted) / wanted).toBeLessThan(0.002);
  expect(latency()).toEqual({ count: 0, mean: 0, p50: 0, p90: 0, p99: 0, p999: 0, max: 0 });
});

test('two runs are compared figure by figure, and what makes them hard to compare is said', () => {
  const machine = { ...report(1).machine, cores: 16 };
  const text = shownComparison(report(10), report(25, { machine }));
  expect(text).toMatch(/state p50 +10\.0\d +25\.0\d ms +× +2\.50/);
  expect(text).toContain('The machines differ: cores.');
  expect(text).not.toContain('--agents');
});

test('a run whose generator was at its limit says so', () => {
  expect(shownReport(report(1))).not.toContain('limit');
  const generator = { ...report(1).generator, cpu_percent: 99 };
  expect(shownReport(report(1, { generator }))).toContain('The generator itself was at its limit');
});

test.each([
  [['--agents', '0'], '--agents'],
  [['--warm-up', '-1'], '--warm-up'],
  [['--url', 'ws://x'], '--url needs --token'],
  [['--nonsense', '1'], 'nonsense'],
])('a command line that is wrong is refused with what is wrong: %s', (args, said) => {
  const read = readLoadCommand(args);
  expect(read.ok ? '' : read.failure).toContain(said);
});

test('http addresses are taken for those of sockets', () => {
  const read = readLoadCommand(['--url', 'https://play.example', '--token', 't']);
  expect(read.ok && read.value.target).toEqual({ url: 'wss://play.example', token: 't' });
});
