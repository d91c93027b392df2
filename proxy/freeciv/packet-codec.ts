import type { ByteReader } from './byte-reader.js';
import type { ByteWriter } from './byte-writer.js';
import { type FieldCodec, fieldCodec, type RawPacket } from './field-codec.js';
import type { PacketSpec, PacketTable } from './packet-table.js';
import { ProtocolError } from './protocol-error.js';
import { sameValue } from './same-value.js';

/** Where a packet without key fields is remembered. */
const NO_KEY = 0;

/** The compiled form of one packet type for one set of capabilities. */
export class PacketCodec {
  readonly id: number;
  readonly name: string;
  readonly from: PacketSpec['from'];
  /** Its cache is dropped when the connection gets or loses its player. */
  readonly gameInfo: boolean;
  readonly delta: boolean;
  readonly cancels: readonly string[];
  readonly #empty: RawPacket;
  readonly #keys: readonly FieldCodec[];
  readonly #body: readonly FieldCodec[];
  readonly #cacheKeys: readonly string[];

  constructor(spec: PacketSpec, table: PacketTable, capabilities: ReadonlySet<string>) {
    const fields = spec.fields
      .filter((field) => field.ifCap === undefined || capabilities.has(field.ifCap))
      .filter((field) => field.unlessCap === undefined || !capabilities.has(field.unlessCap))
      .map((field) => fieldCodec(field, table));
    this.id = spec.id;
    this.name = spec.name;
    this.from = spec.from;
    this.gameInfo = spec.info === 'game';
    this.delta = spec.delta !== false && fields.length > 0;
    this.cancels = spec.cancels ?? [];
    this.#empty = Object.fromEntries(fields.map((field) => [field.name, field.empty]));
    this.#keys = this.delta ? fields.filter((field) => field.key) : [];
    this.#body = this.delta ? fields.filter((field) => !field.key) : fields;
    this.#cacheKeys = (this.#keys.length > 0 ? this.#keys : fields.slice(0, 1)).map((field) => field.name);
  }

  /**
   * Under which key this packet is remembered. A packet without keys has one place of its own, yet what it
   * cancels in other types is found by its first field.
   */
  cacheKey(packet: RawPacket): unknown {
    return this.#keys.length === 0 ? NO_KEY : this.cancelKey(packet);
  }

  cancelKey(packet: RawPacket): unknown {
    const [first] = this.#cacheKeys;
    if (first !== undefined && this.#cacheKeys.length === 1) return packet[first];
    return this.#joined(this.#cacheKeys.map((name) => packet[name]));
  }

  /** Reads a body on top of the packet that `known` has under the key just read. */
  decode(reader: ByteReader, known: ReadonlyMap<unknown, RawPacket>): RawPacket {
    return this.delta ? this.#decodeDelta(reader, known) : this.#decodeWhole(reader);
  }

  #decodeWhole(reader: ByteReader): RawPacket {
    const packet = { ...this.#empty };
    for (const field of this.#body) packet[field.name] = this.#readField(field, reader, packet, field.empty);
    return packet;
  }

  #decodeDelta(reader: ByteReader, known: ReadonlyMap<unknown, RawPacket>): RawPacket {
    const present = this.#presence(reader);
    const keys: unknown[] = [];
    for (const field of this.#keys) keys.push(this.#readField(field, reader, this.#empty, field.empty));
    const packet = { ...(known.get(this.#joined(keys)) ?? this.#empty) };
    let nextKey = 0;
    for (const field of this.#keys) packet[field.name] = keys[nextKey++];
    for (let i = 0; i < this.#body.length; i += 1) {
      const field = this.#body[i];
      if (field === undefined) continue;
      const bit = (((present[i >> 3] ?? 0) >> (i & 7)) & 1) === 1;
      if (field.folded) packet[field.name] = bit;
      else if (bit) packet[field.name] = this.#readField(field, reader, packet, packet[field.name]);
      else if (field.countedBy !== undefined) this.#expectCount(field, packet);
    }
    return packet;
  }

  /** Writes a body: when this type travels as a delta, only what differs from the packet `known` has. */
  encode(writer: ByteWriter, packet: RawPacket, known: ReadonlyMap<unknown, RawPacket>): void {
    if (!this.delta) {
      for (const field of this.#body) this.#writeField(field, writer, packet, field.empty);
      return;
    }
    const previous = known.get(this.cacheKey(packet)) ?? this.#empty;
    const present = new Uint8Array((this.#body.length + 7) >> 3);
    const changed: FieldCodec[] = [];
    for (const [i, field] of this.#body.entries()) {
      const value = this.#value(field, packet);
      const bit = field.folded ? value === true : !sameValue(value, previous[field.name]);
      if (!bit) continue;
      present[i >> 3] = (present[i >> 3] ?? 0) | (1 << (i & 7));
      if (!field.folded) changed.push(field);
    }
    writer.bytes(present);
    for (const field of this.#keys) this.#writeField(field, writer, packet, field.empty);
    for (const field of changed) this.#writeField(field, writer, packet, previous[field.name]);
  }

  #readField(field: FieldCodec, reader: ByteReader, packet: RawPacket, previous: unknown): unknown {
    try {
      return field.read(reader, packet, previous);
    } catch (cause) {
      throw this.#placed(cause, field.wireName);
    }
  }

  #value(field: FieldCodec, packet: RawPacket): unknown {
    const value = packet[field.name];
    if (value !== undefined) return value;
    throw this.#placed(new ProtocolError('bad_value', 'the field is missing'), field.wireName);
  }

  #writeField(field: FieldCodec, writer: ByteWriter, packet: RawPacket, previous: unknown): void {
    this.#value(field, packet);
    try {
      field.write(writer, packet, previous);
    } catch (cause) {
      throw this.#placed(cause, field.wireName);
    }
  }

  #presence(reader: ByteReader): Uint8Array {
    try {
      return reader.view((this.#body.length + 7) >> 3);
    } catch (cause) {
      throw this.#placed(cause, 'presence bits');
    }
  }

  #joined(keys: readonly unknown[]): unknown {
    if (keys.length === 0) return NO_KEY;
    return keys.length === 1 ? keys[0] : keys.join();
  }

  /** A new count needs its array to travel too, or the packet would contradict itself. */
  #expectCount(field: FieldCodec, packet: RawPacket): void {
    const values = packet[field.name];
    const count = packet[field.countedBy ?? ''];
    if ((Array.isArray(values) || values instanceof Uint8Array) && values.length === count) return;
    throw this.#placed(
      new ProtocolError('bad_value', `${count} elements announced, none sent`),
      field.wireName,
    );
  }

  #placed(cause: unknown, field: string): unknown {
    if (!(cause instanceof ProtocolError)) return cause;
    return new ProtocolError(cause.code, cause.message, { packet: this.name, field }, cause);
  }
}
