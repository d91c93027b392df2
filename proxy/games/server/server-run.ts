import { setMaxListeners } from 'node:events';
import type { ServerProcess } from './server-process.js';

/** The run of one server process for a game. `signal` aborts when the process has ended. */
export class ServerRun implements AsyncDisposable {
  readonly server: ServerProcess;
  readonly #over = new AbortController();

  constructor(server: ServerProcess) {
    this.server = server;
    // Every seat and every wait adds a listener; Node's default bound is for forgotten ones.
    setMaxListeners(0, this.#over.signal);
    void server.exited.then(() => this.#over.abort());
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    await this.server.close();
  }
}
