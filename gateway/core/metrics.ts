import { MetricSet, SECONDS_BUCKETS } from '#shared/core/metric-set.js';

/** Requests of agents may wait for a turn. */
const REQUEST_SECONDS = [...SECONDS_BUCKETS, 60];

/** The Prometheus metrics of the gateway. */
export function createMetrics() {
  const metrics = new MetricSet();
  return {
    all: metrics,
    registry: metrics.registry,
    sockets: metrics.gauge('freeciv_gateway_agent_sockets', 'Open agent sockets'),
    sessions: metrics.gauge('freeciv_gateway_sessions', 'Sessions that can be resumed'),
    sessionsKept: metrics.gauge(
      'freeciv_gateway_sessions_kept',
      'Whether sessions are written to disk or to Redis, so that they outlive a crash',
    ),
    rejections: metrics.counter(
      'freeciv_gateway_unhandled_rejections_total',
      'Unhandled promise rejections: bugs, see the log',
    ),
    auditLinesLost: metrics.counter(
      'freeciv_gateway_audit_lines_lost_total',
      'Actions without a line in the audit, because the disk did not take it',
    ),
    socketCloses: metrics.counter(
      'freeciv_gateway_agent_socket_closes_total',
      'Agent sockets closed, by WebSocket close code',
      ['code'],
    ),
    logins: metrics.counter(
      'freeciv_gateway_logins_total',
      'llm_connect requests, by result (ok, resumed, or an error code)',
      ['result'],
    ),
    requests: metrics.counter(
      'freeciv_gateway_requests_total',
      'Requests of agents answered, by type and result (ok or an error code)',
      ['type', 'result'],
    ),
    refusals: metrics.counter(
      'freeciv_gateway_refusals_total',
      'Messages of agents that the gateway itself refused, by error code',
      ['code'],
    ),
    limitsHit: metrics.counter(
      'freeciv_gateway_limits_hit_total',
      'Messages and sockets refused by a limit, by the limit',
      ['limit'],
    ),
    requestSeconds: metrics.histogram(
      'freeciv_gateway_request_duration_seconds',
      'From a request to its answer',
      REQUEST_SECONDS,
      ['type'],
    ),
    linkSeconds: metrics.histogram(
      'freeciv_gateway_link_duration_seconds',
      'The part of it between gateway and proxy: from sending on the link to the answer',
      REQUEST_SECONDS,
      ['type'],
    ),
    pushes: metrics.counter('freeciv_gateway_pushes_total', 'Pushes numbered for sessions, by type', [
      'type',
    ]),
    pushesSkipped: metrics.counter(
      'freeciv_gateway_pushes_skipped_total',
      'Pushes that agents were told to have missed, because they did not read in time',
    ),
    linkUp: metrics.gauge('freeciv_gateway_link_up', 'Whether the links to all proxies are up'),
    linkDowns: metrics.counter(
      'freeciv_gateway_link_downs_total',
      'Ends of the link to the proxy, by what it was before (up or connecting)',
      ['was'],
    ),
    resyncs: metrics.counter(
      'freeciv_gateway_resyncs_total',
      'Seats whose agents were told to ask for a full state, because pushes were lost behind the gateway',
    ),
    lateAnswers: metrics.counter(
      'freeciv_gateway_late_answers_total',
      'Answers of the proxy that came after the deadline of their request',
    ),
  };
}

/** The metrics of one gateway, and their registry. */
export type Metrics = ReturnType<typeof createMetrics>;
