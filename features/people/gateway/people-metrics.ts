import type { MetricSet } from '#shared/core/metric-set.js';

/** Adds the metrics of the port for people. */
export function peopleMetrics(all: MetricSet) {
  return {
    playing: all.gauge('freeciv_gateway_people', 'People who play with an ordinary FreeCiv client'),
    joining: all.gauge(
      'freeciv_gateway_people_joining',
      'Connections of ordinary FreeCiv clients that have shown no token yet',
    ),
    refused: all.counter(
      'freeciv_gateway_people_refused_total',
      'Connections of ordinary FreeCiv clients that were refused, by reason',
      ['reason'],
    ),
  };
}

/** What is measured of people. */
export type PeopleMetrics = ReturnType<typeof peopleMetrics>;
