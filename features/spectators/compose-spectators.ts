import type { AgentServices } from '../../gateway/agent/agent-services.js';
import type { GatewayContext } from '../../gateway/core/context.js';
import { heartbeatIntervals } from '../../gateway/core/missed-heartbeats.js';
import type { Link } from '../../gateway/link/game-link.js';
import type { SpectatorAccess } from '../access/spectator-access.js';
import { SpectatorHub } from './spectator-hub.js';

/** What spectators take of the other services. Their wrong tokens are counted with those of agents. */
interface SpectatorParts extends Pick<AgentServices, 'loginLimits' | 'settings'> {
  readonly link: Link;
  readonly access: SpectatorAccess;
  isDraining(): boolean;
}

/** The sockets of spectators and what they watch. */
export function createSpectators(
  { config, clock, timeouts, metrics }: GatewayContext,
  { link, access, loginLimits, settings, isDraining }: SpectatorParts,
): SpectatorHub {
  return new SpectatorHub({
    ...{ link, clock, metrics, access, loginLimits, isDraining },
    caps: settings.socketCaps,
    ...heartbeatIntervals(config),
    loginTimeoutMs: timeouts.login,
    allowedOrigins: () => settings.allowedOrigins(),
  });
}
