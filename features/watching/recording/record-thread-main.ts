import { parentPort } from 'node:worker_threads';
import { errorCode } from '#shared/core/disk/disk-error.js';
import { RecordAppender, type RecordJob } from './record-appender.js';
import type { RecordOutcome } from './record-thread.js';

/** The thread of RecordThread: each message is a batch of jobs, each answer their outcomes in the same order. */
const appender = new RecordAppender();

parentPort?.on('message', (jobs: readonly RecordJob[]) => parentPort?.postMessage(jobs.map(outcomeOf)));

function outcomeOf(job: RecordJob): RecordOutcome {
  try {
    return { bytes: appender.append(job) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), code: errorCode(error) };
  }
}
