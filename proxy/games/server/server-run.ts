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

  /** The seats leave after the server: it would end the turn when it lost one of them before the others. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.close();
    this.#over.abort();
  }
}
