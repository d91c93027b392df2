import { randomBytes } from 'node:crypto';
import type { LinkPush } from '#shared/messages/link.js';
import type { Seat } from '../link/seat.js';
import { pushMessage } from '../outgoing.js';
import { AnswerStore } from './answer-store.js';
import { type MissedPushes, type NumberedPush, PushRing } from './push-ring.js';
import type { SessionSnapshot } from './session-snapshot.js';

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

export const defaultSessionBounds: SessionBounds = {
  pushes: 1024,
  pushBytes: 1 << 20,
  answers: 256,
  answerBytes: 256 << 10,
};

const mostUndelivered = 128;

/** What an agent keeps while its sockets come and go: its seat, its pushes, its answers. */
export class Session {
  /** 128 random bits: whoever has it and a valid token may resume. */
  readonly id: string;
  readonly seat: Seat;
  readonly answers: AnswerStore;
  /** Of the token it was last logged in with: once that is revoked, the session ends. */
  tokenHash: Buffer = Buffer.alloc(32);
  readonly #ring: PushRing;
  #outlet: SessionOutlet | undefined;
  #detachedAt: number;
  #lastAddress = '';
  /** The last push handed to a socket. */
  #sentSeq = 0;
  /** Answers that came while no socket was there. */
  #undelivered: string[] = [];

  constructor(seat: Seat, now: number, bounds: SessionBounds, id = randomBytes(16).toString('base64url')) {
    this.id = id;
    this.seat = seat;
    this.answers = new AnswerStore(bounds.answers, bounds.answerBytes);
    this.#ring = new PushRing(bounds.pushes, bounds.pushBytes);
    this.#detachedAt = now;
  }

  /** The session that was kept over a restart. */
  static restore(kept: SessionSnapshot, seat: Seat, bounds: SessionBounds): Session {
    const session = new Session(seat, kept.detachedAt, bounds, kept.id);
    session.tokenHash = Buffer.from(kept.tokenHash, 'base64');
    session.answers.restore(kept.answers);
    session.#ring.restore(kept.pushes, kept.lastSeq);
    session.#lastAddress = kept.lastAddress;
    session.#sentSeq = kept.sentSeq;
    session.#undelivered = [...kept.undelivered];
    return session;
  }

  snapshot(): SessionSnapshot {
    return {
      id: this.id,
      agentId: this.agentId,
      gameId: this.seat.gameId,
      tokenHash: this.tokenHash.toString('base64'),
      lastAddress: this.#lastAddress,
      detachedAt: this.#detachedAt,
      lastSeq: this.#ring.lastSeq,
      sentSeq: this.#sentSeq,
      pushes: [...this.#ring.held],
      answers: [...this.answers.answered],
      undelivered: this.#undelivered,
    };
  }

  get agentId(): string {
    return this.seat.agentId;
  }

  get lastSeq(): number {
    return this.#ring.lastSeq;
  }

  get isAttached(): boolean {
    return this.#outlet !== undefined;
  }

  /** The address of the socket it has or had last. */
  get lastAddress(): string {
    return this.#lastAddress;
  }

  isExpired(now: number, after: number): boolean {
    return this.#outlet === undefined && now - this.#detachedAt > after;
  }

  attach(outlet: SessionOutlet): void {
    this.#outlet?.replaced();
    this.#outlet = outlet;
    this.#lastAddress = outlet.remoteAddress;
  }

  /** Does nothing when another socket has taken over meanwhile. */
  detach(outlet: SessionOutlet, now: number): void {
    if (this.#outlet !== outlet) return;
    this.#outlet = undefined;
    this.#detachedAt = now;
  }

  isAttachedTo(outlet: SessionOutlet): boolean {
    return this.#outlet === outlet;
  }

  addPush(push: LinkPush): void {
    this.answers.forgetReads();
    const write = (seq: number) => JSON.stringify(pushMessage(this.agentId, seq, push));
    const numbered = this.#ring.add(push.type, write);
    this.#outlet?.push(numbered);
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
    this.#undelivered.push(answer);
    // Those with a correlation_id can still be had by asking again.
    if (this.#undelivered.length > mostUndelivered) this.#undelivered.shift();
  }

  takeUndelivered(): readonly string[] {
    const answers = this.#undelivered;
    this.#undelivered = [];
    return answers;
  }
}
