import { ProtocolError } from './errors.js';
import type { RawPacket } from './field.js';
import type { PacketCodec } from './packet-codec.js';
import type { CodecSet } from './protocol.js';

/**
 * Packets that are remembered for one direction. The largest map of a game has 262,144 tiles; with it come units, cities and the relations of
 * players.
 */
const MAX_PACKETS = 500_000;
/** Frames from this size on count by their bytes: a city, a route, a nation with its leaders. A decoded packet takes ten times as much. */
const LARGE_FRAME_BYTES = 128;
/** All nations of a server take 1.5 MB, as many cities as a game may have 2.5 MB. */
const MAX_LARGE_BYTES = 16 << 20;

/** The packets of one type by key, and the size of the largest frame of each key that had a large one. */
interface TypePackets {
  readonly last: Map<unknown, RawPacket>;
  readonly large: Map<unknown, number>;
}

/** Bounds of a delta cache. */
export interface DeltaCacheLimits {
  readonly maxPackets: number;
  readonly maxLargeBytes: number;
}

/** The last packet of each type and key, in one direction, within bounds. Packets of a type that carries all fields are not kept. */
export class DeltaCache {
  readonly #byType = new Map<string, TypePackets>();
  readonly #limits: DeltaCacheLimits;
  #size = 0;
  #largeBytes = 0;

  constructor(limits: DeltaCacheLimits = { maxPackets: MAX_PACKETS, maxLargeBytes: MAX_LARGE_BYTES }) {
    this.#limits = limits;
  }

  /** How many packets are remembered. */
  get size(): number {
    return this.#size;
  }

  /** The last packets of one type by their key; live. */
  lastPackets(codec: PacketCodec): ReadonlyMap<unknown, RawPacket> {
    return this.#packets(codec.name).last;
  }

  /** Stores a packet whose frame had `bytes`, and deletes those it cancels. Throws a ProtocolError (`too_large`) beyond the limits. */
  remember(codec: PacketCodec, fields: RawPacket, { byName }: CodecSet, bytes: number): void {
    if (codec.delta) this.#keep(codec, fields, bytes);
    for (const name of codec.cancels) {
      const cancelled = byName.get(name);
      if (cancelled !== undefined) this.#cancel(name, cancelled.keyWhenCancelledBy(codec, fields));
    }
  }

  forget(codec: PacketCodec): void {
    const packets = this.#byType.get(codec.name);
    if (packets === undefined) return;
    this.#size -= packets.last.size;
    for (const bytes of packets.large.values()) this.#largeBytes -= bytes;
    this.#byType.delete(codec.name);
  }

  #keep(codec: PacketCodec, fields: RawPacket, bytes: number): void {
    const packets = this.#packets(codec.name);
    const key = codec.cacheKey(fields);
    const { size } = packets.last;
    packets.last.set(key, fields);
    this.#size += packets.last.size - size;
    if (this.#size > this.#limits.maxPackets)
      throw tooLarge(codec, `more than ${this.#limits.maxPackets} packets with keys of their own`);
    if (bytes >= LARGE_FRAME_BYTES) this.#countLarge(codec, packets.large, key, bytes);
  }

  /** A later packet under the key keeps what the large one brought, unless it brings that itself. */
  #countLarge(codec: PacketCodec, large: Map<unknown, number>, key: unknown, bytes: number): void {
    const before = large.get(key) ?? 0;
    if (bytes <= before) return;
    large.set(key, bytes);
    this.#largeBytes += bytes - before;
    if (this.#largeBytes > this.#limits.maxLargeBytes)
      throw tooLarge(codec, `more than ${this.#limits.maxLargeBytes} bytes in large packets`);
  }

  #cancel(name: string, key: unknown): void {
    const packets = this.#byType.get(name);
    if (packets?.last.delete(key) !== true) return;
    this.#size -= 1;
    this.#largeBytes -= packets.large.get(key) ?? 0;
    packets.large.delete(key);
  }

  #packets(name: string): TypePackets {
    let packets = this.#byType.get(name);
    if (packets === undefined) {
      packets = { last: new Map(), large: new Map() };
      this.#byType.set(name, packets);
    }
    return packets;
  }
}

function tooLarge({ name }: PacketCodec, what: string): ProtocolError {
  return new ProtocolError('too_large', what, { packet: name });
}
