import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '#shared/core/clock.js';
import type { LinkPush } from '#shared/protocol/link.js';
import type { RemoteSeat } from '../link/remote-seat.js';
import { pushMessage } from './agent-message.js';
import type { BegunRequest, SessionSnapshot } from './persistence/session-records.js';
import type { SessionStore } from './persistence/session-store.js';
import { type MissedPushes, type NumberedPush, PushRing } from './push-ring.js';
import {
  AnswerStore,
  type FoundAnswer,
  NOT_FOUND,
  payloadDigest,
  UndeliveredAnswers,
  unknownAnswer,
} from './session-answers.js';

/** The socket a session speaks through, while it has one. */
export interface SessionSocket {
  readonly remoteAddress: string;
  push(push: NumberedPush): void;
  sendAnswer(text: string): void;
  /** Another socket has taken the session over. */
  onReplaced(): void;
}

export interface SessionBounds {
  readonly pushes: number;
  readonly pushBytes: number;
  readonly answers: number;
  readonly answerBytes: number;
}

/** A session that was left behind keeps as much for an hour: of thousands it must not be much. */
export const defaultSessionBounds: SessionBounds = {
  pushes: 1024,
  pushBytes: 256 << 10,
  answers: 256,
  answerBytes: 256 << 10,
};

/** What every session is made with. */
export interface SessionContext {
  readonly bounds: SessionBounds;
  readonly store: SessionStore;
  readonly clock: Clock;
  /** A session has a socket now, or has none any more. */
  onAttachment(session: Session): void;
}

/** What an agent keeps while its sockets come and go: its seat, its pushes, its answers. */
export class Session {
  /** 128 random bits: whoever has it and a valid token may resume. */
  readonly id: string;
  readonly seat: RemoteSeat;
  readonly #answers: AnswerStore;
  readonly #ring: PushRing;
  readonly #store: SessionStore;
  readonly #onAttachment: (session: Session) => void;
  #tokenHash: Buffer = Buffer.alloc(32);
  #outlet: SessionSocket | undefined;
  #attachedBy: 'token' | 'address' = 'token';
  readonly #clock: Clock;
  /**
   * When it lost its socket: wall time for the record, and the same moment on the clock that nobody sets. Undefined while
   * it has a socket, and while its first login is under way.
   */
  #detached: { readonly at: number; readonly monotonic: number } | undefined;
  /** When it was last asked for something without a socket, on that clock. */
  #touchedAt: number | undefined;
  #lastAddress = '';
  #sentSeq = 0;
  readonly #undelivered = new UndeliveredAnswers();
  /** Requests that may change the game and have no answer yet. */
  readonly #begun = new Map<string, BegunRequest>();

  constructor(
    seat: RemoteSeat,
    { bounds, store, clock, onAttachment }: SessionContext,
    id = randomBytes(16).toString('base64url'),
  ) {
    this.id = id;
    this.seat = seat;
    this.#store = store;
    this.#onAttachment = onAttachment;
    this.#answers = new AnswerStore(bounds.answers, bounds.answerBytes);
    this.#ring = new PushRing(bounds.pushes, bounds.pushBytes);
    this.#clock = clock;
  }

  /** The session that was kept over a restart. What was under way then has an answer now: that nobody knows. */
  static restore(kept: SessionSnapshot, seat: RemoteSeat, making: SessionContext): Session {
    const session = new Session(seat, making, kept.id);
    const now = making.clock.now();
    const at = Math.min(now, kept.detachedAt ?? now);
    session.#detached = { at, monotonic: making.clock.monotonic() - (now - at) };
    const named = kept.begun.filter(({ isUnnamed }) => !isUnnamed);
    const unknown = named.map(({ id, digest }) => {
      const answer = unknownAnswer(kept.agentId, id, now);
      return { id, digest, isRead: false, answer };
    });
    session.#tokenHash = Buffer.from(kept.tokenHash, 'base64');
    session.#answers.restore([...kept.answers, ...unknown]);
    session.#ring.restore(kept.pushes, kept.lastSeq);
    session.#lastAddress = kept.lastAddress;
    session.#sentSeq = kept.sentSeq;
    for (const answer of kept.undelivered) session.#undelivered.add(answer);
    for (const { answer } of unknown) session.#undelivered.add(answer);
    return session;
  }

  snapshot(): SessionSnapshot {
    return {
      id: this.id,
      agentId: this.agentId,
      gameId: this.gameId,
      tokenHash: this.#tokenHash.toString('base64'),
      lastAddress: this.#lastAddress,
      ...(this.#detached === undefined ? {} : { detachedAt: this.#detached.at }),
      lastSeq: this.#ring.lastSeq,
      sentSeq: this.#sentSeq,
      pushes: [...this.#ring.held],
      answers: [...this.#answers.answered],
      begun: [...this.#begun.values()],
      undelivered: [...this.#undelivered.held],
    };
  }

  get agentId(): string {
    return this.seat.agentId;
  }

  get gameId(): string {
    return this.seat.gameId;
  }

  get lastSeq(): number {
    return this.#ring.lastSeq;
  }

  /** The last push handed to a socket. */
  get sentSeq(): number {
    return this.#sentSeq;
  }

  /** Of the token it was last logged in with: once that is revoked, the session ends. */
  get tokenHash(): Buffer {
    return this.#tokenHash;
  }

  get isAttached(): boolean {
    return this.#outlet !== undefined;
  }

  /** The address of the socket it has or had last. */
  get lastAddress(): string {
    return this.#lastAddress;
  }

  /** Whether it has had no socket for more than `after` milliseconds. */
  isExpired(after: number): boolean {
    return this.#detached !== undefined && this.#clock.monotonic() - this.#detached.monotonic > after;
  }

  /** Gives the session to a socket, which has shown a token or only comes from the session's last address. */
  attach(outlet: SessionSocket, by: 'token' | 'address' = 'token'): void {
    this.#outlet?.onReplaced();
    this.#outlet = outlet;
    this.#detached = undefined;
    this.#attachedBy = by;
    this.#lastAddress = outlet.remoteAddress;
    this.#onAttachment(this);
  }

  /** Closes a socket that has the session without having shown a token; the session stays. */
  endAddressAttachment(): void {
    if (this.#attachedBy === 'address') this.#outlet?.onReplaced();
  }

  /** Does nothing when another socket has taken over meanwhile. */
  detach(outlet: SessionSocket): void {
    if (this.#outlet !== outlet) return;
    this.#outlet = undefined;
    this.#leftNow();
    this.#onAttachment(this);
  }

  /** A sign of life of an agent that asks without a socket: the session lasts from now on. */
  touch(): void {
    this.#touchedAt = this.#clock.monotonic();
    if (this.#outlet === undefined) this.#leftNow();
  }

  /** Whether it has been silent for so many milliseconds since it was last touched; true once. */
  expireTouch(silence: number): boolean {
    if (this.#touchedAt === undefined || this.#clock.monotonic() - this.#touchedAt < silence) return false;
    this.#touchedAt = undefined;
    return true;
  }

  /** To be called when the session has its seat, and its socket if it is to have one. */
  recordLogin(tokenHash: Buffer): void {
    if (this.#outlet === undefined) this.#leftNow();
    this.#tokenHash = tokenHash;
    this.#store.recordLogin(this);
  }

  isAttachedTo(outlet: SessionSocket): boolean {
    return this.#outlet === outlet;
  }

  push(push: LinkPush): void {
    this.#answers.dropReads();
    const write = (seq: number) => JSON.stringify(pushMessage(this.agentId, seq, push));
    const numbered = this.#ring.add(push.type, write);
    this.#store.recordPush(this, numbered);
    this.#outlet?.push(numbered);
  }

  /** Names a request among all of the seat, so that it is carried out once over whatever links. */
  requestKey(correlationId: string | undefined): string {
    return correlationId === undefined ? randomUUID() : payloadDigest('once', [this.id, correlationId]);
  }

  /**
   * Begins a request unless its answer is known, in flight or another request's. One that may change the game is on
   * record before it is sent to the proxy. `finish` follows when this says `new`.
   */
  begin(request: BegunRequest, isRead: boolean): FoundAnswer {
    const { id, digest, isUnnamed } = request;
    const found = isUnnamed ? NOT_FOUND : this.#answers.begin(id, digest, isRead);
    if (found.kind === 'new' && !isRead) {
      this.#begun.set(id, request);
      this.#store.recordRequest(this, request);
    }
    return found;
  }

  /** The one answer to a request that was begun; on record before it is sent to the agent. */
  finish({ id, isUnnamed }: BegunRequest, answer: string): void {
    if (!isUnnamed) this.#answers.finish(id, answer);
    if (this.#begun.delete(id)) this.#store.recordAnswer(this, id, isUnnamed ? '' : answer);
  }

  /** A push was handed to a socket. */
  markSent(seq: number): void {
    this.#sentSeq = Math.max(this.#sentSeq, seq);
  }

  /** What a socket that resumes has missed; without a `lastSeq` what no socket was given. */
  pushesAfter(lastSeq: number | undefined): MissedPushes {
    return this.#ring.after(lastSeq ?? this.#sentSeq);
  }

  /** An answer whose socket is gone: to the socket that took over, or kept for the one that comes. */
  deliverAnswer(answer: string): void {
    if (this.#outlet !== undefined) {
      this.#outlet.sendAnswer(answer);
      return;
    }
    this.#undelivered.add(answer);
  }

  drainUndelivered(): readonly string[] {
    return this.#undelivered.drain();
  }

  #leftNow(): void {
    this.#detached = { at: this.#clock.now(), monotonic: this.#clock.monotonic() };
  }
}
