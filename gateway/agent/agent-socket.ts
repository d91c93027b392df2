import type { Cancel } from '#shared/core/clock.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { Heartbeat } from '#shared/core/heartbeat.js';
import type { Logger } from '#shared/core/log.js';
import { fail, type Result } from '#shared/core/result.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import type { MessageText } from '../session/agent-message.js';
import type { NumberedPush } from '../session/push-ring.js';
import type { Session, SessionSocket } from '../session/session.js';
import type { Connection, ConnectionEvents } from '../transport/transport.js';
import { ActiveSession, restarting } from './active-session.js';
import { AGENT_BOUNDS, CLEAN_CLOSES } from './agent-bounds.js';
import { AgentOutbox } from './agent-outbox.js';
import { type AgentRequest, type ConnectRequest, parseAndAdmit } from './agent-request.js';
import { type AgentServices, TAKEN_BY, welcomeMessage } from './agent-services.js';
import {
  abandonLogin,
  closeAfterLogin,
  type LoggedIn,
  logIn,
  loginMetricLabel,
  resumeByAddress,
} from './login.js';
import { ReadThrottle } from './read-throttle.js';

/** The states of an agent's socket. A failed login leads from `logging_in` back to `awaiting_login`; `closed` is the end. */
type SocketState =
  | { readonly kind: 'awaiting_login'; readonly cancelTimeout: Cancel }
  | LoggingIn
  | { readonly kind: 'active'; readonly active: ActiveSession }
  | { readonly kind: 'closed' };

interface LoggingIn {
  readonly kind: 'logging_in';
  /** Messages that arrive during the login. They are handled after it: the next frame sent is the answer to llm_connect. */
  readonly waiting: Uint8Array[];
}

type CloseListener = (code: number) => void;

/** One agent's socket from the welcome message to the close: reads messages, logs in, and hands requests to the session. */
export class AgentSocket implements SessionSocket, ConnectionEvents {
  readonly agentId: string;
  readonly remoteAddress: string;
  readonly #services: AgentServices;
  readonly #onClosed: CloseListener;
  readonly #outbox: AgentOutbox;
  readonly #heartbeat: Heartbeat;
  readonly #throttle: ReadThrottle;
  #log: Logger;
  #state: SocketState;
  #messagesBeforeLogin = 0;
  #closeCode: number | undefined;

  /** `onClosed` gets the gateway's own close code when the gateway closed it, even if the peer was not there to receive it. */
  constructor(agentId: string, connection: Connection, services: AgentServices, onClosed: CloseListener) {
    const { clock, settings, log } = services;
    this.agentId = agentId;
    this.#onClosed = onClosed;
    this.remoteAddress = connection.remoteAddress;
    this.#services = services;
    this.#outbox = new AgentOutbox(agentId, connection, services, () =>
      this.close(closeCodes.slow, 'too slow: come back and resume'),
    );
    this.#throttle = new ReadThrottle(clock, this.#outbox);
    // The address is logged until the login: it identifies a peer that tries wrong tokens.
    this.#log = log.child({ agent: agentId, address: connection.remoteAddress });
    this.#heartbeat = new Heartbeat({
      clock,
      every: settings.heartbeatS * 1000,
      timeout: settings.silenceLimitS * 1000,
      beat: () => this.#beat(),
      lost: () => this.close(closeCodes.heartbeatLost, 'no sign of life: come back and resume'),
    });
    this.#state = this.#awaitLogin();
    this.#outbox.send(welcomeMessage(agentId, services));
    this.#log.info('socket open');
    if (settings.resumeByAddress) this.#resumeByAddress();
  }

  onText(bytes: Uint8Array): void {
    this.#heartbeat.sign();
    try {
      this.#receive(bytes);
    } catch (error) {
      this.#log.error({ err: error }, 'a message could not be handled');
      this.#outbox.sendError(failure('E500', 'Internal error'));
    }
  }

  onBinary(): void {
    this.close(closeCodes.binary, 'text frames only');
  }

  onAlive(): void {
    this.#heartbeat.sign();
  }

  onDrain(): void {
    this.#outbox.onDrain();
    if (this.#state.kind === 'active') this.#state.active.onDrain();
  }

  onTooBig(): void {
    const max = this.#services.settings.maxMessageBytes;
    this.#refuse(failure('E106', `The message is larger than ${max} bytes`, { details: { max_bytes: max } }));
  }

  onClose(code: number): void {
    this.#end(this.#closeCode === undefined && CLEAN_CLOSES.has(code));
    this.#outbox.onClosed();
    this.#closeCode ??= code;
    this.#log.info({ code: this.#closeCode }, 'socket closed');
    this.#onClosed(this.#closeCode);
  }

  push(push: NumberedPush): void {
    if (this.#state.kind === 'active') this.#state.active.push(push);
  }

  sendAnswer(text: MessageText): void {
    this.#outbox.sendText(text);
  }

  onTaken(by: 'socket' | 'operator'): void {
    const { failure: reason, code, text } = TAKEN_BY[by];
    this.#refuse(reason);
    this.close(code, text);
  }

  /** Closes the socket when its token has been revoked. */
  closeIfRevoked(): void {
    if (this.#state.kind !== 'active') return;
    const { tokenHash, gameId } = this.#state.active.session;
    if (this.#services.tokens.inForce.acceptsAgent(tokenHash, this.agentId, gameId)) return;
    this.#refuse(failure('E102', 'The API token has been revoked'));
    this.close(closeCodes.badToken, 'API token revoked');
  }

  close(code: number, reason: string): void {
    if (this.#state.kind === 'closed') return;
    this.#end();
    this.#closeCode = code;
    this.#outbox.close(code, reason);
  }

  #receive(bytes: Uint8Array): void {
    const state = this.#state;
    switch (state.kind) {
      case 'closed':
        return;
      case 'logging_in':
        this.#queue(state, bytes);
        return;
      case 'awaiting_login':
        this.#messagesBeforeLogin++;
        if (this.#messagesBeforeLogin <= AGENT_BOUNDS.maxMessagesBeforeLogin) this.#read(bytes, undefined);
        else this.close(closeCodes.policy, 'too many messages without a login');
        return;
      case 'active':
        this.#read(bytes, state.active.session);
        return;
    }
  }

  #read(bytes: Uint8Array, session: Session | undefined): void {
    const { settings, forms, limits, clock, metrics } = this.#services;
    const request = parseAndAdmit(bytes, {
      forms,
      agentId: this.agentId,
      hasLoggedIn: session !== undefined,
      maxMessageBytes: settings.maxMessageBytes,
      limit: (load) => session && limits.admit(session, load, clock.monotonic()),
    });
    if (request.ok) {
      this.#handle(request.value);
      return;
    }
    const { reason, correlationId, hit } = request.failure;
    this.#refuse(reason, correlationId);
    if (hit === undefined) return;
    // A peer that keeps sending over its limit is read less often; every message still gets its answer.
    metrics.limitsHit.inc({ limit: hit.limit });
    this.#throttle.recordRefusal();
  }

  #handle(request: AgentRequest): void {
    switch (request.kind) {
      case 'pong':
        return;
      case 'ping':
        this.#outbox.sendPong(request);
        return;
      case 'connect':
        void this.#logIn(request);
        return;
      case 'chat_answer':
      case 'game': {
        const refusal = this.#state.kind === 'active' ? this.#state.active.begin(request) : undefined;
        if (refusal !== undefined) this.#refuse(refusal, request.correlationId);
        return;
      }
    }
  }

  async #logIn(request: ConnectRequest): Promise<void> {
    if (this.#services.isDraining()) {
      this.#refuse(restarting(), request.correlationId);
      return;
    }
    this.#leave();
    const state: LoggingIn = { kind: 'logging_in', waiting: [] };
    this.#state = state;
    const login = () => logIn(this.#services, this.agentId, request.data, this);
    const result = await this.#services.inFlight.run(login).catch((error) => this.#loginBroke(error));
    this.#services.metrics.logins.inc({ result: loginMetricLabel(result) });
    if (this.#state !== state) {
      if (result.ok) abandonLogin(this.#services, this.agentId, result.value, this);
      return;
    }
    if (result.ok) this.#loggedIn(request, result.value);
    else this.#loginFailed(request, result.failure);
    for (const bytes of state.waiting) this.onText(bytes);
  }

  #loginBroke(error: unknown): Result<never> {
    this.#log.error({ err: error }, 'login failed');
    return fail(failure('E500', 'Internal error'));
  }

  #loggedIn(request: ConnectRequest, { session, data, lastSeq, resumed }: LoggedIn): void {
    this.#outbox.sendData('llm_connect', data, request.correlationId);
    this.#activate(session, lastSeq);
    this.#log.info({ resumed, model: request.data.model, player: data.player_id }, 'logged in');
  }

  /** From now on the session uses this socket. */
  #activate(session: Session, lastSeq: number | undefined): void {
    const services = this.#services;
    const active = new ActiveSession({ session, lastSeq, socket: this, outbox: this.#outbox, services });
    this.#state = { kind: 'active', active };
    const { id, gameId } = session;
    this.#log = services.log.child({ agent: this.agentId, game: gameId, session: id.slice(0, 6) });
  }

  #loginFailed(request: ConnectRequest, reason: Failure): void {
    this.#refuse(reason, request.correlationId);
    this.#state = this.#awaitLogin();
    const close = closeAfterLogin(reason);
    if (close !== undefined) this.close(close.code, close.reason);
  }

  #resumeByAddress(): void {
    const session = resumeByAddress(this.#services, this.agentId, this);
    if (session === undefined) return;
    this.#leave();
    this.#activate(session, undefined);
    this.#log.info('resumed by address');
  }

  #awaitLogin(): SocketState {
    const { clock, timeouts } = this.#services;
    const onTimeout = () => this.close(closeCodes.loginTimeout, 'no llm_connect in time');
    return { kind: 'awaiting_login', cancelTimeout: clock.after(timeouts.login, onTimeout) };
  }

  /** Releases what the present state holds; the caller sets the next state. */
  #leave(hasLeft = false): void {
    const state = this.#state;
    if (state.kind === 'awaiting_login') state.cancelTimeout();
    if (state.kind !== 'active') return;
    state.active.end();
    state.active.session.detach(this, hasLeft);
    this.#services.slots.release(this.agentId);
  }

  #end(hasLeft = false): void {
    this.#leave(hasLeft);
    this.#heartbeat.stop();
    this.#state = { kind: 'closed' };
  }

  #queue({ waiting }: LoggingIn, bytes: Uint8Array): void {
    waiting.push(bytes);
    const { maxMessagesDuringLogin, maxBytesBeforeLogin } = AGENT_BOUNDS;
    if (waiting.length > maxMessagesDuringLogin || bytes.length > maxBytesBeforeLogin)
      this.close(closeCodes.policy, 'too much before the login was answered');
  }

  #beat(): void {
    this.#outbox.ping();
    if (this.#state.kind === 'active' && this.#state.active.isQuiet) this.#outbox.sendData('ping', {});
  }

  #refuse(reason: Failure, correlationId?: string): void {
    this.#log.warn({ code: reason.code, path: reason.path, correlationId }, 'refused');
    this.#services.metrics.refusals.inc({ code: reason.code });
    this.#outbox.sendError(reason, correlationId);
  }
}
