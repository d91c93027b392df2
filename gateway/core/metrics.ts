import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The Prometheus metrics of the gateway. Labels have values from fixed lists only: no ids, nothing that a caller chooses. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    sockets: new Gauge({
      name: 'freeciv_gateway_agent_sockets',
      help: 'Open agent sockets',
      registers,
    }),
    sessions: new Gauge({
      name: 'freeciv_gateway_sessions',
      help: 'Sessions that can be resumed',
      registers,
    }),
    sessionsKept: new Gauge({
      name: 'freeciv_gateway_sessions_kept',
      help: 'Whether sessions are written to disk or to Redis, so that they outlive a crash',
      registers,
    }),
    rejections: new Counter({
      name: 'freeciv_gateway_unhandled_rejections_total',
      help: 'Rejections that nobody handled: bugs, see the log',
      registers,
    }),
    auditLinesLost: new Counter({
      name: 'freeciv_gateway_audit_lines_lost_total',
      help: 'Actions without a line in the audit, because the disk did not take it',
      registers,
    }),
    spectators: new Gauge({
      name: 'freeciv_gateway_spectators',
      help: 'Open spectator sockets',
      registers,
    }),
    spectatorUpdates: new Counter({
      name: 'freeciv_gateway_spectator_updates_total',
      help: 'Updates of watched games, each made once for all who watch',
      registers,
    }),
    spectatorSnapshots: new Counter({
      name: 'freeciv_gateway_spectator_snapshots_total',
      help: 'Snapshots of watched games taken from the proxy',
      registers,
    }),
    socketCloses: new Counter({
      name: 'freeciv_gateway_agent_socket_closes_total',
      help: 'Agent sockets closed, by WebSocket close code',
      labelNames: ['code'],
      registers,
    }),
    logins: new Counter({
      name: 'freeciv_gateway_logins_total',
      help: 'llm_connect requests, by result (ok, resumed, or an error code)',
      labelNames: ['result'],
      registers,
    }),
    requests: new Counter({
      name: 'freeciv_gateway_requests_total',
      help: 'Requests of agents answered, by type and result (ok or an error code)',
      labelNames: ['type', 'result'],
      registers,
    }),
    refusals: new Counter({
      name: 'freeciv_gateway_refusals_total',
      help: 'Messages of agents that the gateway itself refused, by error code',
      labelNames: ['code'],
      registers,
    }),
    limitsHit: new Counter({
      name: 'freeciv_gateway_limits_hit_total',
      help: 'Messages and sockets refused by a limit, by the limit',
      labelNames: ['limit'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'freeciv_gateway_request_duration_seconds',
      help: 'From a request to its answer',
      labelNames: ['type'],
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    }),
    linkSeconds: new Histogram({
      name: 'freeciv_gateway_link_duration_seconds',
      help: 'The part of it between gateway and proxy: from sending on the link to the answer',
      labelNames: ['type'],
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    }),
    pushes: new Counter({
      name: 'freeciv_gateway_pushes_total',
      help: 'Pushes numbered for sessions, by type',
      labelNames: ['type'],
      registers,
    }),
    pushesSkipped: new Counter({
      name: 'freeciv_gateway_pushes_skipped_total',
      help: 'Pushes that agents were told to have missed, because they did not read in time',
      registers,
    }),
    unreadBytes: new Gauge({
      name: 'freeciv_gateway_unread_bytes',
      help: 'What waits in memory to be read by agents',
      registers,
    }),
    linkUp: new Gauge({
      name: 'freeciv_gateway_link_up',
      help: 'Whether the links to all proxies are up',
      registers,
    }),
    linkDowns: new Counter({
      name: 'freeciv_gateway_link_downs_total',
      help: 'Ends of the link to the proxy, by what it was before (up or connecting)',
      labelNames: ['was'],
      registers,
    }),
    resyncs: new Counter({
      name: 'freeciv_gateway_resyncs_total',
      help: 'Seats whose agents were told to ask for a full state, because pushes were lost behind the gateway',
      registers,
    }),
    remoteConnects: new Counter({
      name: 'freeciv_gateway_remote_connects_total',
      help: 'Connections to remote agents: ok when one was ready, failed, or lost after that',
      labelNames: ['result'],
      registers,
    }),
    remoteDeadlines: new Counter({
      name: 'freeciv_gateway_remote_deadlines_total',
      help: 'Turns that a connected remote agent did not end in its time',
      registers,
    }),
    lateAnswers: new Counter({
      name: 'freeciv_gateway_late_answers_total',
      help: 'Answers of the proxy that came after the deadline of their request',
      registers,
    }),
  };
}

/** The metrics of one gateway, and their registry. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Adds a gauge of the remote seats by state. It calls `counts` for each scrape. */
export function measureRemoteSeats({ registry }: Metrics, counts: () => ReadonlyMap<string, number>): void {
  new Gauge({
    name: 'freeciv_gateway_remote_seats',
    help: 'Seats that are driven for remote agents, by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of counts()) this.set({ state }, count);
    },
  });
}

/** Adds a gauge of the proxies by state: up, draining or down. It calls `states` for each scrape. */
export function measureProxies(
  { registry }: Metrics,
  states: () => readonly { readonly isUp: boolean; readonly isDraining: boolean }[],
): void {
  new Gauge({
    name: 'freeciv_gateway_proxies',
    help: 'Proxies that the gateway knows, by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const counts = { up: 0, draining: 0, down: 0 };
      for (const { isUp, isDraining } of states()) counts[isUp ? (isDraining ? 'draining' : 'up') : 'down']++;
      for (const [state, count] of Object.entries(counts)) this.set({ state }, count);
    },
  });
}

/** Adds a gauge of the spectators' unread bytes. It calls `bytes` for each scrape, as they change with each byte read. */
export function measureSpectatorsUnread({ registry }: Metrics, bytes: () => number): void {
  new Gauge({
    name: 'freeciv_gateway_spectators_unread_bytes',
    help: 'What waits in memory to be read by spectators',
    registers: [registry],
    collect() {
      this.set(bytes());
    },
  });
}
