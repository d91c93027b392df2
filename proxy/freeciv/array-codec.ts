import type { ByteReader, ByteWriter } from './bytes.js';
import { ProtocolError } from './errors.js';
import type { FieldCodec, RawPacket, ValueCodec } from './field.js';
import { camelCase, type DiffEnd, type FieldSpec, maxBytes } from './packet-table.js';

/** One dimension of an array field: its greatest length and, if the length varies, the field that carries it. */
export type Dimension = readonly [max: number, countField: string | undefined];
/** The part of a field codec that depends on the type of the field. */
export type FieldBody = Pick<FieldCodec, 'empty' | 'read' | 'write'>;

const DIFF_END = 255;
/** The longest array whose diff has indexes of one byte, in versions that also have such of two. */
const MAX_BYTE_INDEXED = 255;

/** The codec of a memory block: raw bytes, as many as its count field says. */
export function memoryBody(field: FieldSpec): FieldBody {
  const size = field.size?.at(-1);
  const name = camelCase(field.name);
  const dimension: Dimension = [maxBytes(field), Array.isArray(size) ? camelCase(size[1]) : undefined];
  return {
    empty: new Uint8Array(0),
    read: (r, packet) => r.bytes(elementCount(dimension, packet)),
    write: (w, packet) => {
      const bytes = packet[name];
      if (!(bytes instanceof Uint8Array)) throw new ProtocolError('bad_value', 'not bytes');
      expectLength(bytes.length, elementCount(dimension, packet));
      w.bytes(bytes);
    },
  };
}

/** The codec of an array field that is sent whole. ProtocolError when a count exceeds its dimension. */
export function arrayBody(
  name: string,
  element: ValueCodec<unknown>,
  dimensions: readonly Dimension[],
): FieldBody {
  return {
    empty: emptyArray(element, dimensions),
    read: (r, packet) => readArray(r, packet, element, dimensions),
    write: (w, packet) => writeArray(w, packet, packet[name], element, dimensions),
  };
}

function readArray(
  reader: ByteReader,
  packet: RawPacket,
  element: ValueCodec<unknown>,
  [dimension, ...inner]: readonly Dimension[],
): unknown {
  if (dimension === undefined) return element.read(reader);
  const count = elementCount(dimension, packet);
  const values: unknown[] = [];
  for (let i = 0; i < count; i += 1) values.push(readArray(reader, packet, element, inner));
  return values;
}

function writeArray(
  writer: ByteWriter,
  packet: RawPacket,
  value: unknown,
  element: ValueCodec<unknown>,
  [dimension, ...inner]: readonly Dimension[],
): void {
  if (dimension === undefined) {
    element.write(writer, value);
    return;
  }
  const values = asArray(value);
  expectLength(values.length, elementCount(dimension, packet));
  for (const item of values) writeArray(writer, packet, item, element, inner);
}

/** The codec of a diff array: only changed elements are sent, as (index, value) pairs, ended by an index without a value. */
export function diffArrayBody(
  name: string,
  element: ValueCodec<unknown>,
  dimensions: readonly Dimension[],
  diffEnd: DiffEnd,
): FieldBody {
  const length = dimensions[0]?.[0] ?? 0;
  const { end, readIndex, writeIndex } = diffIndexes(length, diffEnd);
  return {
    empty: emptyArray(element, dimensions),
    read: (r, _packet, previous) => {
      const values = [...asArray(previous)];
      for (let index = readIndex(r); index !== end; index = readIndex(r)) {
        if (index >= length) throw new ProtocolError('bad_value', `index ${index} in an array of ${length}`);
        values[index] = element.read(r);
      }
      return values;
    },
    write: (w, packet, previous) => {
      const before = asArray(previous);
      const values = asArray(packet[name]);
      expectLength(values.length, length);
      for (const [index, value] of values.entries()) {
        if (value === before[index]) continue;
        writeIndex(w, index);
        element.write(w, value);
      }
      writeIndex(w, end);
    },
  };
}

/** How the indexes of a diff array travel, and which one ends it. */
interface DiffIndexes {
  readonly end: number;
  readonly readIndex: (reader: ByteReader) => number;
  readonly writeIndex: (writer: ByteWriter, index: number) => void;
}

function diffIndexes(length: number, diffEnd: DiffEnd): DiffIndexes {
  const end = diffEnd === 'index_255' ? DIFF_END : length;
  return diffEnd === 'array_length' && length > MAX_BYTE_INDEXED
    ? { end, readIndex: (r) => r.u16(), writeIndex: (w, index) => w.u16(index) }
    : { end, readIndex: (r) => r.u8(), writeIndex: (w, index) => w.u8(index) };
}

function emptyArray(element: ValueCodec<unknown>, [dimension, ...inner]: readonly Dimension[]): unknown {
  if (dimension === undefined) return element.empty;
  const [max, countField] = dimension;
  return countField === undefined ? Array.from({ length: max }, () => emptyArray(element, inner)) : [];
}

function elementCount([max, countField]: Dimension, packet: RawPacket): number {
  if (countField === undefined) return max;
  const count = packet[countField];
  if (typeof count !== 'number')
    throw new Error(`the packet table counts by ${countField}, which is no number`);
  if (count < 0 || count > max)
    throw new ProtocolError('bad_value', `${count} elements where ${max} are allowed`);
  return count;
}

function asArray(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new ProtocolError('bad_value', 'not an array');
}

function expectLength(actual: number, expected: number): void {
  if (actual === expected) return;
  throw new ProtocolError('bad_value', `${actual} elements where ${expected} were announced`);
}
