import { type Failure, failure } from '#shared/core/failure.js';
import { Heartbeat } from '#shared/core/heartbeat.js';
import type { Logger } from '#shared/core/log.js';
import { fail, type Result } from '#shared/core/result.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import type { AgentRequest, GameRequest } from '../input/agent-request.js';
import type { LimitHit } from '../limits/agent-limits.js';
import type { NumberedPush } from '../session/push-ring.js';
import type { Session, SessionOutlet } from '../session/session.js';
import type { Connection, ConnectionEvents } from '../transport/transport.js';
import { pongMessage, welcomeMessage } from './agent-messages.js';
import { AgentOutbox } from './agent-outbox.js';
import { type AgentServices, agentBounds } from './agent-services.js';
import { takeIn } from './intake.js';
import { abandon, type LoggedIn, logIn, loginResult, resumeByAddress } from './login.js';
import { Play, restarting } from './play.js';
import type { LoggingIn, SocketState } from './socket-state.js';
import { Throttle } from './throttle.js';

type LlmConnect = Extract<AgentRequest, { type: 'llm_connect' }>;

/** One agent's socket from welcome to close: limit, parse, tell. */
export class AgentSocket implements SessionOutlet, ConnectionEvents {
  readonly agentId: string;
  readonly remoteAddress: string;
  readonly #services: AgentServices;
  readonly #outbox: AgentOutbox;
  readonly #heartbeat: Heartbeat;
  readonly #throttle: Throttle;
  #log: Logger;
  #state: SocketState;
  #messagesBeforeLogin = 0;
  #closeCode: number | undefined;

  constructor(agentId: string, connection: Connection, services: AgentServices) {
    const { clock, settings, log } = services;
    this.agentId = agentId;
    this.remoteAddress = connection.remoteAddress;
    this.#services = services;
    this.#outbox = new AgentOutbox(agentId, connection, services, () =>
      this.close(closeCodes.slow, 'too slow: come back and resume'),
    );
    this.#throttle = new Throttle(clock, this.#outbox);
    // With its address until it has logged in: who tries wrong tokens is found by it.
    this.#log = log.child({ agent: agentId, address: connection.remoteAddress });
    this.#heartbeat = new Heartbeat({
      clock,
      every: settings.heartbeatS * 1000,
      timeout: settings.silenceLimitS * 1000,
      beat: () => this.#beat(),
      lost: () => this.close(closeCodes.heartbeatLost, 'no sign of life: come back and resume'),
    });
    this.#state = this.#awaitLogin();
    this.#outbox.message(welcomeMessage(agentId, services));
    this.#log.info('socket open');
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

  onDrain(): void {
    this.#outbox.drained();
    if (this.#state.name === 'playing') this.#state.play.drained();
  }

  onTooBig(): void {
    const max = this.#services.settings.maxMessageBytes;
    this.#refuse(failure('E106', `The message is larger than ${max} bytes`, { details: { max_bytes: max } }));
  }

  onClose(code: number): void {
    this.#end();
    this.#outbox.end();
    this.#closeCode ??= code;
    this.#log.info({ code: this.#closeCode }, 'socket closed');
  }

  /** Why it was closed: our own code when we did it, whether or not the peer was there to hear it. */
  get closeCode(): number | undefined {
    return this.#closeCode;
  }

  push(push: NumberedPush): void {
    if (this.#state.name === 'playing') this.#state.play.push(push);
  }

  answer(text: string): void {
    this.#outbox.text(text);
  }

  replaced(): void {
    this.#refuse(failure('E125', 'Another connection took this session over'));
    this.close(closeCodes.replaced, 'the session goes on in another connection');
  }

  /** Ends a socket whose token has been revoked. */
  checkToken(): void {
    if (this.#state.name !== 'playing') return;
    const { tokenHash, seat } = this.#state.play.session;
    if (this.#services.tokens.acceptsAgent(tokenHash, this.agentId, seat.gameId)) return;
    this.#refuse(failure('E102', 'The API token has been revoked'));
    this.close(closeCodes.badToken, 'API token revoked');
  }

  close(code: number, reason: string): void {
    if (this.#state.name === 'closed') return;
    this.#end();
    this.#closeCode = code;
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
    const { settings, limits, clock } = this.#services;
    const intake = takeIn(bytes, {
      agentId: this.agentId,
      hasLoggedIn,
      maxMessageBytes: settings.maxMessageBytes,
      limit: (load) => limits.admit(this.agentId, load, clock.monotonic()),
    });
    if (intake.ok) {
      this.#handle(intake.request);
      return;
    }
    this.#refuse(intake.failure, intake.correlationId);
    if (intake.hit !== undefined) this.#slowDown(intake.hit);
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
      case 'action_batch':
      case 'stop':
      case 'rules_query':
      case 'notes':
      case 'transcript':
        if (this.#state.name === 'playing') this.#ask(this.#state.play, request);
        return;
    }
  }

  #ask(play: Play, request: GameRequest): void {
    const refusal = play.refusal();
    if (refusal === undefined) void play.request(request);
    else this.#refuse(refusal, request.correlationId);
  }

  /** Who goes on sending over its limit is read less often; every message still gets its answer. */
  #slowDown({ limit }: LimitHit): void {
    this.#services.metrics.limitsHit.inc({ limit });
    this.#throttle.refused();
  }

  async #logIn(request: LlmConnect): Promise<void> {
    if (this.#services.isDraining()) {
      this.#refuse(restarting(), request.correlationId);
      return;
    }
    this.#leave();
    const state: LoggingIn = { name: 'logging_in', waiting: [] };
    this.#state = state;
    const result = await this.#services.underWay.run(() => this.#tryLogIn(request));
    this.#services.metrics.logins.inc({ result: loginResult(result) });
    if (this.#state !== state) {
      if (result.ok) abandon(this.#services, this.agentId, result.value, this);
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

  /** From here on the session speaks through this socket. */
  #play(session: Session, lastSeq: number | undefined): void {
    const services = this.#services;
    const play = new Play({ session, lastSeq, outlet: this, outbox: this.#outbox, services });
    this.#state = { name: 'playing', play };
    const game = session.seat.gameId;
    this.#log = services.log.child({ agent: this.agentId, game, session: session.id.slice(0, 6) });
  }

  #loginFailed(request: LlmConnect, reason: Failure): void {
    this.#refuse(reason, request.correlationId);
    this.#state = this.#awaitLogin();
    // One wrong token a socket, within the limits of wrong ones (E102) or beyond (E110).
    const isWrongToken = reason.code === 'E102' || reason.code === 'E110';
    if (isWrongToken) this.close(closeCodes.badToken, 'invalid API token');
    if (reason.code === 'E111') this.close(closeCodes.connectionLimit, 'too many connections for this agent');
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
    state.play.end();
    state.play.session.detach(this);
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
    if (state.name === 'playing' && state.play.isQuiet) this.#outbox.data('ping', {});
  }

  #refuse(reason: Failure, correlationId?: string): void {
    this.#log.warn({ code: reason.code, path: reason.path, correlationId }, 'refused');
    this.#services.metrics.refusals.inc({ code: reason.code });
    this.#outbox.error(reason, correlationId);
  }
}
