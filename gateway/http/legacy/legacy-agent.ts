import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { agentIdSchema, gameIdSchema } from '#shared/protocol/envelope.js';
import { bearerHash } from '../../auth/admission.js';
import type { Session } from '../../session/session.js';
import type { AgentServices } from '../../socket/agent-services.js';
import { sessionWithoutSocket } from '../../socket/login.js';

/** Who asks, as the request says. */
export interface Asker {
  readonly authorization: string | undefined;
  readonly address: string;
  readonly gameId: unknown;
  readonly agentId: unknown;
  /** The seat's player, for clients that name no agent. */
  readonly playerId: number | undefined;
}

/** An agent whose token was found right, and its game. */
export interface LegacyAgent {
  readonly agentId: string;
  readonly gameId: string;
  readonly tokenHash: Buffer;
}

type Services = Pick<AgentServices, 'tokens' | 'loginLimits' | 'sessions' | 'clock'>;

/**
 * The agent a request without a socket is for: the one it names, else the one of its token with a session in that
 * game, told apart by player_id. E102: no token, or a wrong one; E101: it cannot be told which agent; E140: no such game.
 */
export function authorizeAgent(services: Services, asker: Asker): Result<LegacyAgent> {
  const game = gameIdSchema.safeParse(asker.gameId);
  if (!game.success) return fail(failure('E140', 'No game has such an id', { path: 'game_id' }));
  const gameId = game.data;
  const tokenHash = bearerHash(asker.authorization);
  if (tokenHash === undefined) return fail(failure('E102', 'Show a token: authorization: Bearer <token>'));
  const named = asker.agentId === undefined ? undefined : agentIdSchema.safeParse(asker.agentId);
  if (named?.success === false)
    return fail(failure('E105', 'agent_id: not the id of an agent', { path: 'agent_id' }));
  const isRight =
    named === undefined
      ? services.tokens.knows(tokenHash)
      : services.tokens.accepts(tokenHash, named.data, gameId);
  if (!isRight) return refuseToken(services, asker.address, named?.data);
  const agentId = named?.data ?? onlyAgent(services, gameId, tokenHash, asker.playerId);
  if (agentId !== undefined) return ok({ agentId, gameId, tokenHash });
  const message =
    'Say which agent: a header x-agent-id, or agent_id; player_id does for one that has logged in';
  return fail(failure('E101', message, { path: 'agent_id' }));
}

/** The session to ask through. It counts as a sign of life. */
export async function enterSession(services: AgentServices, agent: LegacyAgent): Promise<Result<Session>> {
  const entered = await sessionWithoutSocket(services, agent.agentId, agent.gameId, agent.tokenHash);
  if (entered.ok) services.sessions.touch(entered.value);
  return entered;
}

function refuseToken({ loginLimits, clock }: Services, address: string, agentId = 'unnamed'): Result<never> {
  const wait = loginLimits.recordFailure(address, agentId, clock.monotonic());
  if (wait === 0) return fail(failure('E102', 'Invalid API token'));
  return fail(failure('E110', 'Too many wrong tokens (E101)', { details: { retry_after: wait } }));
}

/** Undefined when there is none, or several. */
function onlyAgent(
  { sessions, tokens }: Services,
  gameId: string,
  tokenHash: Buffer,
  playerId: number | undefined,
): string | undefined {
  const agents = new Set(
    [...sessions.all()]
      .filter((session) => session.gameId === gameId && tokens.accepts(tokenHash, session.agentId, gameId))
      .filter(({ seat }) => playerId === undefined || seat.seated?.player_id === playerId)
      .map(({ agentId }) => agentId),
  );
  const [agentId] = agents;
  return agents.size === 1 ? agentId : undefined;
}
