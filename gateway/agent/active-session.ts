import type { Cancel } from '#shared/core/clock.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { tooManyUnderWay, tooManyUnread } from '../limits/rate-limit-errors.js';
import { agentMessage, type MessageText } from '../session/agent-message.js';
import type { NumberedPush } from '../session/push-ring.js';
import type { Session, SessionSocket } from '../session/session.js';
import { AGENT_BOUNDS } from './agent-bounds.js';
import type { AgentOutbox } from './agent-outbox.js';
import type { ChatAnswerRequest, GameRequest } from './agent-request.js';
import type { AgentServices } from './agent-services.js';

/** A session on one socket: handles its requests and sends its pushes between the answers. */
export class ActiveSession {
  readonly session: Session;
  readonly #options: PushSenderOptions;
  readonly #pushes: PushSender;
  readonly #cancelLoginWait: Cancel;

  /** Sends what the agent missed: answers at once, pushes as the gate lets them out. */
  constructor(options: PushSenderOptions) {
    const { session, outbox, services } = options;
    this.session = session;
    this.#options = options;
    const pushes = new PushSender(options);
    this.#pushes = pushes;
    this.#cancelLoginWait = services.clock.after(services.timeouts.firstPush, () => {
      pushes.gate.endLoginWait();
      pushes.flush();
    });
    for (const answer of session.drainUndelivered()) outbox.sendText(answer);
  }

  /** No request is in flight: a client that reads one frame may receive one that it did not ask for. */
  get isQuiet(): boolean {
    return this.#pushes.gate.inFlight === 0;
  }

  /** The socket is closed or logs in again. */
  end(): void {
    this.#cancelLoginWait();
    // The answers of its requests come later, when the same socket may have the session again, with another sender.
    this.#pushes.stop();
  }

  push(push: NumberedPush): void {
    this.#pushes.push(push);
  }

  /** The peer has read something. */
  onDrain(): void {
    this.#pushes.flush();
  }

  /**
   * Begins a request, or refuses it: E123 while the gateway restarts, E110 with too much in flight or unread. The answer to
   * one that was sent before is looked up while the gateway restarts, too: E123 says that it was not carried out.
   */
  begin(request: GameRequest | ChatAnswerRequest): Failure | undefined {
    if (request.kind === 'chat_answer') {
      this.#receiveChat(request);
      return undefined;
    }
    const refusal = this.#refusal(request);
    if (refusal === undefined) void this.#handle(request);
    return refusal;
  }

  #receiveChat({ data, correlationId }: ChatAnswerRequest): void {
    const { outbox, services } = this.#options;
    outbox.sendData('chat_received', services.chat.receive(this.session, data), correlationId);
  }

  #refusal({ correlationId }: GameRequest): Failure | undefined {
    if (this.#options.services.isDraining() && !this.session.hasBegun(correlationId)) return restarting();
    const isBehind = this.#options.outbox.unreadBytes > AGENT_BOUNDS.maxUnreadBytesForRequests;
    if (this.#pushes.gate.inFlight < AGENT_BOUNDS.maxRequestsInFlight && !isBehind) return undefined;
    return isBehind ? tooManyUnread() : tooManyUnderWay();
  }

  /** Sends a request to the proxy and its answer to the agent. */
  async #handle(request: GameRequest): Promise<void> {
    const { session, outbox, services } = this.#options;
    const pushes = this.#pushes;
    if (request.form.unknownPushes !== undefined) pushes.unknown = request.form.unknownPushes;
    const hasCorrelation = request.correlationId !== undefined;
    pushes.gate.requestBegan(hasCorrelation);
    pushes.flush();
    services.inFlight.begin();
    try {
      const answer = await services.relay.answer(session, request);
      if (pushes.isWaiting) outbox.batch(() => this.#deliver(answer, hasCorrelation));
      else this.#deliver(answer, hasCorrelation);
    } finally {
      services.inFlight.end();
    }
  }

  /** Sends the answer to a request, none where another answer serves it too, and the pushes that have waited for it. */
  #deliver(answer: MessageText | undefined, hasCorrelation: boolean): void {
    const { session, socket, outbox } = this.#options;
    const pushes = this.#pushes;
    if (answer !== undefined) {
      if (session.isAttachedTo(socket)) outbox.sendText(answer);
      else session.deliverAnswer(answer);
    }
    pushes.gate.requestAnswered(hasCorrelation);
    pushes.flush();
  }
}

/** E123, as long as the gateway drains. */
export function restarting(): Failure {
  return failure('E123', 'The gateway is restarting', { details: { retry_after: 2 } });
}

/** What joins a session to one socket. */
export interface PushSenderOptions {
  readonly session: Session;
  /** The last push the agent has, if it said so or is new. */
  readonly lastSeq: number | undefined;
  readonly socket: SessionSocket;
  readonly outbox: AgentOutbox;
  readonly services: AgentServices;
}

/** Together far below what a session holds of its pushes: none is dropped while it waits for the others. */
const MAX_PUSHES_TOGETHER = 16;
const MAX_CHARS_TOGETHER = 8 << 10;

/**
 * Sends the pushes of a session to one socket, in order. A push that may not go out yet waits in the session's ring and
 * nowhere else: while a request is in flight, and while the peer does not read. A status push stands for those that the
 * ring has dropped meanwhile.
 */
export class PushSender {
  readonly gate = new PushGate(AGENT_BOUNDS.maxWaitingPushes);
  /** Types of pushes that the client does not know. */
  unknown: ReadonlySet<string> = new Set();
  readonly #options: PushSenderOptions;
  #lastSent: number;
  #isStopped = false;
  #isFlushing = false;

  /** Begins with what the agent missed; the answer to its login says whether some of that is lost. */
  constructor(options: PushSenderOptions) {
    const { session, lastSeq } = options;
    const [first] = session.pushesAfter(lastSeq).pushes;
    this.#options = options;
    this.#lastSent = (first?.seq ?? session.lastSeq + 1) - 1;
  }

  /** Sends nothing from now on. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Sends the next push of the session, now or later. Small ones that come at once are recorded and sent together. */
  push(push: NumberedPush): void {
    const waiting = this.#options.session.lastSeq - this.#lastSent;
    if (push.text.length <= MAX_CHARS_TOGETHER && waiting <= MAX_PUSHES_TOGETHER) {
      this.#flushSoon();
      return;
    }
    if (push.seq === this.#lastSent + 1 && this.#maySend()) this.#send(push);
    else this.flush();
  }

  /** Whether the session has pushes that were not sent. */
  get isWaiting(): boolean {
    return this.#lastSent < this.#options.session.lastSeq;
  }

  /** Sends what waits. Call it whenever the gate or the peer may have become ready. */
  flush(): void {
    if (this.isWaiting && this.#maySend()) this.#options.outbox.batch(() => this.#sendWaiting());
  }

  #sendWaiting(): void {
    const { session } = this.#options;
    const { pushes, gap } = session.pushesAfter(this.#lastSent);
    if (gap) this.#sendGap((pushes[0]?.seq ?? session.lastSeq + 1) - 1);
    for (const push of pushes) {
      if (!this.#maySend()) return;
      this.#send(push);
    }
  }

  #flushSoon(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    process.nextTick(() => {
      this.#isFlushing = false;
      this.flush();
    });
  }

  #maySend(): boolean {
    const { session, socket, outbox } = this.#options;
    // Another socket may have taken the session over.
    if (this.#isStopped || !session.isAttachedTo(socket) || outbox.isBehind) return false;
    // An agent that answers people needs their messages at once: they do not wait for the end of a turn.
    if (session.seat.wantsPush('operator_message')) return true;
    return this.gate.isOpen(session.lastSeq - this.#lastSent);
  }

  #send({ seq, type, text }: NumberedPush): void {
    this.#markSent(seq);
    if (!this.unknown.has(type)) this.#options.outbox.sendText(text);
  }

  /** One message in place of the lost pushes up to `to`; its seq is that of the last. */
  #sendGap(to: number): void {
    const { session, outbox, services } = this.#options;
    const from = this.#lastSent + 1;
    services.metrics.pushesSkipped.inc(to - from + 1);
    this.#markSent(to);
    if (this.unknown.has('status')) return;
    const data = { game_id: session.gameId, status: 'gap', from_seq: from, to_seq: to, resync: true };
    const status = agentMessage('status', { agentId: session.agentId }, services.clock.now(), data);
    outbox.send({ ...status, seq: to });
  }

  #markSent(seq: number): void {
    this.#lastSent = seq;
    this.#options.session.markSent(seq);
  }
}

/**
 * Decides when pushes may go out, so that a client that reads one frame for each frame it sends never gets a push
 * instead of its answer. Pushes wait from the login until the first answer or the end of the login wait, and while a
 * request is in flight. A client with two correlated requests in flight tells frames apart by itself: nothing waits.
 */
export class PushGate {
  readonly #maxWaiting: number;
  #isLoginWait = true;
  #inFlight = 0;
  #correlated = 0;

  /** With more than `maxWaiting` pushes waiting the gate is open, whatever is in flight. */
  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Whether pushes may be sent while this many wait. */
  isOpen(waiting: number): boolean {
    if (this.#correlated >= 2 || waiting > this.#maxWaiting) return true;
    return !this.#isLoginWait && this.#inFlight === 0;
  }

  requestBegan(hasCorrelation: boolean): void {
    this.#inFlight++;
    if (hasCorrelation) this.#correlated++;
  }

  requestAnswered(hasCorrelation: boolean): void {
    this.#inFlight--;
    if (hasCorrelation) this.#correlated--;
    this.#isLoginWait = false;
  }

  /** The client has had its time to read the answer to its login. */
  endLoginWait(): void {
    this.#isLoginWait = false;
  }
}
