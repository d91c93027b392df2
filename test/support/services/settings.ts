/** What agents of tests and benches log in with. */
export const token = 'a-token-for-tests';

/** What gateways show to the proxy. */
export const proxySecret = 'a-secret-for-tests-only';

/** Ports that are free, and a log of errors alone. */
export const plain = {
  GATEWAY_PORT: '0',
  PROXY_PORT: '0',
  PROXY_SECRET: proxySecret,
  LLM_API_TOKENS: token,
  LOG_LEVEL: 'error',
} as const;

/** And no limit of messages or of time that a test runs into. */
export const unlimited = {
  ...plain,
  TURN_TIME_LIMIT_S: '0',
  RATE_MESSAGES_PER_MINUTE: '1000000',
  RATE_BURST: '100000',
  RATE_ACTIONS_PER_MINUTE: '1000000',
} as const;

/** Everybody may watch all, unless the test says who may, or tells tokens apart. */
export function openToWatch({
  LLM_API_TOKENS,
  SPECTATORS,
}: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return LLM_API_TOKENS === undefined && SPECTATORS === undefined ? { SPECTATORS: 'open' } : {};
}
