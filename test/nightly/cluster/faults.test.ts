import { expect, test } from 'vitest';
import type { ClusterFault } from '../../support/cluster/cluster-plan.js';
import { runCluster } from '../../support/cluster/run-cluster.js';
import { promised } from '../../support/promised.js';

/** The most telling ones; `npm run chaos -- cluster` draws from all of them. */
const faults: readonly ClusterFault[] = [
  { kind: 'kill', part: { kind: 'gateway', index: 0 }, ms: 0 },
  { kind: 'kill', part: { kind: 'store' }, ms: 200 },
  { kind: 'kill', part: { kind: 'proxy', index: 0 }, ms: 0 },
  { kind: 'cut', hop: 'links', ms: 0 },
  { kind: 'double', hop: 'agents', ms: 500 },
  { kind: 'restart', part: { kind: 'gateway', index: 1 }, ms: 0 },
  { kind: 'restart', part: { kind: 'proxy', index: 0 }, ms: 0 },
];

test('promise 1: whatever part of a cluster fails, no answer or session is lost, no action lost or doubled', async () => {
  const report = await runCluster({
    ...{ gateways: 2, proxies: 1, games: 1, agents: 2, spectators: 3, seed: 1, minutes: 60 },
    faults,
    paceMs: 50,
    // The time limit of the test ends what stands still.
    patienceMs: Number.POSITIVE_INFINITY,
    print: console.log,
  });
  expect(report.violations).toEqual([]);
  expect(report.counts.acknowledged).toBeGreaterThan(0);
  promised(
    1,
    { what: 'faults of a cluster after which every agent was answered', value: report.faults.length },
    { exactly: faults.length },
    { acknowledged: report.counts.acknowledged, unknown: report.counts.unknown },
  );
});
