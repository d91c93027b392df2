import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '#shared/core/clock.js';
import type { LinkPush } from '#shared/protocol/link.js';
import type { RemoteSeat } from '../link/remote-seat.js';
import { pushMessage } from './agent-message.js';
import {
  type BegunRequest,
  isResolvable,
  type SentRequest,
  type SessionSnapshot,
} from './persistence/session-records.js';
import type { SessionRecorder } from './persistence/session-store.js';
import { type MissedPushes, type NumberedPush, PushRing } from './push-ring.js';
import { SessionAbsence } from './session-absence.js';
import {
  AnswerStore,
  type FoundAnswer,
  NOT_FOUND,
  payloadDigest,
  UndeliveredAnswers,
  unknownAnswer,
} from './session-answers.js';
import type { SessionBounds } from './session-bounds.js';

/** The socket of a session, as the session sees it. */
export interface SessionSocket {
  readonly remoteAddress: string;
  push(push: NumberedPush): void;
  /** Sends an answer to a request of an earlier socket. */
  sendAnswer(text: string): void;
  /** Another socket has taken the session over. */
  onReplaced(): void;
}

/** What every session works with. */
export interface SessionContext {
  readonly bounds: SessionBounds;
  readonly store: SessionRecorder;
  readonly clock: Clock;
  /** A session got a socket, or lost it. */
  onAttachment(session: Session): void;
}

/** What an agent keeps while its sockets come and go: its seat, its numbered pushes and its answers. */
export class Session {
  /** 128 random bits. A resume needs it and a valid token. */
  readonly id: string;
  readonly seat: RemoteSeat;
  /** Whether another gateway has taken it. */
  isElsewhere = false;
  readonly absence: SessionAbsence;
  readonly #answers: AnswerStore;
  readonly #ring: PushRing;
  readonly #store: SessionRecorder;
  readonly #onAttachment: (session: Session) => void;
  #tokenHash: Buffer = Buffer.alloc(32);
  #socket: SessionSocket | undefined;
  #attachedBy: 'token' | 'address' = 'token';
  #lastAddress = '';
  #sentSeq = 0;
  readonly #undelivered = new UndeliveredAnswers();
  readonly #listeners = new Set<(push: LinkPush) => void>();
  /** Requests in flight that may change the game. */
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
    this.absence = new SessionAbsence(clock);
  }

  /** The session after a restart. A request in flight is `unanswered`, or has an answer that says its outcome is unknown. */
  static restore(stored: SessionSnapshot, seat: RemoteSeat, context: SessionContext): Session {
    const session = new Session(seat, context, stored.id);
    const now = context.clock.now();
    session.absence.restore(stored.detachedAt);
    const named = stored.begun.filter(({ isUnnamed }) => !isUnnamed);
    const unknown = named
      .filter((request) => !isResolvable(request))
      .map((request) => unknownAnswer(stored.agentId, request, now));
    session.#tokenHash = Buffer.from(stored.tokenHash, 'base64');
    session.#answers.restore([...stored.answers, ...unknown]);
    session.#ring.restore(stored.pushes, stored.lastSeq);
    session.#lastAddress = stored.lastAddress;
    session.#sentSeq = stored.sentSeq;
    for (const answer of stored.undelivered) session.#undelivered.add(answer);
    for (const { answer } of unknown) session.#undelivered.add(answer);
    for (const request of named.filter(isResolvable)) {
      session.#answers.begin(request.id, request.digest, false);
      session.#begun.set(request.id, request);
    }
    return session;
  }

  /** What the next gateway process must know to continue the session. */
  snapshot(): SessionSnapshot {
    const { at: detachedAt } = this.absence;
    return {
      id: this.id,
      agentId: this.agentId,
      gameId: this.gameId,
      tokenHash: this.#tokenHash.toString('base64'),
      lastAddress: this.#lastAddress,
      detachedAt,
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

  /** SHA-256 of the token of its last login; when that token is revoked, its socket is closed. */
  get tokenHash(): Buffer {
    return this.#tokenHash;
  }

  get isAttached(): boolean {
    return this.#socket !== undefined;
  }

  /** The IP address of the socket that it has or had last. */
  get lastAddress(): string {
    return this.#lastAddress;
  }

  /** Gives the session to a socket, which has logged in with a token or only comes from the session's last address. */
  attach(socket: SessionSocket, by: 'token' | 'address' = 'token'): void {
    this.#socket?.onReplaced();
    this.#socket = socket;
    this.absence.end();
    this.#attachedBy = by;
    this.#lastAddress = socket.remoteAddress;
    this.#onAttachment(this);
  }

  /** Another gateway has the session now. */
  onTakenOver(): void {
    this.isElsewhere = true;
    this.#socket?.onReplaced();
  }

  /** Numbers the next pushes from behind the agent's last one: not all were recorded. Whether pushes are lost by that. */
  continueAfter(lastSeq: number): boolean {
    if (!this.#ring.continueAfter(lastSeq)) return false;
    this.#sentSeq = lastSeq;
    return true;
  }

  /** Closes a socket that got the session by its address alone; the session stays. */
  endAddressAttachment(): void {
    if (this.#attachedBy === 'address') this.#socket?.onReplaced();
  }

  /** Takes the session from a socket, unless another has taken it over. */
  detach(socket: SessionSocket): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    this.absence.begin();
    this.#onAttachment(this);
  }

  /**
   * A request without a socket arrived: the time until the session expires begins anew. The agent counts as there for
   * `forMs` milliseconds more.
   */
  touch(forMs = 0): void {
    this.absence.touch(forMs);
    if (this.#socket === undefined) this.absence.begin();
  }

  /** Its agent, which has no socket, is gone. */
  leave(): void {
    this.absence.forgetTouch();
    if (this.#socket === undefined) this.absence.begin();
  }

  /** Calls `listener` with each push from now on, until the returned function is called. */
  onPush(listener: (push: LinkPush) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Call it when the session has its seat, and its socket if it gets one. */
  recordLogin(tokenHash: Buffer): void {
    if (this.#socket === undefined) this.absence.begin();
    this.#tokenHash = tokenHash;
    this.#store.recordLogin(this);
  }

  isAttachedTo(socket: SessionSocket): boolean {
    return this.#socket === socket;
  }

  /**
   * Numbers a push of the seat, records it and sends it to the socket; one that its agent does not want has no number.
   * Answers of queries before it are out of date.
   */
  push(push: LinkPush): void {
    this.#answers.dropReads();
    if (!this.seat.wantsPush(push.type)) return;
    const write = (seq: number) => JSON.stringify(pushMessage(this.agentId, seq, push));
    const numbered = this.#ring.add(push.type, write);
    this.#store.recordPush(this, numbered);
    this.#socket?.push(numbered);
    for (const listener of this.#listeners) listener(push);
  }

  /** Names a request among all of the seat, so that the proxy carries it out once, over however many links it comes. */
  requestKey(correlationId: string | undefined): string {
    return correlationId === undefined ? randomUUID() : payloadDigest('once', [this.id, correlationId]);
  }

  /**
   * Begins a request unless its answer is known, in flight or another request's. One that may change the game is on
   * record before it is sent to the proxy. `finish` follows when this says `new` or `unknown`.
   */
  begin(request: BegunRequest, isRead: boolean): FoundAnswer {
    const { id, digest, isUnnamed } = request;
    const found = isUnnamed ? NOT_FOUND : this.#answers.begin(id, digest, isRead);
    if (found.kind === 'unknown') this.noteBegun({ ...request, outbox: found.sent.outbox });
    else if (found.kind === 'new' && !isRead) this.noteBegun(request);
    return found;
  }

  /** Puts on record how a request is sent that was begun. */
  noteBegun(request: BegunRequest): void {
    this.#begun.set(request.id, request);
    this.#store.recordRequest(this, request);
  }

  /** Whether a request of that id is in flight or has an answer. */
  hasBegun(correlationId: string | undefined): boolean {
    return correlationId !== undefined && this.#answers.has(correlationId);
  }

  /** Requests in flight that may change the game; in a session that was just restored, those of the earlier process. */
  get unanswered(): readonly BegunRequest[] {
    return [...this.#begun.values()];
  }

  /**
   * The one answer to a request; it is on record before it is sent to the agent. `sent`: it says that the outcome is
   * unknown, and the proxy can be asked again.
   */
  finish({ id, isUnnamed }: BegunRequest, answer: string, sent?: SentRequest): void {
    if (!isUnnamed) this.#answers.finish(id, answer, sent);
    if (this.#begun.delete(id)) this.#store.recordAnswer(this, id, isUnnamed ? '' : answer, sent);
  }

  /** A push was handed to a socket. */
  markSent(seq: number): void {
    this.#sentSeq = Math.max(this.#sentSeq, seq);
  }

  /** The pushes after `lastSeq`; without it those that were sent to no socket. */
  pushesAfter(lastSeq: number | undefined): MissedPushes {
    return this.#ring.after(lastSeq ?? this.#sentSeq);
  }

  /** Sends an answer whose socket is gone to the present socket, or holds it for the next. */
  deliverAnswer(answer: string): void {
    if (this.#socket !== undefined) {
      this.#socket.sendAnswer(answer);
      return;
    }
    this.#undelivered.add(answer);
  }

  /** The answers held for a socket. */
  drainUndelivered(): readonly string[] {
    return this.#undelivered.drain();
  }
}
