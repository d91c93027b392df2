import { type HostRules, isHostAllowed, WRONG_HOST } from '#shared/core/hosts.js';
import { fail } from '#shared/core/result.js';
import type { Endpoint } from '../transport/transport.js';

/** The endpoint, for those alone who call this server by a name it has: else 421. */
export function guardHosts(endpoint: Endpoint, hosts: HostRules): Endpoint {
  return {
    ...endpoint,
    admit(visitor) {
      if (isHostAllowed(visitor.host, hosts)) return endpoint.admit(visitor);
      return fail({ status: 421, message: WRONG_HOST });
    },
  };
}

/** The names of a gateway: where it listens, ALLOWED_HOSTS, and the hosts of pages that may connect. */
export function gatewayHosts(config: {
  readonly GATEWAY_HOST: string;
  readonly ALLOWED_HOSTS: readonly string[];
  readonly ALLOWED_ORIGINS: readonly string[];
}): HostRules {
  const { GATEWAY_HOST, ALLOWED_HOSTS, ALLOWED_ORIGINS } = config;
  const pages = ALLOWED_ORIGINS.filter((origin) => URL.canParse(origin)).map((origin) => new URL(origin));
  const ofPages = pages.map(({ hostname }) => hostname).filter((name) => name !== '');
  return { listensOn: GATEWAY_HOST, allowed: [...ALLOWED_HOSTS, ...ofPages] };
}
