import { Readable } from 'node:stream';

/** The bytes of `source`, which does not wait for its reader; cut when more than `maxUnread` bytes are unread. */
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
