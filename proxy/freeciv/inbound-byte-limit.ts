import { ProtocolError } from './errors.js';

/** What a frame costs beside its bytes: it becomes a packet, whatever its size. */
export const FRAME_OVERHEAD_BYTES = 256;

/** A token bucket: its capacity in bytes, and the bytes it regains each second. */
export interface ByteRate {
  readonly burstBytes: number;
  readonly bytesPerSecond: number;
}

/** Far above a ruleset with the largest map, and above turns without a wait. */
const DEFAULT_BYTE_RATE: ByteRate = { burstBytes: 128 << 20, bytesPerSecond: 8 << 20 };

/** Limits the bytes of frames that a game server sends over one connection; compressed frames count inflated. */
export class InboundByteLimit {
  readonly #now: () => number;
  readonly #limits: ByteRate;
  #free: number;
  #at: number;

  /** `now` in milliseconds, on a clock that only goes forward. */
  constructor(now: () => number = () => performance.now(), limits: ByteRate = DEFAULT_BYTE_RATE) {
    this.#now = now;
    this.#limits = limits;
    this.#free = limits.burstBytes;
    this.#at = now();
  }

  /** Debits a frame. Throws a ProtocolError (`too_large`) when the limit is exceeded. */
  debit(bytes: number): void {
    this.#free -= bytes;
    if (this.#free >= 0) return;
    const { burstBytes, bytesPerSecond } = this.#limits;
    const now = this.#now();
    const earned = ((now - this.#at) / 1000) * bytesPerSecond;
    this.#free = Math.min(this.#free + earned, burstBytes);
    this.#at = now;
    if (this.#free < 0)
      throw new ProtocolError('too_large', `more than ${bytesPerSecond} bytes a second are told`);
  }
}
