import type { Clock } from '#shared/core/clock.js';
import { type Failure, failure } from '#shared/core/failure.js';
import type { Result } from '#shared/core/result.js';
import type { TokenStore } from '../auth/token-store.js';
import { seatPush } from '../link/link-messages.js';
import type { Session } from '../session/session.js';
import type { SessionTable } from '../session/session-table.js';

/** A session that lost its socket without a word keeps its seat from others for this long, so that its agent can resume it. */
const SEAT_HOLD_MS = 30_000;

/** What is needed to tell who holds a seat. */
interface HoldContext {
  readonly tokens: TokenStore;
  readonly sessions: SessionTable;
  readonly clock: Clock;
  isSealed(gameId: string): Promise<Result<boolean>>;
  readonly sharedSlots: { isHeldElsewhere(agentId: string): Promise<boolean> } | undefined;
}

/** A seat, and the token of who would enter it. */
export interface SeatEntry {
  readonly agentId: string;
  readonly gameId: string;
  readonly tokenHash: Buffer;
}

/**
 * Why a login without a session may not take this seat, unless its token is the agent's own or manages the game: E126 while
 * another session holds it whose token is in force, unless that session is of a deleted game, and in a sealed game where the
 * token has another seat; what the proxy says where it cannot tell whether the game is sealed. Undefined when it may.
 */
export async function loginRefusal(context: HoldContext, entry: SeatEntry): Promise<Failure | undefined> {
  const { agentId, gameId, tokenHash } = entry;
  if (context.tokens.inForce.actsFor(tokenHash, agentId, gameId)) return undefined;
  if (hasAnotherSeat(context.sessions, entry)) {
    const sealed = await context.isSealed(gameId);
    if (!sealed.ok) return sealed.failure;
    if (sealed.value)
      return failure('E126', `The game ${gameId} is sealed: this token has the seat of another agent in it`);
  }
  const holders = sessionsOf(context.sessions, entry).filter(
    (session) =>
      isHolding(session) &&
      !context.sessions.isOfDeletedGame(session) &&
      context.tokens.inForce.acceptsAgent(session.tokenHash, agentId, gameId),
  );
  const isHeld = holders.length > 0 || (await context.sharedSlots?.isHeldElsewhere(agentId)) === true;
  if (!isHeld) return undefined;
  const isConnected = holders.length === 0 || holders.some(({ isAttached }) => isAttached);
  const remaining = Math.max(...holders.map(({ absence }) => absence.remainingOf(SEAT_HOLD_MS)));
  return seatHeld(agentId, isConnected ? undefined : Math.ceil(remaining / 1000));
}

/**
 * Why a request without a socket may not use this seat: E126 unless it names a session of the seat, or the token is the
 * agent's own or manages the game. Undefined when it may.
 */
export function requestRefusal(
  { tokens, sessions }: Pick<HoldContext, 'tokens' | 'sessions'>,
  entry: SeatEntry,
  sessionId: string | undefined,
): Failure | undefined {
  const { agentId, gameId, tokenHash } = entry;
  if (tokens.inForce.actsFor(tokenHash, agentId, gameId)) return undefined;
  if (sessionsOf(sessions, entry).some(({ id }) => id === sessionId)) return undefined;
  return failure(
    'E126',
    `Without a socket the seat of ${agentId} takes a token for this agent alone, its session id (x-session-id), or the right to manage the game`,
  );
}

/** Tells the other sessions of a seat that somebody has entered it, by a login or by a request without a socket. */
export function tellHolders(
  { sessions, clock }: Pick<HoldContext, 'sessions' | 'clock'>,
  entry: Omit<SeatEntry, 'tokenHash'>,
  by: 'login' | 'request',
  entrant?: Session,
): void {
  for (const session of sessionsOf(sessions, entry)) {
    const isNews = by === 'login' ? isHolding(session) : session.isAttached && !session.isToldOfRequests;
    if (session === entrant || !isNews) continue;
    if (by === 'request') session.isToldOfRequests = true;
    const data = { game_id: entry.gameId, status: 'seat_entered', by };
    session.push(seatPush(session.seat, 'status', data, clock.now()));
  }
}

function sessionsOf(
  sessions: Pick<SessionTable, 'findByAgent'>,
  { agentId, gameId }: Omit<SeatEntry, 'tokenHash'>,
): readonly Session[] {
  return sessions
    .findByAgent(agentId)
    .filter(({ seat }) => seat.gameId === gameId && seat.seated !== undefined);
}

/** Whether the token has taken the seat of another agent in the game. */
function hasAnotherSeat({ all }: SessionTable, { agentId, gameId, tokenHash }: SeatEntry): boolean {
  return [...all()].some(
    (session) =>
      session.gameId === gameId && session.agentId !== agentId && session.tokenHash.equals(tokenHash),
  );
}

function isHolding({ isAttached, hasLeft, absence }: Session): boolean {
  return isAttached || !(hasLeft || absence.isLongerThan(SEAT_HOLD_MS));
}

/** `seconds`: until the seat is free, where the session that holds it has no socket. */
function seatHeld(agentId: string, seconds: number | undefined): Failure {
  const wait = seconds === undefined ? '' : `, or wait ${seconds} s, because that session has no socket`;
  return failure(
    'E126',
    `Another session holds the seat of ${agentId}: show its session_id, a token for this agent alone, or one that manages the game${wait}`,
    seconds === undefined ? {} : { details: { retry_after: seconds } },
  );
}
