import type { Worker } from 'node:worker_threads';
import { startThread } from '#shared/core/thread.js';
import { NOTHING_FOUND, type SaveFolders } from '../saves/brought-save.js';
import type { LedgerTurn } from './ledger-entry.js';
import type { FoundTurn, SaveOfTurn, SaveReader } from './saved-turn.js';

/** A save that the thread is to read, or folders where it is to look for one. The answer has its number. */
export interface SaveJob {
  readonly id: number;
  readonly save?: SaveOfTurn;
  readonly look?: { readonly folders: SaveFolders; readonly tried: readonly string[] };
}

/** What was read of a save, no turn while the save is not complete; or what was found. */
export interface SaveOutcome {
  readonly id: number;
  readonly turn?: LedgerTurn | undefined;
  readonly found?: FoundTurn;
}

/** Copies and reads the saves of all games on a thread of its own: to inflate and hash one takes milliseconds. */
export class SaveThread implements SaveReader {
  #worker: Worker | undefined;
  #lastId = 0;
  readonly #waiting = new Map<number, (outcome: SaveOutcome) => void>();

  /** The same as readSavedTurn; undefined as well when the thread is lost: the ledger adds the turn later. */
  readonly read: SaveReader['read'] = async (save) => (await this.#ask({ save })).turn;

  /** Finds nothing when the thread is lost. */
  readonly bring: SaveReader['bring'] = async ({ path, saves, run }, tried) =>
    (await this.#ask({ look: { folders: { path, saves, run }, tried } })).found ?? NOTHING_FOUND;

  /** Ends the thread. Saves that wait count as not complete. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #ask(job: Omit<SaveJob, 'id'>): Promise<SaveOutcome> {
    return new Promise((resolve) => {
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, resolve);
      this.#worker ??= this.#start();
      // It keeps the process alive only while it has something to do.
      this.#worker.ref();
      this.#worker.postMessage({ id: this.#lastId, ...job } satisfies SaveJob);
    });
  }

  #start(): Worker {
    const worker = startThread(import.meta.url, 'save-thread-main');
    worker.on('message', (outcome: SaveOutcome) => this.#settle(outcome));
    worker.on('error', () => this.#lose(worker));
    worker.on('exit', () => this.#lose(worker));
    return worker;
  }

  #settle(outcome: SaveOutcome): void {
    this.#waiting.get(outcome.id)?.(outcome);
    this.#waiting.delete(outcome.id);
    if (this.#waiting.size === 0) this.#worker?.unref();
  }

  /** The next save begins another thread. */
  #lose(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const id of this.#waiting.keys()) this.#settle({ id });
  }
}
