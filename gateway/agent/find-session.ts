import type { Clock } from '#shared/core/clock.js';
import type { JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { type LlmConnectData, llmConnectDataSchema } from '#shared/protocol/agent-requests.js';
import type { TokenStore } from '../auth/token-store.js';
import type { Timeouts } from '../core/timeouts.js';
import type { Sender } from '../limits/agent-limits.js';
import type { ConnectionSlots, LoginLimits } from '../limits/login-limits.js';
import type { SharedSlots } from '../limits/shared-limits.js';
import type { TokenQuotas } from '../limits/token-quotas.js';
import type { Session } from '../session/session.js';
import type { SessionTable } from '../session/session-table.js';
import type { SessionsElsewhere } from '../session/sessions-elsewhere.js';

/** What a login works with. */
export interface LoginContext {
  readonly tokens: TokenStore;
  readonly quotas: TokenQuotas;
  readonly sessions: SessionTable;
  readonly elsewhere: SessionsElsewhere;
  readonly slots: ConnectionSlots;
  /** The slots over all gateways, where there are several. */
  readonly sharedSlots: SharedSlots | undefined;
  readonly loginLimits: LoginLimits;
  readonly clock: Clock;
  readonly timeouts: Timeouts;
  /** Seconds without a socket after which a session ends. */
  readonly sessionExpiresS: number;
  /** What the agent has learned in earlier games; undefined when it has written nothing, or the disk does not give it now. */
  lessonsOf(agentId: string): Promise<string | undefined>;
  /** Whether that game is sealed and not over. */
  isSealed(gameId: string): Promise<Result<boolean>>;
  /**
   * Checks the seats that a login asks to give to agents elsewhere; to be called before. The returned function gives
   * them, where the login makes a new game.
   */
  prepareSeats(tokenHash: Buffer, data: LlmConnectData): Promise<Result<() => void>>;
}

/** The game of an llm_connect; undefined when its session no longer exists. The store is asked for good tokens only. */
export async function requestedGame(
  { sessions, elsewhere, tokens }: LoginContext,
  agentId: string,
  token: Buffer,
  { session_id: id, game_id: gameId }: LlmConnectData,
): Promise<Result<string | undefined>> {
  if (id === undefined) return ok(gameId);
  const known = sessions.find(id, agentId);
  if (known !== undefined) return ok(known.gameId);
  if (!tokens.inForce.acceptsAgent(token, agentId)) return ok(undefined);
  const owner = await elsewhere.find(id);
  if (!owner.ok) return owner;
  return ok(owner.value?.agentId === agentId ? owner.value.gameId : undefined);
}

/** What an llm_connect says of the session it resumes. */
export interface AskedSession {
  readonly id: string;
  readonly lastSeq: number | undefined;
}

/** The session that is to be resumed. `isBehind`: it came from another gateway, which could not record all pushes. */
interface FoundSession {
  readonly session: Session | undefined;
  readonly isBehind: boolean;
}

/** Finds the session here, or takes it from another gateway. */
export async function findSession(
  { sessions, elsewhere }: LoginContext,
  agentId: string,
  { id, lastSeq }: AskedSession,
): Promise<Result<FoundSession>> {
  const known = sessions.find(id, agentId);
  if (known !== undefined) return ok({ session: known, isBehind: false });
  const taken = await elsewhere.take(id, agentId);
  if (!taken.ok) return taken;
  // It may have expired while it had no owner.
  const session = sessions.find(id, agentId);
  return ok({ session, isBehind: session?.continueAfter(lastSeq ?? 0) ?? false });
}

/** The sender of requests without a socket. Its token has been checked. */
export interface SocketlessAgent extends Sender {
  /** Further fields of llm_connect: what the agent wants of its seat. */
  readonly wishes?: JsonObject;
}

/** The newest session of an agent with a seat in that game, if this gateway has one. */
export function knownSession(
  { sessions }: Pick<LoginContext, 'sessions'>,
  { agentId, gameId }: Pick<Sender, 'agentId' | 'gameId'>,
): Session | undefined {
  return sessions
    .findByAgent(agentId)
    .findLast(({ seat }) => seat.gameId === gameId && seat.seated !== undefined);
}

/**
 * The agent's session in that game for requests without a socket: the newest there is, or a new one with a seat. A game
 * that does not exist is created only if `create` says so. Fails with what the proxy says of the seat. E112: the store that
 * gateways share is away.
 */
export async function findOrCreateSession(
  { sessions, elsewhere, quotas }: LoginContext,
  { agentId, gameId, tokenHash, wishes }: SocketlessAgent,
  create = false,
): Promise<Result<Session>> {
  const known = knownSession({ sessions }, { agentId, gameId });
  if (known !== undefined) return ok(known);
  const refusal = elsewhere.refusal();
  if (refusal !== undefined) return fail(refusal);
  const reserved = quotas.reserve({ tokenHash, agentId, gameId, isAttached: false });
  if (!reserved.ok) return reserved;
  using _reserved = reserved.value;
  const session = sessions.create(agentId, gameId);
  const data = llmConnectDataSchema.parse({ ...wishes, api_token: '-', game_id: gameId, create });
  const seated = await session.seat.join({ ...connectData(data), creator: quotas.creatorOf(tokenHash) });
  if (!seated.ok) {
    sessions.remove(session);
    return seated;
  }
  session.recordLogin(tokenHash);
  return ok(session);
}

/** The data of an llm_connect for the proxy: without the token. */
export function connectData(data: LlmConnectData): JsonObject {
  const { model, capabilities, nation, leader_name, create, turn_policy, verbosity, pushes } = data;
  // Remote seats are the gateway's: the proxy needs nothing of them.
  const { seats: _seats, ...game_config } = data.game_config;
  return { model, capabilities, nation, leader_name, create, game_config, turn_policy, verbosity, pushes };
}
