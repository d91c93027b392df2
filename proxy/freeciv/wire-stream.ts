import { ByteReader, ByteWriter } from './bytes.js';
import { DeltaCache } from './delta-cache.js';
import { ProtocolError } from './errors.js';
import type { RawPacket } from './field.js';
import type { PacketCodec } from './packet-codec.js';
import type { CodecSet, Protocol } from './protocol.js';
import type { SharePacket } from './shared-packets.js';

const LENGTH_BYTES = 2;
/** Either side reads packets into a buffer of this size. */
const MAX_FRAME_BYTES = 4096;
/** Player numbers from this one on mean no player. */
export const MAX_PLAYER_SLOTS = 160;

/** What a server sends before it lets a client in; of all else a client has no use before that. */
const BEFORE_JOIN: ReadonlySet<string> = new Set([
  ...['processing_started', 'processing_finished', 'server_join_reply', 'authentication_req', 'server_info'],
  ...['chat_msg', 'early_chat_msg', 'connect_msg', 'conn_ping', 'server_shutdown'],
]);

/** The end of a connection that sends a packet. */
export type WireSide = 'server' | 'client';

/** A packet in the form in which its version sends it, under our names. */
export interface WirePacket {
  readonly name: string;
  readonly fields: RawPacket;
}

/** Turns frames into packets of their version and back for one connection: all state the delta protocol has. */
export class WireStream {
  readonly #protocol: Protocol;
  readonly #peer: WireSide;
  readonly #share: SharePacket;
  #unreadBytes = 0;
  readonly #unreadByPacket = new Map<string, number>();
  readonly #writer = new ByteWriter();
  readonly #received = new DeltaCache();
  readonly #sent = new DeltaCache();
  #codecs: CodecSet;
  #joined = false;
  #connectionId: unknown;
  #role = `${MAX_PLAYER_SLOTS} false`;

  /** `peer` is the other end: `server` for our own connections, `client` in a test server. `share` may replace a received packet by an equal one. */
  constructor(protocol: Protocol, peer: WireSide, share: SharePacket = (_name, packet) => packet) {
    this.#share = share;
    this.#protocol = protocol;
    this.#peer = peer;
    this.#codecs = protocol.initialCodecs;
  }

  /** Bytes left over behind the last field of received packets: not 0 means that the table is wrong. */
  get unreadBytes(): number {
    return this.#unreadBytes;
  }

  /** The same by packet name; only packets that had some. */
  get unreadByPacket(): ReadonlyMap<string, number> {
    return this.#unreadByPacket;
  }

  /** One whole frame, header included. Throws a ProtocolError; the stream cannot be used after that. */
  decode(frame: Buffer): WirePacket {
    const reader = new ByteReader(frame, LENGTH_BYTES);
    const id = this.#joined ? reader.u16() : reader.u8();
    const codec = this.#codecs.byId[id];
    if (codec === undefined) throw new ProtocolError('unknown_packet', `there is no packet of type ${id}`);
    if (codec.from !== 'both' && codec.from !== this.#peer)
      throw new ProtocolError('unexpected_packet', `only a ${codec.from} sends this`, { packet: codec.name });
    if (!this.#joined && this.#peer === 'server' && !BEFORE_JOIN.has(codec.name))
      throw new ProtocolError('unexpected_packet', 'before the join reply', { packet: codec.name });
    const fields = this.#share(codec.name, codec.decode(reader, this.#received.lastPackets(codec)));
    if (reader.remaining > 0) this.#countUnread(codec.name, reader.remaining);
    this.#received.remember(codec, fields, this.#codecs, frame.length);
    this.#followState(codec, fields);
    return { name: codec.name, fields };
  }

  /** The frame of a packet with all `fields`. Throws a ProtocolError for a value that does not fit; nothing is sent then. */
  encode({ name, fields }: WirePacket): Buffer {
    const codec = this.#codecs.byName.get(name);
    if (codec === undefined) throw new ProtocolError('unknown_packet', `there is no packet ${name}`);
    this.#writer.clear();
    this.#writer.u16(0);
    if (this.#joined) this.#writer.u16(codec.id);
    else this.#writer.u8(codec.id);
    codec.encode(this.#writer, fields, this.#sent.lastPackets(codec));
    const frame = this.#writer.copy();
    if (frame.length > MAX_FRAME_BYTES)
      throw new ProtocolError('too_large', `${frame.length} bytes where ${MAX_FRAME_BYTES} are allowed`, {
        packet: codec.name,
      });
    frame.writeUInt16BE(frame.length, 0);
    this.#sent.remember(codec, fields, this.#codecs, frame.length);
    this.#followState(codec, fields);
    return frame;
  }

  #countUnread(name: string, bytes: number): void {
    this.#unreadBytes += bytes;
    this.#unreadByPacket.set(name, (this.#unreadByPacket.get(name) ?? 0) + bytes);
  }

  /** Applies packets of the server that change the encoding of later packets, in both directions. */
  #followState({ name }: PacketCodec, fields: RawPacket): void {
    if (name === 'server_join_reply') this.#followJoin(fields);
    if (name === 'conn_info') this.#followRole(fields);
  }

  #followJoin({ youCanJoin, connId, capability }: RawPacket): void {
    if (this.#joined)
      throw new ProtocolError('unexpected_packet', 'joined already', { packet: 'server_join_reply' });
    if (youCanJoin !== true) return;
    this.#joined = true;
    this.#connectionId = connId;
    this.#codecs = this.#protocol.codecs(String(capability).split(/\s+/).map(withoutMark));
  }

  #followRole({ id, playerNum, observer }: RawPacket): void {
    if (id !== this.#connectionId) return;
    const role = `${playerNum} ${observer}`;
    if (role === this.#role) return;
    this.#role = role;
    // Losing a role leaves the caches as they are; only the next one begins anew.
    if (Number(playerNum) < MAX_PLAYER_SLOTS || observer === true) this.#forgetGame();
  }

  #forgetGame(): void {
    for (const codec of this.#codecs.byName.values()) {
      if (!codec.gameInfo) continue;
      this.#received.forget(codec);
      this.#sent.forget(codec);
    }
  }
}

/** A mandatory capability is marked with a plus. */
function withoutMark(capability: string): string {
  return capability.replace(/^\+/, '');
}
