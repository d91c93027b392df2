import type { Clock } from '#shared/core/clock.js';
import type { ErrorCode } from '#shared/core/error-codes.js';
import { type Failure, failure } from '#shared/core/failure.js';
import type { JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { type LlmConnectData, llmConnectDataSchema } from '#shared/protocol/agent-requests.js';
import { hashToken } from '../auth/token-list.js';
import type { TokenStore } from '../auth/token-store.js';
import type { LoginLimits } from '../limits/login-limits.js';
import type { RemoteSeat } from '../link/remote-seat.js';
import { type Seated, seatPush } from '../link/seat-messages.js';
import type { ConnectionSlots } from '../session/connection-slots.js';
import type { Session, SessionSocket } from '../session/session.js';
import type { SessionTable } from '../session/session-table.js';
import type { Timing } from '../timing.js';

export interface LoginContext {
  readonly tokens: TokenStore;
  readonly sessions: SessionTable;
  readonly slots: ConnectionSlots;
  readonly loginLimits: LoginLimits;
  readonly clock: Clock;
  readonly timing: Timing;
  readonly sessionExpiresS: number;
}

/** A login that worked: the session is attached to the socket, which holds one of the agent's slots. */
export interface LoggedIn {
  readonly session: Session;
  readonly resumed: boolean;
  /** The last push the agent has, if it said so or is new. */
  readonly lastSeq: number | undefined;
  readonly data: JsonObject;
}

/**
 * Makes or resumes the session an llm_connect asks for. E102: the token is wrong; E110: it is, after many that were; E111: the agent has all its
 * connections; E124: the session is unknown, expired or another agent's; else what the proxy said about the seat.
 */
export async function logIn(
  options: LoginContext,
  agentId: string,
  data: LlmConnectData,
  outlet: SessionSocket,
): Promise<Result<LoggedIn>> {
  const { loginLimits, clock } = options;
  const token = hashToken(data.api_token);
  if (!options.tokens.acceptsAgent(token, agentId, requestedGame(options, agentId, data))) {
    const wait = loginLimits.recordFailure(outlet.remoteAddress, agentId, clock.monotonic());
    if (wait === 0) return fail(failure('E102', 'Invalid API token'));
    return fail(failure('E110', 'Too many failed logins (E101)', { details: { retry_after: wait } }));
  }
  // Before a connection is counted: whoever took the seat up by address must not keep its owner out.
  for (const session of options.sessions.findByAgent(agentId)) session.endAddressAttachment();
  const loggedIn =
    data.session_id === undefined
      ? await createSession(options, agentId, data, outlet)
      : await resumeSession(options, agentId, { id: data.session_id, lastSeq: data.last_seq }, outlet);
  if (loggedIn.ok) loggedIn.value.session.recordLogin(token);
  return loggedIn;
}

/** Gives up a login whose socket closed meanwhile: nobody knows a new session, a resumed one stays. */
export function abandonLogin(
  { sessions, slots }: LoginContext,
  agentId: string,
  { session, resumed }: LoggedIn,
  outlet: SessionSocket,
): void {
  session.detach(outlet);
  slots.release(agentId);
  if (!resumed) sessions.remove(session);
}

/** The game an llm_connect is about; undefined for a session there is none of any more. */
function requestedGame(
  { sessions }: LoginContext,
  agentId: string,
  { session_id: id, game_id: gameId }: LlmConnectData,
): string | undefined {
  return id === undefined ? gameId : sessions.find(id, agentId)?.seat.gameId;
}

/**
 * The agent's session in that game for requests that come without a socket: the newest there is, or a new one with a
 * seat. Never makes a game. The token has been checked.
 */
export async function findOrCreateSession(
  { sessions }: LoginContext,
  agentId: string,
  gameId: string,
  tokenHash: Buffer,
): Promise<Result<Session>> {
  const known = sessions
    .findByAgent(agentId)
    .findLast(({ seat }) => seat.gameId === gameId && seat.seated !== undefined);
  if (known !== undefined) return ok(known);
  const session = sessions.create(agentId, gameId);
  const data = llmConnectDataSchema.parse({ api_token: '-', game_id: gameId, create: false });
  const seated = await session.seat.join(connectData(data));
  if (!seated.ok) {
    sessions.remove(session);
    return seated;
  }
  session.recordLogin(tokenHash);
  return ok(session);
}

async function createSession(
  options: LoginContext,
  agentId: string,
  data: LlmConnectData,
  outlet: SessionSocket,
): Promise<Result<LoggedIn>> {
  const { sessions, slots, sessionExpiresS } = options;
  if (!slots.reserve(agentId)) return fail(tooManyConnections());
  // Made before the seat is asked for: a push right behind the answer must find it.
  const session = sessions.create(agentId, data.game_id);
  const heardBefore = session.seat.readyPush;
  const seated = await session.seat.join(connectData(data));
  if (!seated.ok) {
    sessions.remove(session);
    slots.release(agentId);
    return seated;
  }
  session.attach(outlet);
  if (heardBefore !== undefined) session.push(heardBefore);
  else if (seated.value.status === 'ready') pushReadyLater(options, session.seat, seated.value);
  const { missing } = seated.value;
  const lost = missing === undefined ? {} : { incomplete: true, missing };
  const answer = { ...authSuccess(session, seated.value, sessionExpiresS), ...lost };
  return ok({ session, resumed: false, lastSeq: 0, data: answer });
}

async function resumeSession(
  { sessions, slots, sessionExpiresS }: LoginContext,
  agentId: string,
  asked: { readonly id: string; readonly lastSeq: number | undefined },
  outlet: SessionSocket,
): Promise<Result<LoggedIn>> {
  const session = sessions.find(asked.id, agentId);
  const seated = session?.seat.seated;
  if (session === undefined || seated === undefined) {
    return fail(failure('E124', 'There is no such session any more; log in without session_id'));
  }
  if (!session.isAttached && slots.isFull(agentId)) return fail(tooManyConnections());
  // The socket it had gives its slot back in here, so that one is free.
  session.attach(outlet);
  slots.reserve(agentId);
  const missed = session.pushesAfter(asked.lastSeq);
  const answer = {
    ...authSuccess(session, seated, sessionExpiresS),
    resumed: true,
    missed: missed.pushes.length,
    ...(missed.gap ? { resync: true } : {}),
  };
  return ok({ session, resumed: true, lastSeq: asked.lastSeq, data: answer });
}

/**
 * Resumes the agent's last session for a client that reconnects without llm_connect (RESUME_BY_ADDRESS): only from
 * the address it had, and only while no other socket of the agent is logged in. Undefined when there is none.
 */
export function resumeByAddress(
  { sessions, slots, sessionExpiresS, tokens }: LoginContext,
  agentId: string,
  outlet: SessionSocket,
): Session | undefined {
  if (slots.count(agentId) > 0) return undefined;
  const left = sessions
    .findByAgent(agentId)
    .filter((session) => !session.isAttached && !session.isExpired(sessionExpiresS * 1000))
    .filter((session) => session.seat.seated !== undefined && session.lastAddress === outlet.remoteAddress)
    .filter((session) => tokens.acceptsAgent(session.tokenHash, agentId, session.seat.gameId))
    .at(-1);
  if (left === undefined || !slots.reserve(agentId)) return undefined;
  left.attach(outlet, 'address');
  return left;
}

/**
 * The proxy says once a seat that its game is ready. A gateway that was restarted since has not heard it, and
 * tells it from the seat's status when the news does not come by itself.
 */
function pushReadyLater({ sessions, clock, timing }: LoginContext, seat: RemoteSeat, seated: Seated): void {
  clock.after(timing.gameReady, () => {
    if (seat.readyPush !== undefined) return;
    const data = { game_id: seat.gameId, player_id: seated.player_id };
    sessions.push(seatPush(seat, 'game_ready', data, clock.now()));
  });
}

/** What the proxy gets to know of an llm_connect: never the token. */
function connectData(data: LlmConnectData): JsonObject {
  const { model, capabilities, nation, leader_name, create, game_config, turn_policy } = data;
  return { model, capabilities, nation, leader_name, create, game_config, turn_policy };
}

function authSuccess(session: Session, seated: Seated, sessionExpiresS: number): JsonObject {
  // Sessions that go on were told of what is missing when their seat was taken again.
  const { server_port: port, missing: _missing, ...rest } = seated;
  return {
    ...rest,
    type: 'auth_success',
    success: true,
    session_id: session.id,
    player_id: seated.player_id,
    game_id: session.seat.gameId,
    session_expires_in: sessionExpiresS,
    ...(port === undefined ? {} : { civserver_port: port }),
    seq: session.lastSeq,
  };
}

function tooManyConnections(): Failure {
  return failure('E111', 'This agent has all the connections it may have');
}

/** How a login is counted. */
export function loginMetricLabel(result: Result<LoggedIn>): ErrorCode | 'ok' | 'resumed' {
  if (!result.ok) return result.failure.code;
  return result.value.resumed ? 'resumed' : 'ok';
}
