import type { Cancel, Clock } from '#shared/core/clock.js';
import type { Failure } from '#shared/core/failure.js';
import type { OutgoingEnvelope } from '#shared/protocol/envelope.js';
import type { Timeouts } from '../core/timeouts.js';
import type { GlobalSendBuffer, SlowReader } from '../limits/global-send-buffer.js';
import { agentMessage, errorMessage, type MessageText } from '../session/agent-message.js';
import type { Connection } from '../transport/transport.js';
import { AGENT_BOUNDS } from './agent-bounds.js';
import type { PingRequest } from './agent-request.js';

/** What an outbox works with. */
export interface OutboxServices {
  readonly clock: Clock;
  readonly timeouts: Timeouts;
  readonly backlog: GlobalSendBuffer;
}

/** Sends everything that one agent gets, in order. */
export class AgentOutbox {
  readonly #agentId: string;
  readonly #connection: Connection;
  readonly #clock: Clock;
  readonly #unread: SendBufferMonitor;
  #isClosed = false;

  /** `onTooSlow` is called when the peer has not read for too long, or has too much unread. */
  constructor(agentId: string, connection: Connection, services: OutboxServices, onTooSlow: () => void) {
    this.#agentId = agentId;
    this.#connection = connection;
    this.#clock = services.clock;
    this.#unread = new SendBufferMonitor({
      ...services,
      bytes: () => connection.bufferedBytes,
      onTooSlow,
    });
  }

  /** Sends a message that is text already; a peer with too much unread is closed instead. */
  sendText(text: MessageText): void {
    if (this.#isClosed) return;
    if (this.#unread.bytes > AGENT_BOUNDS.maxUnreadBytes) {
      this.#unread.disconnectSlow();
      return;
    }
    this.#connection.send(text);
    this.#unread.check();
  }

  /** Lets what `work` sends go out together. */
  batch(work: () => void): void {
    if (this.#isClosed) work();
    else this.#connection.batch(work);
  }

  /** The peer has read something. */
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
    const to = { agentId: this.#agentId, correlationId };
    const pong = { ...agentMessage('pong', to, this.#clock.now()), echo };
    this.send(pong);
  }

  /** Bytes accepted for sending that the peer has not read. */
  get unreadBytes(): number {
    return this.#unread.bytes;
  }

  /** Whether pushes must wait, because too much is unread. */
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

/** What a monitor works with. */
interface SendBufferOptions {
  readonly clock: Clock;
  readonly backlog: GlobalSendBuffer;
  readonly timeouts: Timeouts;
  /** Bytes accepted for sending that the peer has not read. */
  bytes(): number;
  /** Called when the peer has been behind for too long, or all peers together have too much unread. */
  onTooSlow(): void;
}

/** A peer behind by more bytes gets more time: one that reads this fast is slow, not gone. */
const MIN_BYTES_PER_MS = 64;

/** Watches the unread bytes of one peer. A peer that is behind gets no pushes; one that stays behind is closed. */
class SendBufferMonitor implements SlowReader {
  readonly #options: SendBufferOptions;
  #behindSince: number | undefined;
  #maxBytes = 0;
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

  /** Call it when something was sent, and when the peer has read something. */
  check(): void {
    const { backlog, clock } = this.#options;
    const { bytes } = this;
    backlog.set(this, bytes);
    if (bytes <= AGENT_BOUNDS.maxUnreadBytesForPushes) {
      this.#caughtUp();
      return;
    }
    this.#maxBytes = Math.max(this.#maxBytes, bytes);
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
    this.#maxBytes = 0;
  }

  #wait(since: number): void {
    const { clock, timeouts } = this.#options;
    const limitMs = timeouts.slowReader + this.#maxBytes / MIN_BYTES_PER_MS;
    const left = since + limitMs - clock.monotonic();
    if (left <= 0) this.disconnectSlow();
    else this.#cancel = clock.after(left, () => this.#wait(since));
  }
}
