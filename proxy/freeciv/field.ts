import type { ByteReader, ByteWriter } from './bytes.js';
import { ProtocolError, type ProtocolErrorPlace } from './errors.js';

/** How one value of a wire type travels. `read` and `write` move the cursor by the same bytes. */
export interface ValueCodec<T> {
  /** What a field holds before the first packet that carries it. */
  readonly empty: T;
  read(reader: ByteReader): T;
  write(writer: ByteWriter, value: T): void;
}

/** The fields of a packet while the codec works on it; typed by name where it leaves the codec. */
export type RawPacket = Record<string, unknown>;

/** How one field of a packet travels. `packet` holds the fields before it, array counts among them. */
export interface FieldCodec {
  readonly name: string;
  readonly wireName: string;
  readonly key: boolean;
  /** A plain bool in a delta packet has no body: its presence bit is its value. */
  readonly foldedIntoHeader: boolean;
  readonly empty: unknown;
  /** The field that says how many elements this one has. */
  readonly countField: string | undefined;
  read(reader: ByteReader, packet: RawPacket, previous: unknown): unknown;
  write(writer: ByteWriter, packet: RawPacket, previous: unknown): void;
}

/** A field of the packet type `packet`, whose errors say so. */
export function withErrorPlace(field: FieldCodec, packet: string): FieldCodec {
  const place = { packet, field: field.wireName };
  return {
    ...field,
    read: (reader, fields, previous) => {
      try {
        return field.read(reader, fields, previous);
      } catch (cause) {
        throw atPlace(cause, place);
      }
    },
    write: (writer, fields, previous) => {
      if (fields[field.name] === undefined)
        throw new ProtocolError('bad_value', 'the field is missing', place);
      try {
        field.write(writer, fields, previous);
      } catch (cause) {
        throw atPlace(cause, place);
      }
    },
  };
}

/** `cause` with its place, when it is a ProtocolError; anything else is a bug and stays what it is. */
export function atPlace(cause: unknown, place: ProtocolErrorPlace): unknown {
  return cause instanceof ProtocolError ? new ProtocolError(cause.code, cause.message, place, cause) : cause;
}

/** Whether two field values are the same on the wire. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Set && b instanceof Set) return a.size === b.size && [...a].every((flag) => b.has(flag));
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((value, i) => isSameValue(value, b[i]));
  }
  const left = Object.entries(a);
  const right = new Map(Object.entries(b));
  return left.length === right.size && left.every(([name, value]) => isSameValue(value, right.get(name)));
}
