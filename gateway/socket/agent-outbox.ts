import type { Failure } from '#shared/failure.js';
import type { OutgoingEnvelope } from '#shared/messages/envelope.js';
import type { Clock } from '../clock.js';
import { errorMessage, outgoing } from '../outgoing.js';
import type { AgentConnection } from '../transport/transport.js';
import { agentBounds } from './agent-services.js';

/** The way out to one agent: everything it is sent goes through here, in order. */
export class AgentOutbox {
  readonly #agentId: string;
  readonly #connection: AgentConnection;
  readonly #clock: Clock;
  readonly #tooSlow: () => void;
  #isClosed = false;

  /** `tooSlow` is called instead of sending to a peer that has stopped reading. */
  constructor(agentId: string, connection: AgentConnection, clock: Clock, tooSlow: () => void) {
    this.#agentId = agentId;
    this.#connection = connection;
    this.#clock = clock;
    this.#tooSlow = tooSlow;
  }

  text(text: string): void {
    if (this.#isClosed) return;
    if (this.#connection.bufferedBytes > agentBounds.bufferedBytes) this.#tooSlow();
    else this.#connection.send(text);
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

  get bufferedBytes(): number {
    return this.#connection.bufferedBytes;
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
    this.#connection.close(code, reason);
  }
}
