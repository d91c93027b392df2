import type { RawPacket } from './field.js';
import type { ClientPacketName, PacketName, PacketOf, ServerPacketName } from './generated/packets.js';
import type { Protocol } from './protocol.js';
import type { SharePacket } from './shared-packets.js';
import { type WirePacket, type WireSide, WireStream } from './wire-stream.js';

type SentBy<Peer extends WireSide> = Peer extends 'server' ? ServerPacketName : ClientPacketName;

/** Turns frames into packets and packets into frames for one connection, in the one form that all versions have here. */
export class PacketStream<Peer extends WireSide> {
  readonly #wire: WireStream;
  readonly #protocol: Protocol;
  readonly #isOurs: boolean;

  /** `peer` is the other end: `server` for our own connections, `client` in a test server, whose packets stay as sent. */
  constructor(protocol: Protocol, peer: Peer, share?: SharePacket) {
    this.#wire = new WireStream(protocol, peer, share);
    this.#protocol = protocol;
    this.#isOurs = peer === 'server';
  }

  /** Bytes left over behind the last field of received packets: not 0 means that the table is wrong. */
  get unreadBytes(): number {
    return this.#wire.unreadBytes;
  }

  /** The same by packet name; only packets that had some. */
  get unreadByPacket(): ReadonlyMap<string, number> {
    return this.#wire.unreadByPacket;
  }

  /** One whole frame, header included. Throws a ProtocolError; the stream cannot be used after that. */
  decode(frame: Buffer): PacketOf<SentBy<Peer>> {
    return this.inOwnForm(this.decodeWire(frame));
  }

  /** The same, in the form of its version. */
  decodeWire(frame: Buffer): WirePacket {
    return this.#wire.decode(frame);
  }

  /** A packet of `decodeWire` in the one form that all versions have here. */
  inOwnForm({ name, fields }: WirePacket): PacketOf<SentBy<Peer>> {
    return typed<SentBy<Peer>>(name, this.#isOurs ? this.#protocol.adapter.received(name, fields) : fields);
  }

  /** The frame of a packet with all `fields`. Throws a ProtocolError for a value that does not fit; nothing is sent then. */
  encode<K extends PacketName>(name: K, fields: PacketOf<K>['fields']): Buffer {
    const raw: RawPacket = { ...fields };
    return this.encodeWire(this.#isOurs ? this.#protocol.adapter.sent(name, raw) : { name, fields: raw });
  }

  /** The frame of a packet in the form of its version. */
  encodeWire(packet: WirePacket): Buffer {
    return this.#wire.encode(packet);
  }
}

/** The one place where compiled fields get their type: both come from the same packet tables. */
function typed<K extends PacketName>(name: string, fields: RawPacket): PacketOf<K> {
  return { name, fields } as unknown as PacketOf<K>;
}
