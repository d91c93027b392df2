import type { Cancel, Clock } from '#shared/core/clock.js';
import type { Failure } from '#shared/core/failure.js';
import type { OutgoingEnvelope } from '#shared/protocol/envelope.js';
import type { GlobalSendBuffer, SlowReader } from '../limits/global-send-buffer.js';
import { agentMessage, errorMessage } from '../session/agent-message.js';
import type { Timing } from '../timing.js';
import type { Connection } from '../transport/transport.js';
import { AGENT_BOUNDS } from './agent-bounds.js';
import type { PingRequest } from './agent-request.js';

export interface OutboxServices {
  readonly clock: Clock;
  readonly timing: Timing;
  readonly backlog: GlobalSendBuffer;
}

/** The way out to one agent: everything it is sent goes through here, in order. */
export class AgentOutbox {
  readonly #agentId: string;
  readonly #connection: Connection;
  readonly #clock: Clock;
  readonly #unread: SendBufferMonitor;
  #isClosed = false;

  /** `tooSlow` is called when the peer has stopped reading, for too long or with too much unread. */
  constructor(agentId: string, connection: Connection, services: OutboxServices, tooSlow: () => void) {
    this.#agentId = agentId;
    this.#connection = connection;
    this.#clock = services.clock;
    this.#unread = new SendBufferMonitor({
      ...services,
      bytes: () => connection.bufferedBytes,
      onTooSlow: tooSlow,
    });
  }

  sendText(text: string): void {
    if (this.#isClosed) return;
    if (this.#unread.bytes > AGENT_BOUNDS.maxUnreadBytes) {
      this.#unread.disconnectSlow();
      return;
    }
    this.#connection.send(text);
    this.#unread.check();
  }

  /** The peer has taken something. */
  onDrain(): void {
    if (!this.#isClosed) this.#unread.check();
  }

  send(message: OutgoingEnvelope): void {
    this.sendText(JSON.stringify(message));
  }

  /** A message with the agent's envelope. */
  sendData(type: string, data: Readonly<Record<string, unknown>>, correlationId?: string): void {
    this.send(agentMessage(type, { agentId: this.#agentId, correlationId }, this.#clock.now(), data));
  }

  sendError(reason: Failure, correlationId?: string): void {
    this.send(errorMessage(reason, { agentId: this.#agentId, correlationId }, this.#clock.now()));
  }

  /** The answer to a ping, with what the client wants back. */
  sendPong({ correlationId, echo }: PingRequest): void {
    const pong = agentMessage('pong', { agentId: this.#agentId, correlationId }, this.#clock.now());
    this.send({ ...pong, ...(echo === undefined ? {} : { echo }) });
  }

  /** Bytes accepted for sending that the peer has not read. */
  get unreadBytes(): number {
    return this.#unread.bytes;
  }

  /** So much is unread that what can wait should. */
  get isBehind(): boolean {
    return this.#unread.isBehind;
  }

  pauseReading(): void {
    if (!this.#isClosed) this.#connection.pause();
  }

  resumeReading(): void {
    if (!this.#isClosed) this.#connection.resume();
  }

  ping(): void {
    if (!this.#isClosed) this.#connection.ping();
  }

  close(code: number, reason: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#unread.stop();
    this.#connection.close(code, reason);
  }

  /** The socket is gone. */
  onClosed(): void {
    this.#isClosed = true;
    this.#unread.stop();
  }
}

export interface SendBufferOptions {
  readonly clock: Clock;
  readonly backlog: GlobalSendBuffer;
  readonly timing: Timing;
  /** Bytes accepted for sending that the peer has not taken yet. */
  bytes(): number;
  /** Called when the peer has kept us waiting for too long, or too much waits for all peers together. */
  onTooSlow(): void;
}

/** Whoever takes a megabyte in this time over a slow line is slow, not gone. */
const bytesPerMillisecond = 64;

/** Watches what one peer leaves unread: while it is behind it gets no pushes, and in the end it is given up. */
export class SendBufferMonitor implements SlowReader {
  readonly #options: SendBufferOptions;
  #behindSince: number | undefined;
  #most = 0;
  #cancel: Cancel = () => {};

  constructor(options: SendBufferOptions) {
    this.#options = options;
  }

  get bytes(): number {
    return this.#options.bytes();
  }

  get isBehind(): boolean {
    return this.bytes > AGENT_BOUNDS.maxUnreadBytesForPushes;
  }

  /** To be called when something was sent, and when the peer has taken something. */
  check(): void {
    const { backlog, clock } = this.#options;
    const { bytes } = this;
    backlog.set(this, bytes);
    if (bytes <= AGENT_BOUNDS.maxUnreadBytesForPushes) {
      this.#caughtUp();
      return;
    }
    this.#most = Math.max(this.#most, bytes);
    if (this.#behindSince !== undefined) return;
    this.#behindSince = clock.monotonic();
    this.#wait(this.#behindSince);
  }

  disconnectSlow(): void {
    this.#options.onTooSlow();
  }

  /** The socket is gone. */
  stop(): void {
    this.#caughtUp();
    this.#options.backlog.set(this, 0);
  }

  #caughtUp(): void {
    this.#cancel();
    this.#behindSince = undefined;
    this.#most = 0;
  }

  #wait(since: number): void {
    const { clock, timing } = this.#options;
    const patience = timing.slowReader + this.#most / bytesPerMillisecond;
    const left = since + patience - clock.monotonic();
    if (left <= 0) this.disconnectSlow();
    else this.#cancel = clock.after(left, () => this.#wait(since));
  }
}
