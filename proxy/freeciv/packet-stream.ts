import { ByteReader } from './byte-reader.js';
import { ByteWriter } from './byte-writer.js';
import type { RawPacket } from './field-codec.js';
import type { PacketName, PacketOf, ServerPacketName } from './generated/packets-3.0.js';
import type { PacketCodec } from './packet-codec.js';
import type { CodecSet, Protocol } from './protocol.js';
import { ProtocolError } from './protocol-error.js';

const LENGTH_BYTES = 2;

/** The last packet of each type and key, in one direction. */
type DeltaCache = Map<string, Map<unknown, RawPacket>>;

/** Turns frames into packets and packets into frames for one connection: all state the delta protocol has. */
export class PacketStream {
  /** Bytes left over behind the last field of decoded packets: not 0 means that the table is wrong. */
  unreadBytes = 0;
  readonly #protocol: Protocol;
  readonly #writer = new ByteWriter();
  readonly #received: DeltaCache = new Map();
  readonly #sent: DeltaCache = new Map();
  #codecs: CodecSet;
  #joined = false;
  #connectionId: number | undefined;
  #role = '';

  constructor(protocol: Protocol) {
    this.#protocol = protocol;
    this.#codecs = protocol.codecs([]);
  }

  /** One whole frame, header included. Throws a ProtocolError, after which the stream is of no more use. */
  decode(frame: Buffer): PacketOf<ServerPacketName> {
    const typeBytes = this.#joined ? 2 : 1;
    const id = new ByteReader(frame, LENGTH_BYTES)[this.#joined ? 'u16' : 'u8']();
    const codec = this.#codecs.byId[id];
    if (codec === undefined) throw new ProtocolError('unknown_packet', `there is no packet of type ${id}`);
    if (codec.from === 'client')
      throw new ProtocolError('unexpected_packet', 'only a client sends this', { packet: codec.name });
    const reader = new ByteReader(frame, LENGTH_BYTES + typeBytes);
    const fields = codec.decode(reader, (key) => this.#received.get(codec.name)?.get(key));
    this.unreadBytes += reader.remaining;
    remember(this.#received, codec, fields);
    const packet = typed(codec.name, fields);
    this.#followState(packet);
    return packet;
  }

  /** The frame of one packet; `fields` must be whole. Throws a ProtocolError when a value does not fit. */
  encode<K extends PacketName>(name: K, fields: PacketOf<K>['fields']): Buffer {
    const codec = this.#codecs.byName.get(name);
    if (codec === undefined) throw new ProtocolError('unknown_packet', `there is no packet ${name}`);
    const raw: RawPacket = Object.fromEntries(Object.entries(fields));
    this.#writer.u16(0);
    if (this.#joined) this.#writer.u16(codec.id);
    else this.#writer.u8(codec.id);
    codec.encode(this.#writer, raw, (key) => this.#sent.get(codec.name)?.get(key));
    const frame = this.#writer.finish();
    frame.writeUInt16BE(frame.length, 0);
    remember(this.#sent, codec, raw);
    if (codec.from !== 'client') this.#followState(typed(codec.name, raw));
    return frame;
  }

  /** What the server says that changes how later packets travel, in both directions. */
  #followState(packet: PacketOf<ServerPacketName>): void {
    if (packet.name === 'server_join_reply' && packet.fields.youCanJoin) {
      this.#joined = true;
      this.#connectionId = packet.fields.connId;
      this.#codecs = this.#protocol.codecs(packet.fields.capability.split(/\s+/).map(withoutMark));
    }
    if (packet.name === 'conn_info' && packet.fields.id === this.#connectionId) {
      const role = `${packet.fields.playerNum} ${packet.fields.observer}`;
      if (role === this.#role) return;
      this.#role = role;
      this.#forgetGame();
    }
  }

  #forgetGame(): void {
    for (const codec of this.#codecs.byName.values()) {
      if (!codec.gameInfo) continue;
      this.#received.delete(codec.name);
      this.#sent.delete(codec.name);
    }
  }
}

function remember(cache: DeltaCache, codec: PacketCodec, fields: RawPacket): void {
  if (codec.delta) {
    let packets = cache.get(codec.name);
    if (packets === undefined) {
      packets = new Map();
      cache.set(codec.name, packets);
    }
    packets.set(codec.cacheKey(fields), fields);
  }
  for (const cancelled of codec.cancels) cache.get(cancelled)?.delete(codec.cancelKey(fields));
}

/** A mandatory capability is marked with a plus. */
function withoutMark(capability: string): string {
  return capability.replace(/^\+/, '');
}

/** The one place where compiled fields get their type: both come from the same packet table. */
function typed(name: string, fields: RawPacket): PacketOf<ServerPacketName> {
  return { name, fields } as unknown as PacketOf<ServerPacketName>;
}
