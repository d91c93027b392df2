import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '#shared/core/clock.js';
import type { LinkPush } from '#shared/protocol/link.js';
import type { RemoteSeat } from '../link/remote-seat.js';
import { type MessageText, pushMessage, textOf } from './agent-message.js';
import {
  type BegunRequest,
  isResolvable,
  type SentRequest,
  type SessionSnapshot,
} from './persistence/session-records.js';
import type { SessionRecorder } from './persistence/session-store.js';
import { type MissedPushes, type NumberedPush, PushRing } from './push-ring.js';
import {
  AnswerStore,
  type FoundAnswer,
  NOT_FOUND,
  payloadDigest,
  UndeliveredAnswers,
  unknownAnswer,
} from './session-answers.js';
import type { SessionBufferLimits } from './session-buffer-limits.js';
import { SessionAbsence } from './session-expiry.js';

/** The socket of a session, as the session sees it. */
export interface SessionSocket {
  readonly remoteAddress: string;
  push(push: NumberedPush): void;
  /** Sends an answer to a request of an earlier socket. */
  sendAnswer(text: MessageText): void;
  /** It has lost the session: another socket has it now, or the operator has ended it. */
  onTaken(by: 'socket' | 'operator'): void;
}

/** What every session works with. */
export interface SessionContext {
  readonly bounds: SessionBufferLimits;
  readonly store: SessionRecorder;
  readonly clock: Clock;
  onAttachment(session: Session): void;
}

/** What an agent keeps while its sockets come and go: its seat, its numbered pushes and its answers. */
export class Session {
  /** 128 random bits. A resume needs it and a valid token. */
  readonly id: string;
  readonly seat: RemoteSeat;
  isElsewhere = false;
  /** Whether its socket has been told that others use the seat over HTTP. */
  isToldOfRequests = false;
  readonly absence: SessionAbsence;
  readonly #answers: AnswerStore;
  readonly #ring: PushRing;
  readonly #store: SessionRecorder;
  readonly #onAttachment: (session: Session) => void;
  #tokenHash: Buffer = Buffer.alloc(32);
  #socket: SessionSocket | undefined;
  #attachedBy: 'token' | 'address' = 'token';
  #hasLeft = false;
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

  /** Whether its agent has closed its last socket itself: then others may take the seat. */
  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  /** The IP address of the socket that it has or had last. */
  get lastAddress(): string {
    return this.#lastAddress;
  }

  /** Gives the session to a socket, which has logged in with a token or only comes from the session's last address. */
  attach(socket: SessionSocket, by: 'token' | 'address' = 'token'): void {
    this.#socket?.onTaken('socket');
    this.#socket = socket;
    this.#hasLeft = false;
    this.isToldOfRequests = false;
    this.absence.end();
    this.#attachedBy = by;
    this.#lastAddress = socket.remoteAddress;
    this.#onAttachment(this);
  }

  /** Closes its socket: the operator ends it. */
  end(): void {
    this.#socket?.onTaken('operator');
  }

  onTakenOver(): void {
    this.isElsewhere = true;
    this.#socket?.onTaken('socket');
  }

  /** Numbers the next pushes from behind the agent's last one: not all were recorded. Whether pushes are lost by that. */
  continueAfter(lastSeq: number): boolean {
    if (!this.#ring.continueAfter(lastSeq)) return false;
    this.#sentSeq = lastSeq;
    return true;
  }

  /** Closes a socket that got the session by its address alone; the session stays. */
  endAddressAttachment(): void {
    if (this.#attachedBy === 'address') this.#socket?.onTaken('socket');
  }

  /** Takes the session from a socket, unless another has taken it over. `hasLeft`: the agent closed it itself. */
  detach(socket: SessionSocket, hasLeft = false): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    this.#hasLeft = hasLeft;
    this.absence.begin();
    this.#onAttachment(this);
  }

  /** Notes a request without a socket: the session's time begins anew, and its agent counts as there for `forMs` more. */
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

  /** Numbers a push, records it and sends it; an unwanted push has no number. Answers of queries before it are outdated. */
  push(push: LinkPush): void {
    this.#answers.dropReads();
    if (!this.seat.wantsPush(push.type)) return;
    const write = (seq: number) => JSON.stringify(pushMessage(this.agentId, seq, push));
    const numbered = this.#ring.add(push.type, write);
    this.#store.recordPush(this, numbered);
    this.#socket?.push(numbered);
    if (this.#listeners.size > 0) this.#store.flush();
    for (const listener of this.#listeners) listener(push);
  }

  /** Names a request among all of the seat, so that the proxy carries it out once, over however many links it comes. */
  requestKey(correlationId: string | undefined): string {
    return correlationId === undefined ? randomUUID() : payloadDigest('once', [this.id, correlationId]);
  }

  /** Begins a request that is new, and records it if it may change the game. `finish` follows after `new` or `unknown`. */
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

  hasBegun(correlationId: string | undefined): boolean {
    return correlationId !== undefined && this.#answers.has(correlationId);
  }

  /** Requests in flight that may change the game; in a session that was just restored, those of the earlier process. */
  get unanswered(): readonly BegunRequest[] {
    return [...this.#begun.values()];
  }

  /** Records the one answer to a request, then sends it. `sent`: its outcome is unknown, and the proxy can be asked again. */
  finish({ id, isUnnamed }: BegunRequest, answer: MessageText, sent?: SentRequest): void {
    if (!isUnnamed) this.#answers.finish(id, answer, sent);
    if (this.#begun.delete(id)) this.#store.recordAnswer(this, id, isUnnamed ? '' : textOf(answer), sent);
  }

  /** A push is about to be handed to a socket: it is on record from now on. */
  markSent(seq: number): void {
    this.#store.flush();
    this.#sentSeq = Math.max(this.#sentSeq, seq);
  }

  /** The pushes after `lastSeq`; without it those that were sent to no socket. */
  pushesAfter(lastSeq: number | undefined): MissedPushes {
    return this.#ring.after(lastSeq ?? this.#sentSeq);
  }

  /** Sends an answer whose socket is gone to the present socket, or holds it for the next. */
  deliverAnswer(answer: MessageText): void {
    if (this.#socket !== undefined) {
      this.#socket.sendAnswer(answer);
      return;
    }
    this.#undelivered.add(textOf(answer));
  }

  drainUndelivered(): readonly string[] {
    return this.#undelivered.drain();
  }
}
