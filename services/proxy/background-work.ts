import { RecordThread, type RecordWriting } from '../../features/watching/recording/record-thread.js';
import { SaveThread } from '../../proxy/games/score/save-thread.js';
import type { SaveReader } from '../../proxy/games/score/saved-turn.js';

/** What a proxy lets other threads do, so that its games do not wait for it. */
export interface BackgroundWork {
  /** Writes recordings and decision logs. */
  readonly writing: RecordWriting;
  /** Copies the saves of game servers, and reads the scores of their turns. */
  readonly saves: SaveReader;
  /** Ends the threads. What is not written by then is lost. */
  close(): Promise<void>;
}

/** The threads of a proxy; each starts with its first work. */
export function backgroundThreads(): BackgroundWork {
  const records = new RecordThread();
  const saves = new SaveThread();
  return {
    writing: records,
    saves,
    close: async () => {
      await Promise.all([records.close(), saves.close()]);
    },
  };
}
