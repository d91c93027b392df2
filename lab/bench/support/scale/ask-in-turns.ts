import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../../../../test/support/quantile.js';
import type { BenchAgent } from '../bench-agent.js';

/** How fast requests were answered. */
export interface AskedPace {
  readonly answered: number;
  readonly seconds: number;
  /** Milliseconds of a request and its answer. */
  readonly times: readonly number[];
}

const LOOK_MS = 5;

/** Each agent asks again as soon as it has its answer, for this many seconds. Rejects when an answer is an error. */
export async function askInTurns(
  agents: readonly BenchAgent[],
  query: Readonly<Record<string, unknown>>,
  seconds: number,
): Promise<AskedPace> {
  const began = performance.now();
  const until = began + seconds * 1000;
  for (const agent of agents) {
    agent.times = [];
    agent.onAnswer = () => {
      if (performance.now() < until) agent.ask(query);
    };
    agent.ask(query);
  }
  while (performance.now() < until || agents.some(({ unanswered }) => unanswered > 0)) await pause(LOOK_MS);
  const took = (performance.now() - began) / 1000;
  const codes = agents.flatMap(({ errors }) => [...errors.keys()]);
  if (codes.length > 0) throw new Error(`a request was answered with ${codes.join(', ')}`);
  const times = agents.flatMap((agent) => agent.times);
  return { answered: times.length, seconds: took, times };
}

/** Of several stretches of the same way together. */
export function joinedPace(paces: readonly AskedPace[]): AskedPace {
  return {
    answered: paces.reduce((sum, { answered }) => sum + answered, 0),
    seconds: paces.reduce((sum, { seconds }) => sum + seconds, 0),
    times: paces.flatMap(({ times }) => times),
  };
}

/** Requests a second, median and p99. */
export function paceFigures(pace: AskedPace): {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
} {
  const { answered, seconds, times } = pace;
  return { perSecond: answered / seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}
