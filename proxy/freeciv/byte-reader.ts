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
