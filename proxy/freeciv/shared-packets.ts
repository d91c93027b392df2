import { isDeepStrictEqual } from 'node:util';
import type { RawPacket } from './field.js';

/** Packets that are kept to be shared; the largest ruleset has 3,100. */
const MAX_PACKETS = 20_000;

/** Returns the packet that another connection got in the same place, where both are equal. */
export type SharePacket = (name: string, packet: RawPacket) => RawPacket;

/**
 * The packets of a ruleset, which a game server sends to all connections alike and in the same order: connections to one game share the
 * objects. A connection has to remember its packets, as later ones may be deltas to them, and without this each has 1 MB.
 */
export class SharedPackets {
  readonly #packets = new Map<string, RawPacket[]>();
  #count = 0;

  /** For a new connection. */
  forConnection(): SharePacket {
    const received = new Map<string, number>();
    return (name, packet) => {
      if (!name.startsWith('ruleset_')) return packet;
      // With it a ruleset begins, also another one.
      if (name === 'ruleset_control') received.clear();
      const place = received.get(name) ?? 0;
      received.set(name, place + 1);
      const ofType = this.#packets.get(name) ?? [];
      const known = ofType[place];
      if (known !== undefined && isDeepStrictEqual(known, packet)) return known;
      if (known !== undefined) ofType[place] = packet;
      else if (this.#count < MAX_PACKETS && place === ofType.length) {
        this.#count += 1;
        this.#packets.set(name, ofType);
        ofType.push(packet);
      }
      return packet;
    };
  }
}
