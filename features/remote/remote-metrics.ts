import type { MetricSet } from '#shared/core/metric-set.js';

/** Adds the metrics of the calls of remote agents. */
export function remoteMetrics(all: MetricSet) {
  return {
    connects: all.counter(
      'freeciv_gateway_remote_connects_total',
      'Connections to remote agents: ok when one was ready, failed, or lost after that',
      ['result'],
    ),
    deadlines: all.counter(
      'freeciv_gateway_remote_deadlines_total',
      'Turns that a connected remote agent did not end in its time',
    ),
  };
}

/** What is counted of the calls of remote agents. */
export type RemoteMetrics = ReturnType<typeof remoteMetrics>;
