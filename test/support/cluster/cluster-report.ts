import { type Machine, shownMachine } from '../machine.js';
import { quantile } from '../quantile.js';
import type { AgentCounts } from './counting-agent.js';

/** A fault that happened, and how long after its end every agent had got an answer. */
export interface SufferedFault {
  readonly at: string;
  readonly description: string;
  readonly recoveredMs: number;
}

/** What a run of faults on a cluster came to. */
export interface ClusterReport {
  readonly machine: Machine;
  readonly minutes: number;
  readonly gateways: number;
  readonly proxies: number;
  readonly games: number;
  readonly agents: number;
  readonly spectators: number;
  readonly seed: number;
  readonly faults: readonly SufferedFault[];
  readonly counts: AgentCounts;
  readonly spectated: { readonly messages: number; readonly returns: number };
  readonly violations: readonly string[];
}

/** A run as lines. */
export function shownCluster(report: ClusterReport): string {
  const { faults, counts, spectated, violations } = report;
  const recovered = faults.map(({ recoveredMs }) => recoveredMs / 1000);
  const [half, most, longest] = [0.5, 0.95, 1].map((q) => quantile(recovered, q).toFixed(1));
  const kinds = new Map<string, number>();
  for (const { description } of faults) {
    const kind = description.split(' ')[0] ?? '';
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return [
    `${report.gateways} gateways, ${report.proxies} proxies, one Redis; ${report.games} games, ${report.agents} agents, ${report.spectators} spectators; seed ${report.seed}, ${report.minutes.toFixed(1)} minutes`,
    shownMachine(report.machine),
    `${faults.length} faults: ${[...kinds].map(([kind, count]) => `${kind} ${count}`).join(', ')}`,
    ...(faults.length === 0
      ? []
      : [
          `every agent had an answer after ${half} s (median), ${most} s (95 of 100), ${longest} s (the longest)`,
        ]),
    `${counts.acknowledged} actions acknowledged, ${counts.unknown} unknown, ${counts.requests} requests, ${counts.turns} turns of agents`,
    `${counts.pushes} pushes, ${counts.resumes} sessions resumed, ${counts.takenOver} taken over by a doubled connection; spectators got ${spectated.messages} messages and came back ${spectated.returns} times`,
    ...violations.map((each) => `VIOLATION ${each}`),
    violations.length === 0
      ? 'no acknowledged action lost, none done twice, no session lost, every request answered'
      : `${violations.length} VIOLATIONS`,
  ].join('\n');
}
