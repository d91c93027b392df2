import type { ProcessUsage } from '../../../test/support/process-usage.js';
import { quantile } from '../../../test/support/quantile.js';
import type { LoopLag } from './loop-lag.js';

/** Milliseconds of CPU for each of this many turns of seats. */
export function msEach({ cpuSeconds }: ProcessUsage, seatTurns: number): number {
  return (cpuSeconds * 1000) / seatTurns;
}

/** The CPU of processes for this many turns of seats, in a line. */
export function costLine(name: string, usage: ProcessUsage, seatTurns: number): string {
  const { cpuSeconds, mainThreadSeconds, megabytes } = usage;
  return (
    `${name.padEnd(26)} ${fixed(cpuSeconds, 2)} s of CPU (main thread ${mainThreadSeconds.toFixed(2)})   ` +
    `${fixed(msEach(usage, seatTurns), 2)} ms for each seat and turn   ${megabytes.toFixed(0)} MB`
  );
}

/** Median and p99 of times in milliseconds, in a line. */
export function waitLine(name: string, times: readonly number[]): string {
  return `${name.padEnd(26)} p50 ${fixed(quantile(times, 0.5))} ms   p99 ${fixed(quantile(times, 0.99))} ms`;
}

/** How long an event loop was kept from its next turn, in a line. */
export function lagLine(name: string, { p50, p99, longest }: LoopLag): string {
  return `${name.padEnd(26)} p50 ${fixed(p50)} ms   p99 ${fixed(p99)} ms   longest ${fixed(longest)} ms`;
}

/** How many of something, in words. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function fixed(number: number, digits = 1): string {
  return number.toFixed(digits).padStart(7);
}
