import type { Worker } from 'node:worker_threads';
import { startThread } from '#shared/core/thread.js';
import type { LedgerTurn } from './ledger-entry.js';
import type { ReadSavedTurn, SaveOfTurn } from './saved-turn.js';

/** A save that the thread is to read. The answer has its number. */
export interface SaveJob {
  readonly id: number;
  readonly save: SaveOfTurn;
}

/** What was read of a save; no turn while the save is not complete. */
export interface SaveOutcome {
  readonly id: number;
  readonly turn: LedgerTurn | undefined;
}

/** Reads the saves of all games on a thread of its own: to inflate and hash one takes milliseconds. */
export class SaveThread {
  #worker: Worker | undefined;
  #lastId = 0;
  readonly #waiting = new Map<number, (turn: LedgerTurn | undefined) => void>();

  /** The same as readSavedTurn; undefined as well when the thread is lost: the ledger adds the turn later. */
  readonly read: ReadSavedTurn = (save) =>
    new Promise((resolve) => {
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, resolve);
      this.#worker ??= this.#start();
      // It keeps the process alive only while it has something to do.
      this.#worker.ref();
      this.#worker.postMessage({ id: this.#lastId, save } satisfies SaveJob);
    });

  /** Ends the thread. Saves that wait count as not complete. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = startThread(import.meta.url, 'save-thread-main');
    worker.on('message', ({ id, turn }: SaveOutcome) => this.#settle(id, turn));
    worker.on('error', () => this.#lose(worker));
    worker.on('exit', () => this.#lose(worker));
    return worker;
  }

  #settle(id: number, turn: LedgerTurn | undefined): void {
    this.#waiting.get(id)?.(turn);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#worker?.unref();
  }

  /** The next save begins another thread. */
  #lose(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const id of this.#waiting.keys()) this.#settle(id, undefined);
  }
}
