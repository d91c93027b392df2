import type { lookup as systemLookup } from 'node:dns';
import { join } from 'node:path';
import type { Config } from '#shared/core/config.js';
import type { AgentServices } from '../../gateway/agent/agent-services.js';
import type { GatewayContext } from '../../gateway/core/context.js';
import { heartbeatIntervals } from '../../gateway/core/missed-heartbeats.js';
import type { Link } from '../../gateway/link/game-link.js';
import { RemoteAgents } from './remote-agents.js';
import { RemoteHosts } from './remote-hosts.js';
import { remoteMetrics } from './remote-metrics.js';
import { RemoteSeatFile } from './remote-seat-file.js';

interface RemoteParts {
  readonly agents: AgentServices;
  readonly link: Link;
  /** Gives [0, 1), for the back-off. */
  readonly random: () => number;
  /** Resolves the names of remote agents' hosts; that of the system where there is none. */
  readonly lookup: typeof systemLookup | undefined;
}

/** The seats that are driven for agents elsewhere. Throws for settings in which `remoteProblems` finds something. */
export function createRemoteAgents(
  { config, clock, timeouts, log, metrics: { all } }: GatewayContext,
  parts: RemoteParts,
): RemoteAgents {
  const hosts = RemoteHosts.parse(config.REMOTE_AGENT_HOSTS);
  if (!hosts.ok) throw new Error(`REMOTE_AGENT_HOSTS: ${hosts.failure}`);
  const { agents, link, random, lookup } = parts;
  const { heartbeatS, silenceLimitS } = heartbeatIntervals(config);
  const remote = new RemoteAgents({
    agents,
    link,
    random,
    metrics: remoteMetrics(all),
    hosts: hosts.value,
    file: new RemoteSeatFile(join(config.DATA_DIR, `gateway-remote-seats-${config.GATEWAY_PORT}.json`), log),
    channel: {
      hosts: hosts.value,
      key: config.REMOTE_AGENT_KEY ?? '',
      clock,
      lookup,
      handshakeMs: timeouts.remoteHandshake,
      maxMessageBytes: config.MAX_MESSAGE_BYTES,
      pingMs: heartbeatS * 1000,
      silenceMs: silenceLimitS * 1000,
    },
  });
  all.measureBy(
    'state',
    'freeciv_gateway_remote_seats',
    'Seats that are driven for remote agents, by state',
    () => remote.counts(),
  );
  return remote;
}

/** What is wrong with the settings of remote agents. */
export function remoteProblems({
  REMOTE_AGENT_HOSTS: entries,
  REMOTE_AGENT_KEY: key,
}: Config): readonly string[] {
  const hosts = RemoteHosts.parse(entries);
  if (!hosts.ok) return [`REMOTE_AGENT_HOSTS: ${hosts.failure}`];
  if (hosts.value.isEmpty || key !== undefined) return [];
  return ['REMOTE_AGENT_KEY: required with REMOTE_AGENT_HOSTS (16 characters or more)'];
}
