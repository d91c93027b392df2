import { type HostRules, isHostAllowed, WRONG_HOST } from '#shared/core/hosts.js';
import { fail } from '#shared/core/result.js';
import type { Endpoint } from './transport.js';

/** The endpoint, closed with 421 to requests whose Host header is not a name of this server. */
export function guardHosts(endpoint: Endpoint, hosts: HostRules): Endpoint {
  return {
    ...endpoint,
    admit(request) {
      if (isHostAllowed(request.host, hosts)) return endpoint.admit(request);
      return fail({ status: 421, message: WRONG_HOST });
    },
  };
}

/** The host names that a gateway accepts: GATEWAY_HOST, ALLOWED_HOSTS, and the hosts of ALLOWED_ORIGINS. */
export function hostRulesOf(config: {
  readonly GATEWAY_HOST: string;
  readonly ALLOWED_HOSTS: readonly string[];
  readonly ALLOWED_ORIGINS: readonly string[];
}): HostRules {
  const { GATEWAY_HOST, ALLOWED_HOSTS, ALLOWED_ORIGINS } = config;
  const pages = ALLOWED_ORIGINS.filter((origin) => URL.canParse(origin)).map((origin) => new URL(origin));
  const ofPages = pages.map(({ hostname }) => hostname).filter((name) => name !== '');
  return { listensOn: GATEWAY_HOST, allowed: [...ALLOWED_HOSTS, ...ofPages] };
}
