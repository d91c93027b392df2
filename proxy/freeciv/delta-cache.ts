import type { RawPacket } from './field.js';
import type { PacketCodec } from './packet-codec.js';

/** The last packet of each type and key, in one direction. Packets of a type that carries all fields are not kept. */
export class DeltaCache {
  readonly #byType = new Map<string, Map<unknown, RawPacket>>();

  /** The last packets of one type by their key; live. */
  lastPackets(codec: PacketCodec): ReadonlyMap<unknown, RawPacket> {
    return this.#packets(codec.name);
  }

  /** Keeps a packet that was sent or received, and drops what it takes the place of. */
  remember(codec: PacketCodec, fields: RawPacket): void {
    if (codec.delta) this.#packets(codec.name).set(codec.cacheKey(fields), fields);
    for (const cancelled of codec.cancels) this.#byType.get(cancelled)?.delete(codec.cancelKey(fields));
  }

  forget(codec: PacketCodec): void {
    this.#byType.delete(codec.name);
  }

  #packets(name: string): Map<unknown, RawPacket> {
    let packets = this.#byType.get(name);
    if (packets === undefined) {
      packets = new Map();
      this.#byType.set(name, packets);
    }
    return packets;
  }
}
