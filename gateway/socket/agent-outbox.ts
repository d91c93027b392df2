import type { Failure } from '#shared/core/failure.js';
import type { OutgoingEnvelope } from '#shared/protocol/envelope.js';
import type { Clock } from '../clock.js';
import type { GlobalSendBuffer } from '../limits/global-send-buffer.js';
import { errorMessage, outgoing } from '../outgoing.js';
import type { Timing } from '../timing.js';
import type { Connection } from '../transport/transport.js';
import { agentBounds } from './agent-services.js';
import { Unread } from './unread.js';

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
  readonly #unread: Unread;
  #isClosed = false;

  /** `tooSlow` is called when the peer has stopped reading, for too long or with too much unread. */
  constructor(agentId: string, connection: Connection, services: OutboxServices, tooSlow: () => void) {
    this.#agentId = agentId;
    this.#connection = connection;
    this.#clock = services.clock;
    this.#unread = new Unread({ ...services, bytes: () => connection.bufferedBytes, tooSlow });
  }

  text(text: string): void {
    if (this.#isClosed) return;
    if (this.#unread.bytes > agentBounds.unread) {
      this.#unread.disconnectSlow();
      return;
    }
    this.#connection.send(text);
    this.#unread.look();
  }

  /** The peer has taken something. */
  drained(): void {
    if (!this.#isClosed) this.#unread.look();
  }

  message(message: OutgoingEnvelope): void {
    this.text(JSON.stringify(message));
  }

  /** A message with the agent's envelope. */
  data(type: string, data: Readonly<Record<string, unknown>>, correlationId?: string): void {
    this.message(outgoing(type, { agentId: this.#agentId, correlationId }, this.#clock.now(), data));
  }

  error(reason: Failure, correlationId?: string): void {
    this.message(errorMessage(reason, { agentId: this.#agentId, correlationId }, this.#clock.now()));
  }

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
    this.#unread.end();
    this.#connection.close(code, reason);
  }

  /** The socket is gone. */
  end(): void {
    this.#isClosed = true;
    this.#unread.end();
  }
}
