import { randomBytes, randomUUID } from 'node:crypto';
import type { LinkPush } from '#shared/protocol/link.js';
import type { Clock } from '../clock.js';
import type { Seat } from '../link/seat.js';
import { pushMessage } from '../outgoing.js';
import { AnswerStore, payloadDigest } from './answer-store.js';
import type { BegunRequest, SessionSnapshot } from './kept/record.js';
import type { SessionKeeper } from './kept/session-keeper.js';
import { type MissedPushes, type NumberedPush, PushRing } from './push-ring.js';
import { Undelivered } from './undelivered.js';
import { unknownAnswer } from './unknown-answer.js';

/** The socket a session speaks through, while it has one. */
export interface SessionOutlet {
  readonly remoteAddress: string;
  push(push: NumberedPush): void;
  answer(text: string): void;
  /** Another socket has taken the session over. */
  replaced(): void;
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
export interface SessionMaking {
  readonly bounds: SessionBounds;
  readonly keeper: SessionKeeper;
  readonly clock: Clock;
  /** A session has a socket now, or has none any more. */
  onAttachment(session: Session): void;
}

/** What an agent keeps while its sockets come and go: its seat, its pushes, its answers. */
export class Session {
  /** 128 random bits: whoever has it and a valid token may resume. */
  readonly id: string;
  readonly seat: Seat;
  readonly answers: AnswerStore;
  readonly #ring: PushRing;
  readonly #keeper: SessionKeeper;
  readonly #onAttachment: (session: Session) => void;
  #tokenHash: Buffer = Buffer.alloc(32);
  #outlet: SessionOutlet | undefined;
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
  readonly #undelivered = new Undelivered();
  /** Requests that may change the game and have no answer yet. */
  readonly #begun = new Map<string, BegunRequest>();

  constructor(
    seat: Seat,
    { bounds, keeper, clock, onAttachment }: SessionMaking,
    id = randomBytes(16).toString('base64url'),
  ) {
    this.id = id;
    this.seat = seat;
    this.#keeper = keeper;
    this.#onAttachment = onAttachment;
    this.answers = new AnswerStore(bounds.answers, bounds.answerBytes);
    this.#ring = new PushRing(bounds.pushes, bounds.pushBytes);
    this.#clock = clock;
  }

  /** The session that was kept over a restart. What was under way then has an answer now: that nobody knows. */
  static restore(kept: SessionSnapshot, seat: Seat, making: SessionMaking): Session {
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
    session.answers.restore([...kept.answers, ...unknown]);
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
      answers: [...this.answers.answered],
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
  attach(outlet: SessionOutlet, by: 'token' | 'address' = 'token'): void {
    this.#outlet?.replaced();
    this.#outlet = outlet;
    this.#detached = undefined;
    this.#attachedBy = by;
    this.#lastAddress = outlet.remoteAddress;
    this.#onAttachment(this);
  }

  /** Closes a socket that has the session without having shown a token; the session stays. */
  endAddressAttachment(): void {
    if (this.#attachedBy === 'address') this.#outlet?.replaced();
  }

  /** Does nothing when another socket has taken over meanwhile. */
  detach(outlet: SessionOutlet): void {
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
  takeSilence(silence: number): boolean {
    if (this.#touchedAt === undefined || this.#clock.monotonic() - this.#touchedAt < silence) return false;
    this.#touchedAt = undefined;
    return true;
  }

  /** To be called when the session has its seat, and its socket if it is to have one. */
  loggedIn(tokenHash: Buffer): void {
    if (this.#outlet === undefined) this.#leftNow();
    this.#tokenHash = tokenHash;
    this.#keeper.loggedIn(this);
  }

  isAttachedTo(outlet: SessionOutlet): boolean {
    return this.#outlet === outlet;
  }

  addPush(push: LinkPush): void {
    this.answers.forgetReads();
    const write = (seq: number) => JSON.stringify(pushMessage(this.agentId, seq, push));
    const numbered = this.#ring.add(push.type, write);
    this.#keeper.pushed(this, numbered);
    this.#outlet?.push(numbered);
  }

  /** Names a request among all of the seat, so that it is carried out once over whatever links. */
  requestKey(correlationId: string | undefined): string {
    return correlationId === undefined ? randomUUID() : payloadDigest('once', [this.id, correlationId]);
  }

  /** A request that may change the game begins: it is on record before it is sent on. */
  begin(request: BegunRequest): void {
    if (!request.isUnnamed) this.answers.begin(request.id, request.digest, false);
    this.#begun.set(request.id, request);
    this.#keeper.began(this, request);
  }

  /** Its one answer, on record before it is sent. */
  finish({ id, isUnnamed }: BegunRequest, answer: string): void {
    if (!isUnnamed) this.answers.finish(id, answer);
    this.#begun.delete(id);
    this.#keeper.answered(this, id, isUnnamed ? '' : answer);
  }

  sent(seq: number): void {
    this.#sentSeq = Math.max(this.#sentSeq, seq);
  }

  /** What a socket that resumes has missed; without a `lastSeq` what no socket was given. */
  missed(lastSeq: number | undefined): MissedPushes {
    return this.#ring.after(lastSeq ?? this.#sentSeq);
  }

  /** An answer whose socket is gone: to the socket that took over, or kept for the one that comes. */
  deliverLate(answer: string): void {
    if (this.#outlet !== undefined) {
      this.#outlet.answer(answer);
      return;
    }
    this.#undelivered.add(answer);
  }

  takeUndelivered(): readonly string[] {
    return this.#undelivered.take();
  }

  #leftNow(): void {
    this.#detached = { at: this.#clock.now(), monotonic: this.#clock.monotonic() };
  }
}
