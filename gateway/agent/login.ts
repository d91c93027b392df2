import type { ErrorCode } from '#shared/core/error-codes.js';
import { type Failure, failure } from '#shared/core/failure.js';
import type { JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { LlmConnectData } from '#shared/protocol/agent-requests.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import { ignoredFields } from '#shared/protocol/game-config.js';
import { revocationUnknown } from '../auth/bearer.js';
import { hashToken } from '../auth/token-rule.js';
import { tooManyLogins } from '../limits/rate-limit-errors.js';
import { type Seated, seatPush } from '../link/link-messages.js';
import type { RemoteSeat } from '../link/remote-seat.js';
import type { Session, SessionSocket } from '../session/session.js';
import {
  type AskedSession,
  connectData,
  findSession,
  type LoginContext,
  requestedGame,
} from './find-session.js';
import { loginRefusal, type SeatEntry, tellHolders } from './seat-hold.js';

/** How often a session may go to another gateway while it is resumed at this one. */
const MAX_MOVES = 4;
/** Between two attempts: the other gateway does what it took the session for. */
const MOVE_PAUSE_MS = 50;

/** A successful login: the session is attached to the socket, which holds one of the agent's slots. */
export interface LoggedIn {
  readonly session: Session;
  readonly resumed: boolean;
  /** The last push the agent has, if it said so or is new. */
  readonly lastSeq: number | undefined;
  /** Of the answer to llm_connect. */
  readonly data: JsonObject;
}

/**
 * Creates or resumes the session that an llm_connect asks for. E102: wrong token; E110: too many wrong tokens; E111: the
 * agent has all its connections; E112: the store that gateways share is away, or has been away since this gateway started, or
 * other gateways keep taking the session; E124: the session is unknown, expired or another agent's; else what the proxy says.
 */
export async function logIn(
  context: LoginContext,
  agentId: string,
  data: LlmConnectData,
  socket: SessionSocket,
): Promise<Result<LoggedIn>> {
  const { loginLimits, clock } = context;
  const token = hashToken(data.api_token);
  await context.tokens.admit(data.api_token);
  const game = await requestedGame(context, agentId, token, data);
  if (!game.ok) return game;
  if (!context.tokens.inForce.acceptsAgent(token, agentId, game.value)) {
    if (context.tokens.isPending(token)) return fail(revocationUnknown());
    const wait = loginLimits.recordFailure(socket.remoteAddress, agentId, clock.monotonic());
    if (wait === 0) return fail(failure('E102', context.tokens.refusalOf(token) ?? 'Invalid API token'));
    return fail(tooManyLogins(wait));
  }
  // Before the connection is counted: a socket that resumed by address must not keep the owner out.
  for (const session of context.sessions.findByAgent(agentId)) session.endAddressAttachment();
  const reserved = reserve(context, agentId, token, data, game.value);
  if (!reserved.ok) return reserved;
  using _reserved = reserved.value;
  if (data.session_id !== undefined) {
    const asked = { id: data.session_id, lastSeq: data.last_seq };
    return recordLogin(await resumeSession(context, agentId, asked, socket), token);
  }
  const entry = { agentId, gameId: data.game_id, tokenHash: token };
  const held = await loginRefusal(context, entry);
  if (held !== undefined) return fail(held);
  const seats = await context.prepareSeats(token, data);
  if (!seats.ok) return seats;
  const loggedIn = recordLogin(await createSession(context, entry, data, socket), token);
  if (!loggedIn.ok) return loggedIn;
  tellHolders(context, entry, 'login', loggedIn.value.session);
  seats.value();
  return loggedIn;
}

/** Counts the login towards the quotas of its token while it is under way. */
function reserve(
  { sessions, quotas }: LoginContext,
  agentId: string,
  tokenHash: Buffer,
  { session_id: id, game_id: asked }: LlmConnectData,
  gameId = asked,
): Result<Disposable> {
  const known = id === undefined ? undefined : sessions.find(id, agentId);
  return quotas.reserve({ tokenHash, agentId, gameId, isAttached: known?.isAttached !== true });
}

function recordLogin(loggedIn: Result<LoggedIn>, token: Buffer): Result<LoggedIn> {
  if (loggedIn.ok) loggedIn.value.session.recordLogin(token);
  return loggedIn;
}

/** Undoes a login whose socket has closed: a new session is removed, a resumed one stays. */
export function abandonLogin(
  { sessions, slots }: LoginContext,
  agentId: string,
  { session, resumed }: LoggedIn,
  socket: SessionSocket,
): void {
  session.detach(socket);
  slots.release(agentId);
  if (!resumed) sessions.remove(session);
}

async function createSession(
  context: LoginContext,
  { agentId, tokenHash }: SeatEntry,
  data: LlmConnectData,
  socket: SessionSocket,
): Promise<Result<LoggedIn>> {
  const { sessions, slots, sharedSlots, sessionExpiresS, elsewhere, quotas } = context;
  const refusal = elsewhere.refusal();
  if (refusal !== undefined) return fail(refusal);
  if (!slots.reserve(agentId)) return fail(tooManyConnections());
  // Created before the seat joins: a push right after the answer must find it.
  const session = sessions.create(agentId, data.game_id);
  const readyBefore = session.seat.readyPush;
  const granted = await sharedSlots?.reserve(agentId, session.id);
  const isFull = granted === 'full';
  const lessons = data.lessons === true ? await context.lessonsOf(agentId) : undefined;
  const asked = { ...connectData(data), lessons, creator: quotas.creatorOf(tokenHash) };
  const seated = isFull ? fail(tooManyConnections()) : await session.seat.join(asked);
  if (!seated.ok) {
    sessions.remove(session);
    slots.release(agentId);
    sharedSlots?.release(agentId, session.id);
    return seated;
  }
  session.attach(socket);
  if (readyBefore !== undefined) session.push(readyBefore);
  else if (seated.value.status === 'ready') pushReadyLater(context, session.seat, seated.value);
  const { missing } = seated.value;
  const lost = missing === undefined ? {} : { incomplete: true, missing };
  const fields = ignoredFields(data.game_config);
  const ignored = fields.length === 0 ? {} : { ignored: fields };
  const answer = { ...authSuccess(session, seated.value, sessionExpiresS), ...lost, ...ignored };
  return ok({ session, resumed: false, lastSeq: 0, data: answer });
}

async function resumeSession(
  context: LoginContext,
  agentId: string,
  asked: AskedSession,
  socket: SessionSocket,
  moves = 0,
): Promise<Result<LoggedIn>> {
  const { sessions, slots, sharedSlots, sessionExpiresS } = context;
  const found = await findSession(context, agentId, asked);
  if (!found.ok) return found;
  const { session, isBehind } = found.value;
  const seated = session?.seat.seated;
  if (session === undefined || seated === undefined)
    return resumeElsewhere(context, agentId, asked, socket, moves);
  const granted = await sharedSlots?.reserve(agentId, session.id);
  if (sessions.find(session.id, agentId) !== session) {
    sharedSlots?.release(agentId, session.id);
    if (!session.isElsewhere) return fail(noSuchSession());
    return resumeElsewhere(context, agentId, asked, socket, moves);
  }
  if (granted === 'full' || (!session.isAttached && slots.isFull(agentId))) {
    if (!session.isAttached) sharedSlots?.release(agentId, session.id);
    return fail(tooManyConnections());
  }
  // The session's earlier socket releases its slot in here, so that one is free.
  session.attach(socket);
  slots.reserve(agentId);
  const missed = session.pushesAfter(asked.lastSeq);
  const answer = {
    ...authSuccess(session, seated, sessionExpiresS),
    resumed: true,
    missed: missed.pushes.length,
    resync: missed.gap || isBehind || undefined,
  };
  return ok({ session, resumed: true, lastSeq: asked.lastSeq, data: answer });
}

/**
 * Resumes a session that is not here, or was taken by another gateway while it was resumed here. E124: no gateway has it. E112:
 * it has moved too often.
 */
async function resumeElsewhere(
  context: LoginContext,
  agentId: string,
  asked: AskedSession,
  socket: SessionSocket,
  moves: number,
): Promise<Result<LoggedIn>> {
  const owner = await context.elsewhere.find(asked.id);
  if (!owner.ok) return owner;
  if (owner.value?.agentId !== agentId) return fail(noSuchSession());
  if (moves === MAX_MOVES) return fail(movedTooOften());
  await new Promise<void>((resolve) => context.clock.after(MOVE_PAUSE_MS, resolve));
  return resumeSession(context, agentId, asked, socket, moves + 1);
}

/**
 * Resumes the agent's last session for a client that reconnects without llm_connect (RESUME_BY_ADDRESS): only from the IP
 * address it had, and only while no other socket of the agent is logged in. Undefined when there is no such session.
 */
export function resumeByAddress(
  { sessions, slots, sessionExpiresS, tokens }: LoginContext,
  agentId: string,
  socket: SessionSocket,
): Session | undefined {
  if (slots.count(agentId) > 0) return undefined;
  const left = sessions
    .findByAgent(agentId)
    .filter((session) => !session.isAttached && !session.absence.isLongerThan(sessionExpiresS * 1000))
    .filter((session) => session.seat.seated !== undefined && session.lastAddress === socket.remoteAddress)
    .filter((session) => tokens.inForce.acceptsAgent(session.tokenHash, agentId, session.seat.gameId))
    .at(-1);
  if (left === undefined || !slots.reserve(agentId)) return undefined;
  left.attach(socket, 'address');
  return left;
}

/**
 * The proxy pushes `game_ready` once to each seat. A gateway that was restarted since has missed it, and makes the push from
 * the status of the seat when none arrives within `timeouts.gameReady`.
 */
function pushReadyLater({ sessions, clock, timeouts }: LoginContext, seat: RemoteSeat, seated: Seated): void {
  clock.after(timeouts.gameReady, () => {
    if (seat.readyPush !== undefined) return;
    const data = { game_id: seat.gameId, player_id: seated.player_id };
    sessions.push(seatPush(seat, 'game_ready', data, clock.now()));
  });
}

function authSuccess(session: Session, seated: Seated, sessionExpiresS: number): JsonObject {
  // A resumed session got `missing` when its seat rejoined, and the turn may be another by now.
  const { server_port: port, missing: _missing, turn: _turn, turn_done: _done, ...rest } = seated;
  return {
    ...rest,
    type: 'auth_success',
    success: true,
    session_id: session.id,
    player_id: seated.player_id,
    game_id: session.seat.gameId,
    session_expires_in: sessionExpiresS,
    civserver_port: port,
    seq: session.lastSeq,
  };
}

function noSuchSession(): Failure {
  return failure('E124', 'There is no such session any more; log in without session_id');
}

function movedTooOften(): Failure {
  const details = { retry_after: 1 };
  return failure('E112', 'Other gateways keep taking this session; try again', { details });
}

function tooManyConnections(): Failure {
  return failure('E111', 'This agent has all the connections it may have');
}

/**
 * How a socket is closed whose login failed; undefined when it may try again. A socket gets one wrong token, whether it is
 * within the limit of wrong tokens (E102) or beyond (E110).
 */
export function closeAfterLogin({
  code,
}: Failure): { readonly code: number; readonly reason: string } | undefined {
  if (code === 'E102' || code === 'E110') return { code: closeCodes.badToken, reason: 'invalid API token' };
  if (code !== 'E111') return undefined;
  return { code: closeCodes.connectionLimit, reason: 'too many connections for this agent' };
}

/** The result of a login in metrics: `ok`, `resumed` or an error code. */
export function loginMetricLabel(result: Result<LoggedIn>): ErrorCode | 'ok' | 'resumed' {
  if (!result.ok) return result.failure.code;
  return result.value.resumed ? 'resumed' : 'ok';
}
