import { RecordAppender } from '../../features/watching/recording/record-appender.js';
import type { RecordWriting } from '../../features/watching/recording/record-thread.js';

/** Appends records where it is called, without the thread that a proxy has for it. */
export function recordsAtOnce(): RecordWriting {
  const appender = new RecordAppender();
  return {
    async append(job, guard) {
      guard.checkOwned();
      return appender.append(job);
    },
  };
}
