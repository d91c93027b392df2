import { Readable } from 'node:stream';

/**
 * The bytes of `source` for a peer, which is cut when more come while it has yet to read more than `maxUnread` bytes. The
 * source itself does not wait for its reader: what it writes to a peer that does not read would stay in memory.
 */
export function boundedStream(source: ReadableStream<Uint8Array>, maxUnread: number): Readable {
  const reader = source.getReader();
  const stream = new Readable({
    // The source decides when there are bytes.
    read: () => {},
    destroy(error, done) {
      reader.cancel().then(
        () => done(error),
        () => done(error),
      );
    },
  });
  const copy = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (stream.destroyed) return;
      if (done) {
        stream.push(null);
        return;
      }
      if (stream.readableLength > maxUnread) throw new Error('The peer does not read');
      stream.push(value);
    }
  };
  copy().catch((error: Error) => stream.destroy(error));
  return stream;
}
