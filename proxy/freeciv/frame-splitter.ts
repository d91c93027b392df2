import { inflateSync } from 'node:zlib';
import { ProtocolError } from './protocol-error.js';

const COMPRESSED_FROM = 16_385;
const JUMBO = 65_535;
const HEADER_BYTES = 2;
const JUMBO_HEADER_BYTES = 6;
const MIN_FRAME_BYTES = 3;

export interface FrameLimits {
  /** Bytes of one compressed block on the wire. */
  readonly maxBlockBytes: number;
  /** Bytes one block may inflate to. */
  readonly maxInflatedBytes: number;
}

/** A server compresses what it has queued as soon as that is more than 256 KiB; 1 MiB in newer versions. */
const defaultLimits: FrameLimits = { maxBlockBytes: 2 << 20, maxInflatedBytes: 8 << 20 };

/** Cuts a TCP stream into packet frames (length header included), whatever its chunks; inflates blocks. */
export class FrameSplitter {
  readonly #limits: FrameLimits;
  #chunks: Buffer[] = [];
  #buffered = 0;
  /** How many bytes the next frame or header needs, so that a large one is joined only once. */
  #needed = HEADER_BYTES;

  constructor(limits: FrameLimits = defaultLimits) {
    this.#limits = limits;
  }

  /** Calls `onFrame` for each frame that `chunk` completes. Frames are views, valid during the call. */
  push(chunk: Buffer, onFrame: (frame: Buffer) => void): void {
    this.#chunks.push(chunk);
    this.#buffered += chunk.length;
    if (this.#buffered < this.#needed) return;
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#buffered);
    const used = this.#split(bytes, onFrame);
    this.#chunks = used < bytes.length ? [bytes.subarray(used)] : [];
    this.#buffered = bytes.length - used;
  }

  #split(bytes: Buffer, onFrame: (frame: Buffer) => void): number {
    let offset = 0;
    for (;;) {
      const size = this.#blockSize(bytes, offset);
      this.#needed = size ?? HEADER_BYTES;
      if (size === undefined || bytes.length - offset < size) return offset;
      const length = bytes.readUInt16BE(offset);
      const block = bytes.subarray(offset, offset + size);
      if (length < COMPRESSED_FROM) onFrame(block);
      else this.#inflate(block.subarray(length === JUMBO ? JUMBO_HEADER_BYTES : HEADER_BYTES), onFrame);
      offset += size;
    }
  }

  /** Bytes of the block at `offset` (or of its header while that is not whole); undefined without a header. */
  #blockSize(bytes: Buffer, offset: number): number | undefined {
    const available = bytes.length - offset;
    if (available < HEADER_BYTES) return undefined;
    const length = bytes.readUInt16BE(offset);
    if (length < COMPRESSED_FROM) return atLeast(length, MIN_FRAME_BYTES);
    if (length !== JUMBO) return atLeast(length - COMPRESSED_FROM, MIN_FRAME_BYTES);
    if (available < JUMBO_HEADER_BYTES) return JUMBO_HEADER_BYTES;
    const size = bytes.readUInt32BE(offset + HEADER_BYTES);
    if (size > this.#limits.maxBlockBytes) {
      throw new ProtocolError(
        'too_large',
        `a block of ${size} bytes where ${this.#limits.maxBlockBytes} are allowed`,
      );
    }
    return atLeast(size, JUMBO_HEADER_BYTES + 1);
  }

  #inflate(compressed: Buffer, onFrame: (frame: Buffer) => void): void {
    const frames = inflate(compressed, this.#limits.maxInflatedBytes);
    let offset = 0;
    while (offset < frames.length) {
      const length = offset + HEADER_BYTES <= frames.length ? frames.readUInt16BE(offset) : 0;
      if (length < MIN_FRAME_BYTES || length >= COMPRESSED_FROM || offset + length > frames.length) {
        throw new ProtocolError('bad_length', `a frame of ${length} bytes inside a compressed block`);
      }
      onFrame(frames.subarray(offset, offset + length));
      offset += length;
    }
  }
}

function inflate(compressed: Buffer, maxOutputLength: number): Buffer {
  try {
    return inflateSync(compressed, { maxOutputLength });
  } catch (cause) {
    if (errorCode(cause) === 'ERR_BUFFER_TOO_LARGE')
      throw new ProtocolError(
        'too_large',
        `a block inflates to more than ${maxOutputLength} bytes`,
        {},
        cause,
      );
    throw new ProtocolError('inflate_failed', 'a compressed block does not inflate', {}, cause);
  }
}

function errorCode(cause: unknown): unknown {
  return cause instanceof Error && 'code' in cause ? cause.code : undefined;
}

function atLeast(length: number, least: number): number {
  if (length >= least) return length;
  throw new ProtocolError('bad_length', `a frame of ${length} bytes`);
}
