import type { AgentServices } from '../../../gateway/agent/agent-services.js';
import type { AuditLog } from '../../../gateway/audit/audited-actions.js';
import type { MintedTokens } from '../../../gateway/auth/minted-tokens.js';
import type { TokenStore } from '../../../gateway/auth/token-store.js';
import type { GatewayContext } from '../../../gateway/core/context.js';
import type { ProxyLinks } from '../../../gateway/link/proxy-links.js';
import type { TrustedProxies } from '../../../gateway/transport/trusted-proxies.js';
import { InvitationBook } from './invitations.js';
import { PeopleListener } from './people-listener.js';
import { peopleMetrics } from './people-metrics.js';
import { personUrl } from './proxy-stream.js';

/** What the listener for people takes of the other services. */
interface PeopleParts {
  readonly agents: AgentServices;
  readonly links: ProxyLinks;
  readonly audit: AuditLog;
  isDraining(): boolean;
}

/** What invitations take of the other services. */
interface InvitationParts {
  readonly tokens: TokenStore;
  readonly minted: MintedTokens;
  readonly people: PeopleListener;
  /** Closes the connections whose tokens are no longer in force. */
  closeRevoked(): void;
}

/** The listener for people with the ordinary FreeCiv client. Limits, quotas and tokens are those of the agents. */
export function createPeople(
  { config, current, clock, timeouts, log, metrics }: GatewayContext,
  { agents, links, audit, isDraining }: PeopleParts,
): PeopleListener {
  const { tokens, quotas, slots, sharedSlots, loginLimits, settings } = agents;
  const secret = () => current.value.PROXY_SECRET ?? config.PROXY_SECRET ?? '';
  return new PeopleListener({
    ...{ tokens, quotas, slots, sharedSlots, loginLimits },
    ...{ clock, timeouts, log, audit, secret, isDraining },
    metrics: peopleMetrics(metrics.all),
    caps: settings.socketCaps,
    async urlOf(gameId) {
      const url = await links.urlOf(gameId);
      return url === undefined ? undefined : personUrl(url);
    },
  });
}

/** Opens PLAY_PORT, unless it is off. Rejects with the error of the operating system, such as EADDRINUSE. */
export async function listenForPeople(
  people: PeopleListener,
  { config, log }: GatewayContext,
  proxies: TrustedProxies,
): Promise<void> {
  const { GATEWAY_HOST: host, PLAY_PORT: port, PROXY_PROTOCOL: isBalanced } = config;
  if (port === 0) return;
  await people.listen({ host, port, proxies: isBalanced ? proxies : undefined });
  log.info({ host, port }, 'listening for people with the ordinary client');
}

/** The invitations of people, which are made tokens. */
export function createInvitations(
  { config, clock }: Pick<GatewayContext, 'config' | 'clock'>,
  { tokens, minted, people, closeRevoked }: InvitationParts,
): InvitationBook {
  const { PLAY_HOST: host = null, PLAY_PORT: port } = config;
  return new InvitationBook({
    ...{ minted, host, closeRevoked },
    port: port === 0 ? null : port,
    isInForce: (hash) => tokens.inForce.isKnown(hash),
    now: () => clock.now() / 1000,
    connected: () => people.connected,
  });
}
