import { parentPort } from 'node:worker_threads';
import type { SaveJob, SaveOutcome } from './save-thread.js';
import { savesHere } from './saved-turn.js';

/** The thread of SaveThread: each message is a save or the folders of saves, each answer what was read of it. */
parentPort?.on('message', async ({ id, ...job }: SaveJob) => {
  // A save that makes no sense must not end the thread: it reads those of other games, too.
  const outcome = await outcomeOf(job).catch(() => ({}));
  parentPort?.postMessage({ id, ...outcome } satisfies SaveOutcome);
});

async function outcomeOf({ save, look }: Omit<SaveJob, 'id'>): Promise<Omit<SaveOutcome, 'id'>> {
  if (look !== undefined) return { found: await savesHere.bring(look.folders, look.tried) };
  return save === undefined ? {} : { turn: await savesHere.read(save) };
}
