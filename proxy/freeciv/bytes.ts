import { ProtocolError } from './errors.js';

const NUL = 0;
const ASCII_LIMIT = 0x80;

/** A bounded cursor over one packet's bytes. Every read past the end is a `truncated` ProtocolError. */
export class ByteReader {
  readonly #bytes: Buffer;
  #offset: number;

  constructor(bytes: Buffer, offset: number) {
    this.#bytes = bytes;
    this.#offset = offset;
  }

  get remaining(): number {
    return this.#bytes.length - this.#offset;
  }

  u8(): number {
    const value = this.#bytes[this.#offset];
    if (value === undefined) throw truncated();
    this.#offset += 1;
    return value;
  }

  i8(): number {
    return (this.u8() << 24) >> 24;
  }

  bool(): boolean {
    const value = this.u8();
    if (value > 1) throw new ProtocolError('bad_value', `${value} where 0 or 1 are allowed`);
    return value === 1;
  }

  u16(): number {
    return this.#bytes.readUInt16BE(this.#advance(2));
  }

  i16(): number {
    return this.#bytes.readInt16BE(this.#advance(2));
  }

  u32(): number {
    return this.#bytes.readUInt32BE(this.#advance(4));
  }

  i32(): number {
    return this.#bytes.readInt32BE(this.#advance(4));
  }

  /** A copy: the packet outlives the network buffer it came in. */
  bytes(length: number): Uint8Array {
    const start = this.#advance(length);
    return new Uint8Array(this.#bytes.subarray(start, start + length));
  }

  /** Passes over bytes that `byteAt` is asked for later; where they start. */
  skip(length: number): number {
    return this.#advance(length);
  }

  /** A byte that has been passed; 0 outside the packet. */
  byteAt(offset: number): number {
    return this.#bytes[offset] ?? 0;
  }

  /** A view into the network buffer, valid while the packet is being decoded. */
  view(length: number): Buffer {
    const start = this.#advance(length);
    return this.#bytes.subarray(start, start + length);
  }

  /** NUL-terminated UTF-8 of at most `limit` bytes, the NUL included. */
  string(limit: number): string {
    const start = this.#offset;
    let end = start;
    let ascii = true;
    for (;;) {
      const byte = this.#bytes[end];
      if (byte === undefined) throw truncated();
      if (byte === NUL) break;
      if (byte >= ASCII_LIMIT) ascii = false;
      end += 1;
    }
    if (end - start >= limit) {
      throw new ProtocolError(
        'bad_string',
        `a string of ${end - start} bytes where ${limit - 1} are allowed`,
      );
    }
    this.#offset = end + 1;
    if (end === start) return '';
    return this.#bytes.toString(ascii ? 'latin1' : 'utf8', start, end);
  }

  #advance(length: number): number {
    const start = this.#offset;
    if (start + length > this.#bytes.length) throw truncated();
    this.#offset = start + length;
    return start;
  }
}

function truncated(): ProtocolError {
  return new ProtocolError('truncated', 'the packet ends inside a field');
}

/** Whether bit `at` of the presence bits that begin at byte `presence` of the packet is set. */
export function isPresent(reader: ByteReader, presence: number, at: number): boolean {
  return ((reader.byteAt(presence + (at >> 3)) >> (at & 7)) & 1) === 1;
}

/** The number of the lowest set bit; `bits` must not be 0. */
export function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

/** Grows as needed; `copy` hands out what was written since `clear`. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(1024);
  #length = 0;

  u8(value: number): void {
    const start = this.#claim(1);
    this.#bytes.writeUInt8(inRange(value, 0, 0xff), start);
  }

  i8(value: number): void {
    const start = this.#claim(1);
    this.#bytes.writeInt8(inRange(value, -0x80, 0x7f), start);
  }

  u16(value: number): void {
    const start = this.#claim(2);
    this.#bytes.writeUInt16BE(inRange(value, 0, 0xffff), start);
  }

  i16(value: number): void {
    const start = this.#claim(2);
    this.#bytes.writeInt16BE(inRange(value, -0x8000, 0x7fff), start);
  }

  u32(value: number): void {
    const start = this.#claim(4);
    this.#bytes.writeUInt32BE(inRange(value, 0, 0xffff_ffff), start);
  }

  i32(value: number): void {
    const start = this.#claim(4);
    this.#bytes.writeInt32BE(inRange(value, -0x8000_0000, 0x7fff_ffff), start);
  }

  bytes(value: Uint8Array): void {
    const start = this.#claim(value.length);
    this.#bytes.set(value, start);
  }

  /** NUL-terminated UTF-8; throws a ProtocolError when it has more than `limit - 1` bytes or holds a NUL. */
  string(value: string, limit: number): void {
    const length = Buffer.byteLength(value, 'utf8');
    if (length >= limit) {
      throw new ProtocolError('bad_string', `a string of ${length} bytes where ${limit - 1} are allowed`);
    }
    if (value.includes('\0')) throw new ProtocolError('bad_string', 'a string with a NUL inside');
    const start = this.#claim(length + 1);
    this.#bytes.write(value, start, length, 'utf8');
    this.#bytes[start + length] = 0;
  }

  clear(): void {
    this.#length = 0;
  }

  copy(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length));
  }

  /** Where the next `length` bytes go. May move all bytes to a larger buffer: claim first, then look it up. */
  #claim(length: number): number {
    const start = this.#length;
    const needed = start + length;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, start);
      this.#bytes = larger;
    }
    this.#length = needed;
    return start;
  }
}

function inRange(value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new ProtocolError('bad_value', `${value} is not a whole number from ${min} to ${max}`);
}
