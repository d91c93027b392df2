import { SaveThread } from './games/score/save-thread.js';
import type { ReadSavedTurn } from './games/score/saved-turn.js';
import { RecordThread, type RecordWriting } from './recording/record-thread.js';

/** What a proxy lets other threads do, so that its games do not wait for it. */
export interface BackgroundWork {
  /** Writes recordings and decision logs. */
  readonly writing: RecordWriting;
  /** Reads the scores of a turn from its save. */
  readonly readSavedTurn: ReadSavedTurn;
  /** Ends the threads. What is not written by then is lost. */
  close(): Promise<void>;
}

/** The threads of a proxy; each starts with its first work. */
export function backgroundThreads(): BackgroundWork {
  const records = new RecordThread();
  const saves = new SaveThread();
  return {
    writing: records,
    readSavedTurn: saves.read,
    close: async () => {
      await Promise.all([records.close(), saves.close()]);
    },
  };
}
