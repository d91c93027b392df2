import { inflateSync } from 'node:zlib';
import { ProtocolError } from './errors.js';
import { FRAME_OVERHEAD_BYTES } from './inbound-byte-limit.js';

const COMPRESSION_BORDER = 16_385;
const JUMBO_LENGTH = 65_535;
const HEADER_BYTES = 2;
const JUMBO_HEADER_BYTES = 6;
const MIN_FRAME_BYTES = 3;

/** Bounds of compressed blocks. A block that exceeds one is a `too_large` ProtocolError. */
export interface InflateLimits {
  readonly maxBlockBytes: number;
  readonly maxInflatedBytes: number;
  /** Inflated bytes for each compressed one, in blocks that inflate to more than `RATIO_FREE_BYTES`. */
  readonly maxRatio: number;
}

/** A server compresses 256 KiB (1 MiB in newer versions) or a little more; recorded blocks inflate at most six times. */
const DEFAULT_LIMITS: InflateLimits = { maxBlockBytes: 2 << 20, maxInflatedBytes: 4 << 20, maxRatio: 100 };

/** Small blocks may be anything: of few packets that are all alike. */
const MIN_RATIO_CHECKED_BYTES = 256 << 10;

/** Chunks that wait for the rest of a frame; more are joined, because each costs more than a byte that it carries. */
const MAX_CHUNKS = 1024;

/** Takes a frame; it is a view, valid during the call. */
export type FrameListener = (frame: Buffer) => void;

/** Cuts a TCP stream into packet frames, their header included; inflates one block at a time, when it is wanted. */
export class FrameSplitter {
  readonly #limits: InflateLimits;
  #chunks: Buffer[] = [];
  #buffered = 0;
  /** How many bytes the next frame or header needs, so that a large one is joined only once. */
  #needed = HEADER_BYTES;
  /** What is used of them. */
  #offset = 0;
  /** What is left of the block that was inflated last. */
  #inflated: Buffer = Buffer.alloc(0);

  constructor(limits: InflateLimits = DEFAULT_LIMITS) {
    this.#limits = limits;
  }

  push(chunk: Buffer, onFrame: FrameListener): void {
    this.append(chunk);
    while (this.drain(onFrame));
  }

  /** Takes what came; `take` hands out its frames. */
  append(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#buffered += chunk.length;
    if (this.#chunks.length > MAX_CHUNKS) this.#joined();
  }

  /** Bytes of a frame or block whose rest has not come, or that was not handed out yet. */
  get pendingBytes(): number {
    return this.#buffered - this.#offset + this.#inflated.length;
  }

  /** Hands out frames up to about `budget` (bytes and `FRAME_OVERHEAD_BYTES` each). False when no whole frame is left. */
  drain(onFrame: FrameListener, budget = Number.POSITIVE_INFINITY): boolean {
    let left = this.#takeInflated(onFrame, budget);
    let hasInflated = false;
    while (left > 0) {
      const block = this.#nextBlock();
      if (block === undefined) return false;
      const isPlain = block.readUInt16BE(0) < COMPRESSION_BORDER;
      if (!isPlain && hasInflated) return true;
      this.#skip(block.length);
      if (isPlain) {
        left -= block.length + FRAME_OVERHEAD_BYTES;
        onFrame(block);
      } else {
        hasInflated = true;
        this.#inflated = this.#inflate(block);
        left = this.#takeInflated(onFrame, left);
      }
    }
    return true;
  }

  /** The next frame or compressed block, header included; undefined while it is not whole. */
  #nextBlock(): Buffer | undefined {
    const available = this.#buffered - this.#offset;
    if (available < this.#needed) return undefined;
    const bytes = this.#joined();
    const size = this.#blockSize(bytes, this.#offset);
    this.#needed = size ?? HEADER_BYTES;
    if (size === undefined || available < size) return undefined;
    return bytes.subarray(this.#offset, this.#offset + size);
  }

  #joined(): Buffer {
    const [first] = this.#chunks;
    if (first !== undefined && this.#chunks.length === 1) return first;
    const bytes = Buffer.concat(this.#chunks, this.#buffered).subarray(this.#offset);
    this.#chunks = [bytes];
    this.#buffered = bytes.length;
    this.#offset = 0;
    return bytes;
  }

  #skip(bytes: number): void {
    this.#offset += bytes;
    this.#needed = HEADER_BYTES;
    if (this.#offset < this.#buffered) return;
    this.#chunks = [];
    this.#buffered = 0;
    this.#offset = 0;
  }

  /** Bytes of the block at `offset` (or of its header while that is not whole); undefined without a header. */
  #blockSize(bytes: Buffer, offset: number): number | undefined {
    const available = bytes.length - offset;
    if (available < HEADER_BYTES) return undefined;
    const length = bytes.readUInt16BE(offset);
    if (length < COMPRESSION_BORDER) return atLeast(length, MIN_FRAME_BYTES);
    if (length !== JUMBO_LENGTH) return atLeast(length - COMPRESSION_BORDER, MIN_FRAME_BYTES);
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

  /** Hands out frames of the inflated block; answers what is left of the budget, above 0 when none is left in it. */
  #takeInflated(onFrame: FrameListener, budget: number): number {
    let left = budget;
    while (this.#inflated.length > 0 && left > 0) {
      const frames = this.#inflated;
      const length = frames.length >= HEADER_BYTES ? frames.readUInt16BE(0) : 0;
      if (length < MIN_FRAME_BYTES || length >= COMPRESSION_BORDER || length > frames.length)
        throw new ProtocolError('bad_length', `a frame of ${length} bytes inside a compressed block`);
      this.#inflated = frames.subarray(length);
      left -= length + FRAME_OVERHEAD_BYTES;
      onFrame(frames.subarray(0, length));
    }
    return this.#inflated.length > 0 ? 0 : Math.max(left, 0);
  }

  #inflate(block: Buffer): Buffer {
    const { maxInflatedBytes, maxRatio } = this.#limits;
    const header = block.readUInt16BE(0) === JUMBO_LENGTH ? JUMBO_HEADER_BYTES : HEADER_BYTES;
    const frames = inflate(block.subarray(header), maxInflatedBytes);
    if (frames.length <= MIN_RATIO_CHECKED_BYTES || frames.length <= block.length * maxRatio) return frames;
    throw new ProtocolError('too_large', `a block of ${block.length} bytes inflates to ${frames.length}`);
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
