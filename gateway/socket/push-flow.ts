import { outgoing } from '../outgoing.js';
import type { NumberedPush } from '../session/push-ring.js';
import type { Session, SessionOutlet } from '../session/session.js';
import type { AgentOutbox } from './agent-outbox.js';
import { type AgentServices, agentBounds } from './agent-services.js';
import { PushGate } from './push-gate.js';

/** Events a flat client does not know. */
const specOnlyPushes: ReadonlySet<string> = new Set(['event', 'status']);

export interface PushFlowOptions {
  readonly session: Session;
  /** The last push the agent has, if it said so or is new. */
  readonly lastSeq: number | undefined;
  readonly outlet: SessionOutlet;
  readonly outbox: AgentOutbox;
  readonly services: AgentServices;
}

/**
 * The pushes of a session on their way to one socket, in order. What cannot go out yet waits in the session's ring and
 * nowhere else: while a request is under way, and while the peer does not read. What the ring has lost meanwhile the
 * peer is told to have missed.
 */
export class PushFlow {
  readonly gate = new PushGate(agentBounds.waitingPushes);
  speaksFlat = false;
  readonly #options: PushFlowOptions;
  #lastSent: number;

  /** Begins with what the agent missed; the answer to its login has told of a gap. */
  constructor(options: PushFlowOptions) {
    const { session, lastSeq } = options;
    const [first] = session.missed(lastSeq).pushes;
    this.#options = options;
    this.#lastSent = (first?.seq ?? session.lastSeq + 1) - 1;
  }

  /** The next push of the session. */
  push(push: NumberedPush): void {
    if (push.seq === this.#lastSent + 1 && this.#maySend()) this.#send(push);
    else this.flow();
  }

  /** To be called when the gate or the peer may have become ready. */
  flow(): void {
    const { session } = this.#options;
    if (this.#lastSent >= session.lastSeq || !this.#maySend()) return;
    const { pushes, gap } = session.missed(this.#lastSent);
    if (gap) this.#tellGap((pushes[0]?.seq ?? session.lastSeq + 1) - 1);
    for (const push of pushes) {
      if (!this.#maySend()) return;
      this.#send(push);
    }
  }

  #maySend(): boolean {
    const { session, outlet, outbox } = this.#options;
    // What another socket has taken over is no longer this one's to send.
    if (!session.isAttachedTo(outlet) || outbox.isBehind) return false;
    return this.gate.isOpen(session.lastSeq - this.#lastSent);
  }

  #send({ seq, type, text }: NumberedPush): void {
    this.#sent(seq);
    if (!this.speaksFlat || !specOnlyPushes.has(type)) this.#options.outbox.text(text);
  }

  /** One message in the place of those that are lost, up to `to`; its seq is the last of theirs. */
  #tellGap(to: number): void {
    const { session, outbox, services } = this.#options;
    const from = this.#lastSent + 1;
    services.metrics.pushesSkipped.inc(to - from + 1);
    this.#sent(to);
    if (this.speaksFlat) return;
    const data = { game_id: session.seat.gameId, status: 'gap', from_seq: from, to_seq: to, resync: true };
    const status = outgoing('status', { agentId: session.agentId }, services.clock.now(), data);
    outbox.message({ ...status, seq: to });
  }

  #sent(seq: number): void {
    this.#lastSent = seq;
    this.#options.session.sent(seq);
  }
}
