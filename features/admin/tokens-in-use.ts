import type { z } from 'zod';
import { ok, type Result } from '#shared/core/result.js';
import { gameOperations } from '#shared/protocol/game-operations.js';
import type { AdminTokens } from '#shared/protocol/rest.js';
import type { AgentServices } from '../../gateway/agent/agent-services.js';
import type { TokenSummary } from '../../gateway/auth/token-list.js';
import { fingerprintOf, type TokenUse } from '../../gateway/limits/token-quotas.js';
import { askAsOperator } from '../../gateway/link/ask-proxy.js';
import type { Link } from '../../gateway/link/game-link.js';

type ListedGame = z.infer<typeof gameOperations.game_list.answer>['games'][number];

/** States of a game that is over. */
const OVER: ReadonlySet<string> = new Set(['ended', 'archived', 'deleted']);

/** The tokens in force with what they use: seats and sockets of this gateway, games and bytes of all proxies. Fails as the proxy does. */
export async function tokensInUse(
  services: Pick<AgentServices, 'tokens' | 'quotas' | 'limits' | 'clock'>,
  link: Link,
): Promise<Result<AdminTokens>> {
  const listed = await askAsOperator(link, 'game_list', 'all', { data: { usage: true }, unrestricted: true });
  if (!listed.ok) return listed;
  const { games } = gameOperations.game_list.answer.parse(listed.value);
  const { uses } = services.quotas;
  const tokens = services.tokens.inForce.summaries.map((token) => {
    const here = uses.get(token.hash.toString('hex')) ?? { seats: 0, connections: 0 };
    return viewOf(services, token, here, games);
  });
  return ok({ tokens: tokens.toSorted((a, b) => b.use.games - a.use.games) });
}

function viewOf(
  { quotas, limits, clock }: Pick<AgentServices, 'quotas' | 'limits' | 'clock'>,
  { hash, source, scopes }: TokenSummary,
  here: TokenUse,
  games: readonly ListedGame[],
): AdminTokens['tokens'][number] {
  const token = fingerprintOf(hash);
  const own = games.filter(({ creator }) => creator === token);
  const bytes = own.reduce((sum, game) => sum + (game.bytes ?? 0), 0);
  const [messages] = limits.policiesOf({ tokenHash: hash }, clock.monotonic());
  return {
    token,
    source,
    scopes: scopes.map(({ rights, ...scope }) => ({ ...scope, rights: [...rights] })),
    quotas: quotas.of(hash.toString('hex')),
    use: {
      games: own.filter(({ state }) => !OVER.has(state)).length,
      disk_mb: Math.round(bytes / 1e5) / 10,
      messages: messages === undefined ? null : messages.max - messages.left,
      ...here,
    },
  };
}
