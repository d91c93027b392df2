import { once } from 'node:events';
import { WebSocket } from 'ws';
import { Latencies, type Latency } from './latencies.js';
import { messageAgeMs } from './message-age.js';

const OPENED_AT_ONCE = 50;

/** What the spectators of a run got. */
export interface SpectatorFigures {
  readonly opened: number;
  readonly closed: number;
  readonly messages: number;
  readonly bytes: number;
  /** From the making of a message to its arrival, by the clocks of both machines. */
  readonly lag: Latency;
}

/** Spectators that read, over all games in turn. */
export class LoadSpectators {
  readonly #sockets: WebSocket[] = [];
  readonly #lag = new Latencies();
  #isMeasuring = false;
  #isLeaving = false;
  #messages = 0;
  #bytes = 0;
  #closed = 0;

  /** Opens this many. Rejects when one is refused. */
  async open(gateway: string, token: string, gameIds: readonly string[], count: number): Promise<void> {
    const base = gateway.replace(/\/$/, '');
    const openOne = async (index: number) => {
      const url = `${base}/ws/spectator/${gameIds[index % gameIds.length]}`;
      const headers = { authorization: `Bearer ${token}` };
      const socket = new WebSocket(url, { perMessageDeflate: false, headers });
      this.#sockets.push(socket);
      socket.on('message', (bytes: Buffer) => this.#take(bytes));
      socket.on('close', () => {
        if (!this.#isLeaving) this.#closed += 1;
      });
      await once(socket, 'open');
      socket.on('error', () => {});
    };
    for (let opened = 0; opened < count; opened += OPENED_AT_ONCE) {
      const more = Math.min(OPENED_AT_ONCE, count - opened);
      await Promise.all(Array.from({ length: more }, (_, index) => openOne(opened + index)));
    }
  }

  /** What came before is left out. */
  measure(): void {
    this.#isMeasuring = true;
  }

  /** What came since `measure`. */
  figures(): SpectatorFigures {
    return {
      opened: this.#sockets.length,
      closed: this.#closed,
      messages: this.#messages,
      bytes: this.#bytes,
      lag: this.#lag.summary(),
    };
  }

  /** Ends all connections. */
  leave(): void {
    this.#isLeaving = true;
    for (const socket of this.#sockets) socket.terminate();
  }

  #take(bytes: Buffer): void {
    if (!this.#isMeasuring) return;
    this.#messages += 1;
    this.#bytes += bytes.length;
    const age = messageAgeMs(bytes);
    if (age !== undefined) this.#lag.record(age);
  }
}
