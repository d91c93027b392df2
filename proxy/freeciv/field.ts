import type { ByteReader } from './byte-reader.js';
import type { ByteWriter } from './byte-writer.js';

/** The fields of a packet while the codec works on it; typed by name where it leaves the codec. */
export type RawPacket = Record<string, unknown>;

/** How one field of a packet travels. `packet` holds the fields before it, array counts among them. */
export interface FieldCodec {
  readonly name: string;
  readonly wireName: string;
  readonly key: boolean;
  /** A plain bool in a delta packet has no body: its presence bit is its value. */
  readonly folded: boolean;
  readonly empty: unknown;
  /** The field that says how many elements this one has. */
  readonly countedBy: string | undefined;
  read(reader: ByteReader, packet: RawPacket, previous: unknown): unknown;
  write(writer: ByteWriter, packet: RawPacket, previous: unknown): void;
}
