import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';

const MAX_OPEN_MS = 10_000;

/** Spectators that come back whenever their connection is lost. */
export class ReturningSpectators {
  readonly #url: string;
  readonly #token: string;
  readonly #leaving = new AbortController();
  readonly #heardAt: number[] = [];
  readonly #running: Promise<void>[] = [];
  #messages = 0;
  #returns = 0;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
    // Every spectator listens to it.
    setMaxListeners(0, this.#leaving.signal);
  }

  get messages(): number {
    return this.#messages;
  }

  /** How often one came back. */
  get returns(): number {
    return this.#returns;
  }

  /** So many, over the games in turn. */
  open(gameIds: readonly string[], count: number): void {
    for (let index = 0; index < count; index += 1)
      this.#running.push(this.#watch(index, gameIds[index % gameIds.length] ?? ''));
  }

  /** How many have heard nothing since that moment of performance.now(). */
  silentSince(moment: number): number {
    return this.#running.filter((_, index) => (this.#heardAt[index] ?? 0) < moment).length;
  }

  async leave(): Promise<void> {
    this.#leaving.abort();
    await Promise.all(this.#running);
  }

  async #watch(index: number, gameId: string): Promise<void> {
    const { signal } = this.#leaving;
    for (let time = 0; !signal.aborted; time += 1) {
      if (time > 0) this.#returns += 1;
      const socket = new WebSocket(`${this.#url}/ws/spectator/${gameId}`, {
        headers: { authorization: `Bearer ${this.#token}` },
        handshakeTimeout: MAX_OPEN_MS,
      });
      const leave = () => socket.terminate();
      signal.addEventListener('abort', leave, { once: true });
      socket.on('error', () => {});
      socket.on('message', () => {
        this.#messages += 1;
        this.#heardAt[index] = performance.now();
      });
      // Not by `once`, which an error of the socket would reject.
      await new Promise((resolve) => socket.once('close', resolve));
      signal.removeEventListener('abort', leave);
      await pause(200 + 800 * Math.random(), undefined, { signal }).catch(() => {});
    }
  }
}
