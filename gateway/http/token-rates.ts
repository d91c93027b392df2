import type { FastifyInstance } from 'fastify';
import type { AgentServices } from '../agent/agent-services.js';
import { bearerHash } from '../auth/bearer.js';
import type { RatePolicy } from '../limits/agent-limits.js';
import { tooManyMessages } from '../limits/rate-limit-errors.js';
import { sendFailure } from './failures.js';

/** Requests that count as messages of their agent, and so towards the quota of its token, where they are carried out. */
const COUNTED_AS_MESSAGE = /^\/(?:mcp(?:[?]|$)|api\/game\/[^/]+\/(?:state|action)(?:[?]|$))/;

/** Counts requests of REST towards the quota of their tokens; the answers say what is left of it. 429 with E110 beyond it. */
export function limitByToken(
  app: FastifyInstance,
  { limits, tokens, clock, metrics }: Pick<AgentServices, 'limits' | 'tokens' | 'clock' | 'metrics'>,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const tokenHash = bearerHash(request.headers.authorization);
    // A token that is not in force has no quota: it is refused, and counted by address.
    if (tokenHash === undefined || !tokens.inForce.isKnown(tokenHash)) return undefined;
    if (COUNTED_AS_MESSAGE.test(request.url)) return undefined;
    const now = clock.monotonic();
    const hit = limits.admitRequest({ tokenHash }, now);
    reply.headers(rateLimitHeaders(limits.policiesOf({ tokenHash }, now)));
    if (hit === undefined) return undefined;
    metrics.limitsHit.inc({ limit: hit.limit });
    return sendFailure(reply.header('retry-after', hit.retryAfter), tooManyMessages(hit, ''));
  });
}

/**
 * The headers that tell a client of REST how much it may send still, as draft-ietf-httpapi-ratelimit-headers has them: for each
 * limit the most in its period, what is left, and the seconds until all of it is there again.
 */
export function rateLimitHeaders(policies: readonly RatePolicy[]): Readonly<Record<string, string>> {
  if (policies.length === 0) return {};
  return {
    'ratelimit-policy': policies
      .map(({ name, max, periodS }) => `"${name}";q=${max};w=${periodS}`)
      .join(', '),
    ratelimit: policies.map(({ name, left, resetS }) => `"${name}";r=${left};t=${resetS}`).join(', '),
  };
}
