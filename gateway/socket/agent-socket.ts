import { closeCodes } from '#shared/close-codes.js';
import { type Failure, failure } from '#shared/failure.js';
import type { Logger } from '#shared/log.js';
import { fail, type Result } from '#shared/result.js';
import type { AgentRequest, GameRequest } from '../input/agent-request.js';
import type { NumberedPush } from '../session/push-ring.js';
import type { Session, SessionOutlet } from '../session/session.js';
import type { AgentConnection, ConnectionEvents } from '../transport/transport.js';
import { pongMessage, pushMessage, welcomeMessage } from './agent-messages.js';
import { AgentOutbox } from './agent-outbox.js';
import { type AgentServices, agentBounds } from './agent-services.js';
import { Heartbeat } from './heartbeat.js';
import { takeIn } from './intake.js';
import { type LoggedIn, logIn, loginResult, resumeByAddress } from './login.js';
import { PushGate } from './push-gate.js';
import type { LoggingIn, Playing, SocketState } from './socket-state.js';

type LlmConnect = Extract<AgentRequest, { type: 'llm_connect' }>;

/** Events a flat client does not know. */
const specOnlyPushes: ReadonlySet<string> = new Set(['event', 'status']);

/** One agent's socket from welcome to close: limit, parse, tell. */
export class AgentSocket implements SessionOutlet, ConnectionEvents {
  readonly agentId: string;
  readonly remoteAddress: string;
  readonly #services: AgentServices;
  readonly #outbox: AgentOutbox;
  readonly #heartbeat: Heartbeat;
  #log: Logger;
  #state: SocketState;
  #messagesBeforeLogin = 0;
  #speaksFlat = false;

  constructor(agentId: string, connection: AgentConnection, services: AgentServices) {
    const { clock, settings, log } = services;
    this.agentId = agentId;
    this.remoteAddress = connection.remoteAddress;
    this.#services = services;
    this.#outbox = new AgentOutbox(agentId, connection, clock, () =>
      this.close(closeCodes.slow, 'too slow: come back and resume'),
    );
    this.#log = log.child({ agent: agentId });
    this.#heartbeat = new Heartbeat({
      clock,
      every: settings.heartbeatS * 1000,
      timeout: settings.sessionTimeoutS * 1000,
      beat: () => this.#beat(),
      lost: () => this.close(closeCodes.heartbeatLost, 'no sign of life: come back and resume'),
    });
    this.#state = this.#awaitLogin();
    this.#outbox.message(welcomeMessage(agentId, services));
    this.#log.info({ address: connection.remoteAddress }, 'socket open');
    if (settings.resumeByAddress) this.#resumeByAddress();
  }

  onText(bytes: Uint8Array): void {
    this.#heartbeat.sign();
    try {
      this.#receive(bytes);
    } catch (error) {
      this.#log.error({ err: error }, 'a message could not be handled');
      this.#outbox.error(failure('E500', 'Internal error'));
    }
  }

  onBinary(): void {
    this.close(closeCodes.binary, 'text frames only');
  }

  onAlive(): void {
    this.#heartbeat.sign();
  }

  onTooBig(): void {
    const max = this.#services.settings.maxMessageBytes;
    this.#refuse(failure('E106', `The message is larger than ${max} bytes`, { details: { max_bytes: max } }));
  }

  onClose(code: number): void {
    this.#end();
    this.#log.info({ code }, 'socket closed');
  }

  push(push: NumberedPush): void {
    if (this.#state.name === 'playing') this.#state.gate.push(push);
  }

  answer(text: string): void {
    this.#outbox.text(text);
  }

  replaced(): void {
    this.#refuse(failure('E125', 'Another connection took this session over'));
    this.close(closeCodes.replaced, 'the session goes on in another connection');
  }

  close(code: number, reason: string): void {
    if (this.#state.name === 'closed') return;
    this.#end();
    this.#outbox.close(code, reason);
  }

  #receive(bytes: Uint8Array): void {
    const state = this.#state;
    switch (state.name) {
      case 'closed':
        return;
      case 'logging_in':
        this.#keepForLater(state, bytes);
        return;
      case 'awaiting_login':
        this.#messagesBeforeLogin++;
        if (this.#messagesBeforeLogin <= agentBounds.messagesBeforeLogin) this.#takeIn(bytes, false);
        else this.close(closeCodes.policy, 'too many messages without a login');
        return;
      case 'playing':
        this.#takeIn(bytes, true);
        return;
    }
  }

  #takeIn(bytes: Uint8Array, hasLoggedIn: boolean): void {
    const { maxMessageBytes } = this.#services.settings;
    const intake = takeIn(bytes, { agentId: this.agentId, hasLoggedIn, maxMessageBytes });
    if (intake.ok) this.#handle(intake.request);
    else this.#refuse(intake.failure, intake.correlationId);
  }

  #handle(request: AgentRequest): void {
    switch (request.type) {
      case 'pong':
        return;
      case 'ping':
        this.#outbox.message(pongMessage(this.agentId, request, this.#services.clock.now()));
        return;
      case 'llm_connect':
        void this.#logIn(request);
        return;
      case 'state_query':
      case 'action':
        // An action may look flat only because an offer was sent back as it is; a query tells for sure.
        if (request.type === 'state_query' && request.dialect === 'flat') this.#speaksFlat = true;
        if (this.#state.name === 'playing') void this.#relay(this.#state, request);
        return;
    }
  }

  async #relay({ session, gate }: Playing, request: GameRequest): Promise<void> {
    const { relay, underWay } = this.#services;
    const refusal = this.#busy(gate.underWay);
    if (refusal !== undefined) {
      this.#refuse(refusal, request.correlationId);
      return;
    }
    const hasCorrelation = request.correlationId !== undefined;
    gate.requestBegan(hasCorrelation);
    const answer = await underWay.run(() => relay.answer(session, request));
    if (answer !== undefined) {
      if (session.isAttachedTo(this)) this.#outbox.text(answer);
      else session.deliverLate(answer);
    }
    gate.requestAnswered(hasCorrelation);
  }

  #busy(requestsUnderWay: number): Failure | undefined {
    if (this.#services.isDraining()) {
      return failure('E123', 'The gateway is restarting', { details: { retry_after: 2 } });
    }
    if (requestsUnderWay < agentBounds.requestsUnderWay) return undefined;
    return failure('E110', 'Too many requests under way', { details: { retry_after: 1 } });
  }

  async #logIn(request: LlmConnect): Promise<void> {
    const refusal = this.#busy(0);
    if (refusal !== undefined) {
      this.#refuse(refusal, request.correlationId);
      return;
    }
    this.#leave();
    const state: LoggingIn = { name: 'logging_in', waiting: [] };
    this.#state = state;
    const result = await this.#services.underWay.run(() => this.#tryLogIn(request));
    this.#services.metrics.logins.inc({ result: loginResult(result) });
    if (this.#state !== state) {
      this.#abandon(result);
      return;
    }
    if (result.ok) this.#enter(request, result.value);
    else this.#loginFailed(request, result.failure);
    for (const bytes of state.waiting) this.onText(bytes);
  }

  async #tryLogIn(request: LlmConnect): Promise<Result<LoggedIn>> {
    try {
      return await logIn(this.#services, this.agentId, request.data, this);
    } catch (error) {
      this.#log.error({ err: error }, 'login failed');
      return fail(failure('E500', 'Internal error'));
    }
  }

  #enter(request: LlmConnect, { session, data, lastSeq, resumed }: LoggedIn): void {
    this.#outbox.data('llm_connect', data, request.correlationId);
    this.#play(session, lastSeq);
    this.#log.info({ resumed, model: request.data.model, player: data.player_id }, 'logged in');
  }

  /** From here on the session speaks through this socket, beginning with what it missed. */
  #play(session: Session, lastSeq: number | undefined): void {
    const { clock, timing, log } = this.#services;
    const gate = new PushGate<NumberedPush>((push) => this.#sendPush(session, push), agentBounds.heldPushes);
    const cancelSettle = clock.after(timing.firstPush, () => gate.settle());
    this.#state = { name: 'playing', session, gate, cancelSettle };
    this.#log = log.child({
      agent: this.agentId,
      game: session.seat.gameId,
      session: session.id.slice(0, 6),
    });
    for (const push of session.missed(lastSeq).pushes) gate.push(push);
    for (const answer of session.takeUndelivered()) this.#outbox.text(answer);
  }

  #loginFailed(request: LlmConnect, reason: Failure): void {
    this.#refuse(reason, request.correlationId);
    this.#state = this.#awaitLogin();
    if (reason.code === 'E102') this.close(closeCodes.badToken, 'invalid API token');
    if (reason.code === 'E111') this.close(closeCodes.connectionLimit, 'too many connections for this agent');
  }

  /** The socket closed while its login was under way: nobody knows a new session, a resumed one stays. */
  #abandon(result: Result<LoggedIn>): void {
    if (!result.ok) return;
    const { sessions, slots, clock } = this.#services;
    const { session, resumed } = result.value;
    session.detach(this, clock.now());
    slots.free(this.agentId);
    if (!resumed) sessions.remove(session);
  }

  #resumeByAddress(): void {
    const session = resumeByAddress(this.#services, this.agentId, this);
    if (session === undefined) return;
    this.#leave();
    this.#play(session, undefined);
    this.#log.info('resumed by address');
  }

  #awaitLogin(): SocketState {
    const { clock, timing } = this.#services;
    const late = () => this.close(closeCodes.loginTimeout, 'no llm_connect in time');
    return { name: 'awaiting_login', cancelTimeout: clock.after(timing.login, late) };
  }

  /** Gives up what the present state holds; the caller sets the next. */
  #leave(): void {
    const state = this.#state;
    if (state.name === 'awaiting_login') state.cancelTimeout();
    if (state.name !== 'playing') return;
    state.cancelSettle();
    state.session.detach(this, this.#services.clock.now());
    this.#services.slots.free(this.agentId);
  }

  #end(): void {
    this.#leave();
    this.#heartbeat.stop();
    this.#state = { name: 'closed' };
  }

  #keepForLater({ waiting }: LoggingIn, bytes: Uint8Array): void {
    waiting.push(bytes);
    if (waiting.length > agentBounds.messagesDuringLogin || bytes.length > agentBounds.bytesBeforeLogin) {
      this.close(closeCodes.policy, 'too much before the login was answered');
    }
  }

  #beat(): void {
    this.#outbox.ping();
    const state = this.#state;
    // Between a request and its answer a client that reads one frame must not meet a ping.
    if (state.name === 'playing' && state.gate.underWay === 0) this.#outbox.data('ping', {});
  }

  #sendPush(session: Session, push: NumberedPush): void {
    session.sent(push.seq);
    if (this.#speaksFlat && specOnlyPushes.has(push.push.type)) return;
    this.#outbox.message(pushMessage(this.agentId, push));
  }

  #refuse(reason: Failure, correlationId?: string): void {
    this.#log.warn({ code: reason.code, path: reason.path, correlationId }, 'refused');
    this.#services.metrics.refusals.inc({ code: reason.code });
    this.#outbox.error(reason, correlationId);
  }
}
