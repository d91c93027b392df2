import { ProtocolError } from '../../../proxy/freeciv/errors.js';
import {
  type ByteRate,
  FRAME_OVERHEAD_BYTES,
  InboundByteLimit,
} from '../../../proxy/freeciv/inbound-byte-limit.js';
import type { Protocol } from '../../../proxy/freeciv/protocol.js';
import { type WirePacket, WireStream } from '../../../proxy/freeciv/wire-stream.js';

/** A client sends packets of at most this size, and never compressed ones. */
const MAX_FRAME_BYTES = 4096;
const MIN_FRAME_BYTES = 4;
const LENGTH_BYTES = 2;
/** Orders for every unit of a large nation at once, and 120 small packets a second. */
const CLIENT_RATE: ByteRate = { burstBytes: 512 << 10, bytesPerSecond: 32 << 10 };

/** The byte stream of a person's client after its login: every frame is decoded, whatever is sent is encoded anew. */
export class ClientStream {
  readonly #wire: WireStream;
  readonly #capabilities: ReadonlySet<string>;
  readonly #protocol: Protocol;
  readonly #capability: string;
  readonly #limit: InboundByteLimit;
  #received: Buffer = Buffer.alloc(0);

  /** `capability` is the client's own. `now` in milliseconds, on a clock that only goes forward. */
  constructor(protocol: Protocol, capability: string, now?: () => number) {
    this.#protocol = protocol;
    this.#capability = capability;
    this.#wire = new WireStream(protocol, 'client');
    this.#capabilities = new Set(capability.split(/\s+/).map((name) => name.replace(/^\+/, '')));
    this.#limit = new InboundByteLimit(now, CLIENT_RATE);
  }

  /** The client's own capability string. */
  get capability(): string {
    return this.#capability;
  }

  /** What the client lacks of the capabilities that our connections to game servers have; empty for released clients. */
  get missingCapabilities(): readonly string[] {
    return this.#protocol.capabilities.filter((name) => !this.#capabilities.has(name));
  }

  /** Adds bytes and answers the packets that are whole. Throws a ProtocolError; the stream cannot be used after that. */
  receive(bytes: Buffer): readonly WirePacket[] {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    const packets: WirePacket[] = [];
    let offset = 0;
    for (;;) {
      const left = this.#received.length - offset;
      if (left < LENGTH_BYTES) break;
      const length = this.#received.readUInt16BE(offset);
      if (length < MIN_FRAME_BYTES || length > MAX_FRAME_BYTES)
        throw new ProtocolError('bad_length', `a client sent a frame of ${length} bytes`);
      if (left < length) break;
      const packet = this.#wire.decode(this.#received.subarray(offset, offset + length));
      // Not the bytes of the frame: what has been sent before takes none in it.
      this.#limit.debit(FRAME_OVERHEAD_BYTES + writtenBytes(packet.fields));
      packets.push(packet);
      offset += length;
    }
    if (this.#wire.unreadBytes > 0)
      throw new ProtocolError('bad_length', 'a packet is longer than its fields');
    this.#received = Buffer.from(this.#received.subarray(offset));
    return packets;
  }

  /** The frame of a packet of the server for this client. */
  encode({ name, fields }: WirePacket): Buffer {
    return this.#wire.encode(name === 'server_join_reply' ? this.#joinReply(fields) : { name, fields });
  }

  /** The client knows the capabilities that both sides have, and does not try to prove that it runs on the server's machine. */
  #joinReply(fields: WirePacket['fields']): WirePacket {
    const shared = String(fields.capability)
      .split(/\s+/)
      .filter((name) => this.#capabilities.has(name.replace(/^\+/, '')));
    return {
      name: 'server_join_reply',
      fields: { ...fields, capability: shared.join(' '), challengeFile: '' },
    };
  }
}

/** What a number or a short text takes in the journal. */
const BYTES_OF_VALUE = 8;

/** About the bytes that the fields of a packet take in the journal. */
export function writtenBytes(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof Uint8Array) return (value.length * 4) / 3;
  if (value instanceof Set) return value.size * 2 * BYTES_OF_VALUE;
  if (typeof value !== 'object' || value === null) return BYTES_OF_VALUE;
  return Object.entries(value).reduce((sum, [name, part]) => sum + name.length + writtenBytes(part), 0);
}
