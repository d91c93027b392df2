import type { Worker } from 'node:worker_threads';
import { diskReason } from '#shared/core/disk/disk-error.js';
import { startThread } from '#shared/core/thread.js';
import type { WriteGuard } from '../../../proxy/games/disk/write-guard.js';
import type { RecordJob } from './record-appender.js';

/** Appends records to open files. */
export interface RecordWriting {
  /**
   * Resolves with the bytes that were appended. `guard` is asked directly before. Rejects when the disk refuses; the file then
   * needs a record that begins a segment. One call at a time for a file, which stays open until it has settled.
   */
  append(job: RecordJob, guard: WriteGuard): Promise<number>;
}

/** What became of a job: the bytes that were appended, or why they were not. */
export type RecordOutcome =
  | { readonly bytes: number }
  | { readonly problem: string; readonly code: string | undefined };

interface WaitingJob {
  readonly job: RecordJob;
  readonly guard: WriteGuard;
  resolve(bytes: number): void;
  reject(cause: unknown): void;
}

/** Jobs are gathered for this long, over all files: to wake a thread costs more than what a job does to ours. */
const GATHER_MS = 40;

/**
 * Compresses, hashes and appends the records of all files on one thread of its own, which gets the jobs in batches. The next batch follows when that is written, so that a slow disk lets no job get old after its guard was asked.
 */
export class RecordThread implements RecordWriting {
  #worker: Worker | undefined;
  #waiting: WaitingJob[] = [];
  /** Those of the batch that the thread has. */
  #given: readonly WaitingJob[] = [];
  #timer: NodeJS.Timeout | undefined;

  append(job: RecordJob, guard: WriteGuard): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, guard, resolve, reject });
      this.#giveSoon();
    });
  }

  /** Ends the thread. What is not written is lost: close the files before. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #giveSoon(): void {
    if (this.#waiting.length > 0 && this.#given.length === 0)
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#give();
      }, GATHER_MS);
  }

  #give(): void {
    const batch = this.#waiting.filter(isOwned);
    this.#waiting = [];
    if (batch.length === 0) return;
    this.#given = batch;
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#worker.postMessage(batch.map(({ job }) => job));
  }

  #start(): Worker {
    const worker = startThread(import.meta.url, 'record-thread-main');
    worker.on('message', (outcomes: readonly RecordOutcome[]) => this.#settle(outcomes));
    worker.on('error', (error) => this.#lose(worker, error));
    worker.on('exit', () => this.#lose(worker, new Error('the thread of recordings has ended')));
    return worker;
  }

  #settle(outcomes: readonly RecordOutcome[]): void {
    const given = this.#given;
    this.#given = [];
    // It does not keep the process alive while it has nothing to do.
    this.#worker?.unref();
    for (const [at, { resolve, reject }] of given.entries()) {
      const outcome = outcomes[at] ?? { problem: 'the thread of recordings gave no answer', code: undefined };
      if ('bytes' in outcome) resolve(outcome.bytes);
      else reject(Object.assign(new Error(outcome.problem), { code: outcome.code }));
    }
    this.#giveSoon();
  }

  /** The next batch begins another thread. */
  #lose(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#settle(this.#given.map(() => ({ problem: diskReason(error), code: undefined })));
  }
}

function isOwned({ guard, reject }: WaitingJob): boolean {
  try {
    guard.checkOwned();
    return true;
  } catch (error) {
    reject(error);
    return false;
  }
}
