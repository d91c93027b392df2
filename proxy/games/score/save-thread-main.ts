import { parentPort } from 'node:worker_threads';
import type { SaveJob, SaveOutcome } from './save-thread.js';
import { readSavedTurn } from './saved-turn.js';

/** The thread of SaveThread: each message is a save, each answer what was read of it. */
parentPort?.on('message', async ({ id, save }: SaveJob) => {
  // A save that makes no sense must not end the thread: it reads those of other games, too.
  const turn = await readSavedTurn(save).catch(() => undefined);
  parentPort?.postMessage({ id, turn } satisfies SaveOutcome);
});
