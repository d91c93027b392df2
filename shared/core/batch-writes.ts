import type { Writable } from 'node:stream';

/**
 * Lets what is written to a stream at about the same time go out in one write: each system call costs more than the bytes.
 * Call the answered function before each write. `schedule` runs the flush: `setImmediate` collects the writes of one turn of
 * the event loop, `process.nextTick` those of what runs now.
 */
export function batchWrites(stream: Writable, schedule: (flush: () => void) => void): () => void {
  let isCorked = false;
  const flush = () => {
    isCorked = false;
    stream.uncork();
  };
  return () => {
    if (isCorked) return;
    isCorked = true;
    stream.cork();
    schedule(flush);
  };
}
