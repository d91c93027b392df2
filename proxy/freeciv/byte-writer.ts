import { ProtocolError } from './errors.js';

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
