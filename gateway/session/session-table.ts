import type { Presence } from '#shared/protocol/agent-answers.js';
import type { LinkPush } from '#shared/protocol/link.js';
import type { Metrics } from '../core/metrics.js';
import type { RemoteSeat } from '../link/remote-seat.js';
import { deletesGame, endsGame } from './agent-message.js';
import { type StoredSessions, seatKey } from './persistence/session-records.js';
import { Session, type SessionContext } from './session.js';

/** As long as the proxy takes an agent of a lost gateway for away. */
const HANDOVER_GRACE_MS = 30_000;

/** What the table works with. */
export interface SessionTableOptions {
  readonly context: Omit<SessionContext, 'onAttachment'>;
  /** Milliseconds without a socket after which a session ends. */
  readonly expiresAfter: number;
  /** The most unused sessions that one agent may have in a game; the oldest end first. */
  readonly maxIdlePerSeat: number;
  readonly makeSeat: (agentId: string, gameId: string) => RemoteSeat;
  readonly metrics: Metrics;
  onPresence(seat: RemoteSeat, presence: Presence): void;
  onAttachment(session: Session): void;
}

/** All sessions of this gateway, and the seats that they share. */
export class SessionTable {
  readonly #options: SessionTableOptions;
  readonly #sessions = new Map<string, Session>();
  readonly #byAgent = new Map<string, Set<Session>>();
  /** Seats whose game is over or deleted. */
  readonly #over = new WeakSet<RemoteSeat>();
  /** Sessions that no socket has resumed since their game was deleted. The seat may belong to a new game of that name by now. */
  readonly #ofDeletedGames = new WeakSet<Session>();
  readonly #context: SessionContext;

  constructor(options: SessionTableOptions) {
    this.#options = options;
    this.#context = { ...options.context, onAttachment: (session) => this.#attached(session) };
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** A new session; sessions of the same agent in the same game share their seat. */
  create(agentId: string, gameId: string): Session {
    const seat = this.findSeat(agentId, gameId) ?? this.#options.makeSeat(agentId, gameId);
    const session = new Session(seat, this.#context);
    this.#add(session);
    this.#boundIdle(seat);
    return session;
  }

  /** Continues sessions of an earlier gateway process, or of another gateway. */
  restore({ seats, sessions }: StoredSessions): readonly Session[] {
    const byKey = new Map<string, RemoteSeat>();
    const fresh = new Set<RemoteSeat>();
    for (const stored of seats) {
      const known = this.findSeat(stored.agentId, stored.gameId);
      const seat = known ?? this.#options.makeSeat(stored.agentId, stored.gameId);
      if (known === undefined) {
        seat.restore(stored);
        fresh.add(seat);
      }
      byKey.set(seatKey(stored), seat);
    }
    return sessions.flatMap((stored) => {
      const seat = byKey.get(seatKey(stored));
      if (seat === undefined) return [];
      const session = Session.restore(stored, seat, this.#context);
      // A seat that was here has heard the latest; an ended game may have begun anew since.
      const last = stored.pushes.findLast(({ type }) => type === 'game_ended' || type === 'game_ready');
      if (last?.type === 'game_ended' && fresh.has(seat)) this.#over.add(seat);
      // The proxy counts its agent as connected; one that does not come back is found silent.
      session.absence.touch(0);
      this.#add(session);
      return [session];
    });
  }

  /** Another gateway has the session now: its socket is closed here. Its agent is gone only when the other had time to report it. */
  giveAway(id: string): void {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    session.leave();
    session.onTakenOver();
    this.#forget(session);
    const { seat } = session;
    this.#options.onPresence(seat, 'away');
    this.#options.context.clock.after(HANDOVER_GRACE_MS, () => {
      // Once it has come back, another seat speaks for the agent.
      if (this.findSeat(seat.agentId, seat.gameId) === undefined) this.#reportPresence(seat);
    });
  }

  find(sessionId: string, agentId: string): Session | undefined {
    const session = this.#sessions.get(sessionId);
    if (session?.agentId !== agentId) return undefined;
    if (!this.#hasExpired(session)) return session;
    this.remove(session);
    return undefined;
  }

  all = (): Iterable<Session> => this.#sessions.values();

  findByAgent = (agentId: string): readonly Session[] => [...(this.#byAgent.get(agentId) ?? [])];

  remove(session: Session): void {
    this.#options.context.store.recordEnd(session);
    this.#forget(session);
    this.#reportPresence(session.seat);
  }

  /** Ends a session for its operator: its socket is closed, and it cannot be resumed. */
  end(session: Session): void {
    session.end();
    this.remove(session);
  }

  removeExpired(): void {
    for (const session of this.#sessions.values()) if (this.#hasExpired(session)) this.remove(session);
  }

  /** Whether the game of a session was deleted, and no socket has resumed the session since. */
  isOfDeletedGame(session: Session): boolean {
    return this.#ofDeletedGames.has(session);
  }

  #hasExpired({ absence, seat }: Session): boolean {
    return absence.endsSession(this.#options.expiresAfter, this.#over.has(seat));
  }

  findSeat(agentId: string, gameId: string): RemoteSeat | undefined {
    for (const { seat } of this.#byAgent.get(agentId) ?? []) if (seat.gameId === gameId) return seat;
    return undefined;
  }

  /** Delivers a push to every session of its seat. */
  push(push: LinkPush): void {
    this.#options.metrics.pushes.inc({ type: push.type });
    for (const session of this.#byAgent.get(push.agent_id) ?? []) {
      if (session.seat.gameId !== push.game_id) continue;
      if (push.type === 'game_ready') {
        session.seat.readyPush = push;
        this.#over.delete(session.seat);
      }
      if (endsGame(push)) this.#over.add(session.seat);
      if (deletesGame(push)) {
        session.seat.readyPush = undefined;
        this.#ofDeletedGames.add(session);
      }
      session.push(push);
    }
  }

  /** Notes a request without a socket: its agent counts as connected for `forMs` longer than otherwise. An ended session stays so. */
  touch(session: Session, forMs = 0): void {
    if (!this.#sessions.has(session.id)) return;
    session.touch(forMs);
    this.#options.onPresence(session.seat, 'connected');
  }

  /** Reports the agent of a session without a socket as away at once. The session stays until it expires. */
  leave(session: Session): void {
    session.leave();
    if (this.#sessions.has(session.id)) this.#reportPresence(session.seat);
  }

  /** Reports agents as away that have no socket and sent no request for `silence` milliseconds. */
  updatePresence(silence: number): void {
    for (const session of this.#sessions.values())
      if (session.absence.expireTouch(silence)) this.#reportPresence(session.seat);
  }

  seats(): ReadonlySet<RemoteSeat> {
    return new Set([...this.#sessions.values()].map((session) => session.seat));
  }

  #add(session: Session): void {
    const others = this.#byAgent.get(session.agentId) ?? new Set();
    this.#byAgent.set(session.agentId, others.add(session));
    this.#sessions.set(session.id, session);
    this.#count();
  }

  #attached(session: Session): void {
    if (session.isAttached) this.#ofDeletedGames.delete(session);
    this.#options.onAttachment(session);
    this.#reportPresence(session.seat);
  }

  #forget(session: Session): void {
    this.#sessions.delete(session.id);
    const others = this.#byAgent.get(session.agentId);
    others?.delete(session);
    if (others?.size === 0) this.#byAgent.delete(session.agentId);
    this.#count();
  }

  #reportPresence(seat: RemoteSeat): void {
    const sessions = this.findByAgent(seat.agentId).filter((session) => session.seat === seat);
    const isConnected = sessions.some(({ isAttached }) => isAttached);
    const presence = isConnected ? 'connected' : sessions.length > 0 ? 'away' : 'gone';
    this.#options.onPresence(seat, presence);
  }

  #boundIdle(seat: RemoteSeat): void {
    const idle = this.findByAgent(seat.agentId).filter(
      (session) => session.seat === seat && session.absence.isIdle,
    );
    const excess = idle.length - this.#options.maxIdlePerSeat;
    for (const session of idle.slice(0, Math.max(0, excess))) this.remove(session);
  }

  #count(): void {
    this.#options.metrics.sessions.set(this.#sessions.size);
  }
}
