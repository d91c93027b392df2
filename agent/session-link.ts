import { backoffDelay, withJitter } from '#shared/core/backoff.js';
import { systemClock } from '#shared/core/clock.js';
import { errorCodes } from '#shared/core/error-codes.js';
import { Heartbeat } from '#shared/core/heartbeat.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import type { AgentMessage, AuthSuccess } from '#shared/protocol/state/messages.js';
import { AgentConnection } from './agent-connection.js';
import type { Fields } from './agent-requests.js';
import {
  AgentError,
  GameNotStarted,
  GatewayLost,
  InternalError,
  NoGateway,
  SessionExpired,
} from './errors.js';
import type { PushLog } from './push-log.js';
import { Waiters } from './waiters.js';

/** A session that can be resumed: its id, and the number of the last push that was handled in it. */
export interface SessionPlace {
  readonly id: string;
  readonly lastSeq: number;
}

/** The state of a seat's connection. */
export type SeatStatus =
  | { readonly kind: 'connecting' }
  /** Logged in. `resumed`: the session is the one from before. */
  | { readonly kind: 'seated'; readonly resumed: boolean }
  /** The connection is lost, or the seat is not free yet; another attempt follows. */
  | { readonly kind: 'lost'; readonly reason: string }
  /** No further attempt follows: the seat was closed, taken over or refused, or the gateway was away for too long. */
  | { readonly kind: 'over'; readonly error: Error };

/** Gives a token that is valid now. What it rejects with ends the seat. */
export type TokenSource = () => string | Promise<string>;

/** The agent, its gateway and its token, and how long a connection is tried. */
export interface SessionLinkOptions {
  readonly gateway: string;
  readonly agentId: string;
  readonly token: string | TokenSource;
  /** Fields of llm_connect, without the token and those of a session. */
  readonly login: Fields;
  readonly session: SessionPlace | undefined;
  readonly pushes: PushLog;
  /** Milliseconds until the first login must have worked; undefined: 30 s, or 2 s where nothing listens at the address. */
  readonly connectTimeoutMs: number | undefined;
  /** Milliseconds that a lost connection may take to come back. */
  readonly reconnectTimeoutMs: number;
  readonly onMessage: ((message: AgentMessage) => void) | undefined;
  onStatus(status: SeatStatus): void;
}

/** A connection that is logged in. */
export interface SeatedConnection {
  readonly connection: AgentConnection;
  /** What the gateway answered to the login. */
  readonly seated: AuthSuccess;
}

const CONNECT_TIMEOUT_MS = 30_000;
/** How long a new session waits for an address where nothing listens. A gateway that restarts is back by then. */
const REFUSED_TIMEOUT_MS = 2_000;
const RETRY = { first: 100, max: 8_000 };
/** A login may have to create a game: the gateway gives it 60 s. */
const MAX_LOGIN_MS = 70_000;

/** Keeps a session over the loss of connections: opens one after the other, and logs each in to the same session. */
export class SessionLink {
  readonly #options: SessionLinkOptions;
  readonly #changes = new Waiters();
  readonly #pauses = new Set<Waiters>();
  readonly #ending = new AbortController();
  #seated: SeatedConnection | undefined;
  #sessionId: string | undefined;
  #end: Error | undefined;

  constructor(options: SessionLinkOptions) {
    this.#options = options;
    this.#sessionId = options.session?.id;
    void this.#run();
  }

  /** The session; undefined before the first login. */
  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  /** The connection, as soon as there is one that is logged in. Rejects with what ended the seat. */
  async seated(signal?: AbortSignal): Promise<SeatedConnection> {
    for (;;) {
      if (this.#end !== undefined) throw this.#end;
      if (this.#seated?.connection.lost === undefined && this.#seated !== undefined) return this.#seated;
      await this.#changes.wait(signal);
    }
  }

  /** What ended the seat; undefined as long as it goes on. */
  get ended(): Error | undefined {
    return this.#end;
  }

  /** Settles after this many milliseconds, or with the end of the seat. Rejects with the signal's reason when it aborts first. */
  async pause(ms: number, signal?: AbortSignal): Promise<void> {
    const time = new Waiters();
    const timer = setTimeout(() => time.wake(), ms);
    this.#pauses.add(time);
    await time.wait(signal).finally(() => {
      clearTimeout(timer);
      this.#pauses.delete(time);
    });
  }

  /** Ends the connection for good. Settles when the gateway knows. */
  async end(error: Error): Promise<void> {
    const { connection } = this.#seated ?? {};
    this.#finish(error);
    await connection?.close();
  }

  /** One connection after the other, until the end. */
  async #run(): Promise<void> {
    const begunAt = performance.now();
    let giveUpAt = begunAt + (this.#options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS);
    let failures = 0;
    this.#options.onStatus({ kind: 'connecting' });
    while (this.#end === undefined) {
      const { problem, wasSeated } = await this.#untilLost();
      if (this.#end !== undefined) return;
      this.#seated = undefined;
      const now = performance.now();
      if (wasSeated) {
        giveUpAt = now + this.#options.reconnectTimeoutMs;
        failures = 0;
      }
      const asked = retryAfterMs(problem);
      const wait = asked === undefined ? backoffDelay(failures, RETRY) : withJitter(asked);
      failures += 1;
      const last = this.#isMistake(problem) ? begunAt + REFUSED_TIMEOUT_MS : giveUpAt;
      if (!this.#mayPass(problem) || now + wait > last) this.#finish(causeOf(problem));
      else {
        this.#options.onStatus({ kind: 'lost', reason: reasonOf(problem) });
        await this.pause(wait);
      }
    }
  }

  /** One connection from its beginning to its end; what ended it. */
  async #untilLost(): Promise<{ readonly problem: unknown; readonly wasSeated: boolean }> {
    try {
      const { connection } = await this.#open();
      await connection.closed;
      return { problem: connection.lost, wasSeated: true };
    } catch (problem) {
      return { problem, wasSeated: false };
    }
  }

  /** Opens a connection and logs in. */
  async #open(): Promise<SeatedConnection> {
    const { gateway, agentId, pushes, onMessage } = this.#options;
    const { signal } = this.#ending;
    const connection = await AgentConnection.open({ gateway, agentId, pushes, onMessage, signal });
    const endLogin = this.#limit(MAX_LOGIN_MS, () => connection.cut('no answer to the login'));
    try {
      const seated = await this.#logIn(connection);
      if (this.#end !== undefined) throw this.#end;
      this.#watch(connection);
      this.#sessionId = seated.session_id;
      this.#seated = { connection, seated };
    } catch (error) {
      connection.cut('the login failed');
      throw error;
    } finally {
      endLogin();
    }
    this.#options.onStatus({ kind: 'seated', resumed: this.#seated.seated.resumed === true });
    this.#changes.wake();
    return this.#seated;
  }

  /** Calls `onEnd` after a time, and when the seat is closed; not after the returned function was called. */
  #limit(ms: number, onEnd: () => void): () => void {
    const { signal } = this.#ending;
    const timer = setTimeout(onEnd, ms);
    signal.addEventListener('abort', onEnd, { once: true });
    return () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onEnd);
    };
  }

  /** Logs in to the session; to a new one when that has ended. */
  async #logIn(connection: AgentConnection): Promise<AuthSuccess> {
    const { token, pushes } = this.#options;
    const api_token = typeof token === 'string' ? token : await token();
    const login = { ...this.#options.login, api_token };
    const id = this.#sessionId;
    if (id === undefined) return connection.connect(login);
    try {
      return await connection.connect({ ...login, session_id: id, last_seq: pushes.lastSeq });
    } catch (error) {
      if (!(error instanceof SessionExpired)) throw error;
      this.#sessionId = undefined;
      return connection.connect(login);
    }
  }

  /** Cuts the connection when the gateway has fallen silent. */
  #watch(connection: AgentConnection): void {
    const { heartbeat_interval: beat = 30, session_timeout: silence = 60 } = connection.welcome ?? {};
    const heartbeat = new Heartbeat({
      clock: systemClock,
      every: (beat * 1000) / 2,
      timeout: (silence * 1000 * 2) / 3,
      beat: () => connection.ping(),
      lost: () => connection.cut('nothing is heard of the gateway'),
    });
    connection.onAlive = () => heartbeat.sign();
    void connection.closed.then(() => heartbeat.stop());
  }

  /** Whether another attempt may work. Before the first login, what is wrong with the game is told at once. */
  #mayPass(problem: unknown): boolean {
    if (problem instanceof GatewayLost) {
      const { closeCode } = problem;
      // Its token has expired; a new one that is wrong, too, is told so at the login.
      if (closeCode === closeCodes.badToken) return typeof this.#options.token !== 'string';
      return closeCode !== closeCodes.replaced && (closeCode < 4500 || closeCode === closeCodes.loginTimeout);
    }
    if (!(problem instanceof AgentError)) return false;
    const isFirst = this.#sessionId === undefined;
    if (isFirst && (problem instanceof GameNotStarted || problem instanceof InternalError)) return false;
    return errorCodes[problem.code].retry;
  }

  /** Whether the address is probably wrong: nothing listens there, there was no session yet, and no connectTimeoutMs was given. */
  #isMistake(problem: unknown): boolean {
    const isNew = this.#sessionId === undefined && this.#options.connectTimeoutMs === undefined;
    return isNew && problem instanceof NoGateway && problem.isRefused;
  }

  #finish(error: Error): void {
    if (this.#end !== undefined) return;
    this.#end = error;
    this.#seated = undefined;
    this.#ending.abort(error);
    for (const time of this.#pauses) time.wake();
    this.#options.pushes.end(error);
    this.#options.onStatus({ kind: 'over', error });
    this.#changes.wake();
  }
}

/** What an error comes from: the gateway's own words before it closed the connection, if there were any. */
function causeOf(problem: unknown): Error {
  if (problem instanceof GatewayLost && problem.cause instanceof AgentError) return problem.cause;
  return problem instanceof Error ? problem : new Error(String(problem));
}

function reasonOf(problem: unknown): string {
  return problem instanceof AgentError ? problem.sentence : 'The connection is lost';
}

function retryAfterMs(problem: unknown): number | undefined {
  if (!(problem instanceof AgentError) || problem.retryAfter === undefined) return undefined;
  // Twice as long, because the wait is shortened at random by up to a half.
  return problem.retryAfter * 2000;
}
