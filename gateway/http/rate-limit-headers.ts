import type { RatePolicy } from '../limits/agent-limits.js';

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
