import { type Failure, failure } from '#shared/core/failure.js';
import type { Cancel } from '../clock.js';
import type { GameRequest } from '../input/agent-request.js';
import type { NumberedPush } from '../session/push-ring.js';
import type { Session } from '../session/session.js';
import { agentBounds } from './agent-services.js';
import { PushFlow, type PushFlowOptions } from './push-flow.js';

/** A session speaking through one socket: its requests and, between their answers, its pushes. */
export class Play {
  readonly session: Session;
  readonly #options: PushFlowOptions;
  readonly #pushes: PushFlow;
  readonly #cancelSettle: Cancel;

  /** Begins with what the agent missed. */
  constructor(options: PushFlowOptions) {
    const { session, outbox, services } = options;
    this.session = session;
    this.#options = options;
    const pushes = new PushFlow(options);
    this.#pushes = pushes;
    this.#cancelSettle = services.clock.after(services.timing.firstPush, () => {
      pushes.gate.settle();
      pushes.flow();
    });
    for (const answer of session.takeUndelivered()) outbox.text(answer);
  }

  /** No request is under way: a client that reads one frame may meet one of ours. */
  get isQuiet(): boolean {
    return this.#pushes.gate.underWay === 0;
  }

  end(): void {
    this.#cancelSettle();
  }

  push(push: NumberedPush): void {
    this.#pushes.push(push);
  }

  /** The peer has read something. */
  drained(): void {
    this.#pushes.flow();
  }

  /** Why no further request can be begun now. */
  refusal(): Failure | undefined {
    if (this.#options.services.isDraining()) return restarting();
    const isBehind = this.#options.outbox.unreadBytes > agentBounds.unreadForRequests;
    if (this.#pushes.gate.underWay < agentBounds.requestsUnderWay && !isBehind) return undefined;
    const what = isBehind ? 'Answers of yours wait to be read' : 'Too many requests under way';
    return failure('E110', `${what} (E101)`, { details: { retry_after: 1 } });
  }

  async request(request: GameRequest): Promise<void> {
    const { session, outlet, outbox, services } = this.#options;
    const pushes = this.#pushes;
    // An action may look flat only because an offer was sent back as it is; a query tells for sure.
    if (request.type === 'state_query' && request.dialect === 'flat') pushes.speaksFlat = true;
    const hasCorrelation = request.correlationId !== undefined;
    pushes.gate.requestBegan(hasCorrelation);
    pushes.flow();
    const answer = await services.underWay.run(() => services.relay.answer(session, request));
    if (answer !== undefined) {
      if (session.isAttachedTo(outlet)) outbox.text(answer);
      else session.deliverLate(answer);
    }
    pushes.gate.requestAnswered(hasCorrelation);
    pushes.flow();
  }
}

export function restarting(): Failure {
  return failure('E123', 'The gateway is restarting', { details: { retry_after: 2 } });
}
