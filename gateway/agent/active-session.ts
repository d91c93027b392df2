import type { Cancel } from '#shared/core/clock.js';
import { type Failure, failure } from '#shared/core/failure.js';
import type { NumberedPush } from '../session/push-ring.js';
import type { Session } from '../session/session.js';
import { AGENT_BOUNDS } from './agent-bounds.js';
import type { GameRequest } from './agent-request.js';
import { PushSender, type PushSenderOptions } from './push-sender.js';

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
    this.#cancelLoginWait = services.clock.after(services.timing.firstPush, () => {
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
  }

  push(push: NumberedPush): void {
    this.#pushes.push(push);
  }

  /** The peer has read something. */
  onDrain(): void {
    this.#pushes.flush();
  }

  /** Why no further request may begin now: E123 while the gateway restarts, E110 with too much in flight or unread. */
  refusal(): Failure | undefined {
    if (this.#options.services.isDraining()) return restarting();
    const isBehind = this.#options.outbox.unreadBytes > AGENT_BOUNDS.maxUnreadBytesForRequests;
    if (this.#pushes.gate.inFlight < AGENT_BOUNDS.maxRequestsInFlight && !isBehind) return undefined;
    const what = isBehind ? 'Answers of yours wait to be read' : 'Too many requests under way';
    return failure('E110', `${what} (E101)`, { details: { retry_after: 1 } });
  }

  /** Sends a request to the proxy and its answer to the agent. */
  async handle(request: GameRequest): Promise<void> {
    const { session, socket, outbox, services } = this.#options;
    const pushes = this.#pushes;
    // An action may look flat only because an offer was sent back as it is; a query tells for sure.
    if (request.type === 'state_query' && request.dialect === 'flat') pushes.isFlat = true;
    const hasCorrelation = request.correlationId !== undefined;
    pushes.gate.requestBegan(hasCorrelation);
    pushes.flush();
    const answer = await services.inFlight.run(() => services.relay.answer(session, request));
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
