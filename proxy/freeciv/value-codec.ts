import type { ByteReader } from './byte-reader.js';
import type { ByteWriter } from './byte-writer.js';

/** How one value of a wire type travels. `read` and `write` move the cursor by the same bytes. */
export interface ValueCodec<T> {
  /** What a field holds before the first packet that carries it. */
  readonly empty: T;
  read(reader: ByteReader): T;
  write(writer: ByteWriter, value: T): void;
}
