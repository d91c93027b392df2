import type { ByteReader } from './byte-reader.js';
import type { ByteWriter } from './byte-writer.js';
import { type FieldCodec, fieldCodec, type RawPacket } from './field-codec.js';
import type { PacketSpec, PacketTable } from './packet-table.js';
import { ProtocolError } from './protocol-error.js';
import { sameValue } from './same-value.js';

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
    return this.#keys.length === 0 ? 0 : this.cancelKey(packet);
  }

  cancelKey(packet: RawPacket): unknown {
    const [first, ...more] = this.#cacheKeys;
    if (first === undefined) return 0;
    return more.length === 0 ? packet[first] : this.#cacheKeys.map((name) => packet[name]).join();
  }

  /** Reads a body; `recall` finds the last packet with the key just read. */
  decode(reader: ByteReader, recall: (key: unknown) => RawPacket | undefined): RawPacket {
    if (!this.delta) {
      const packet = { ...this.#empty };
      for (const field of this.#body)
        packet[field.name] = this.#readField(field, reader, packet, field.empty);
      return packet;
    }
    const present = this.#named('presence bits', () => reader.view((this.#body.length + 7) >> 3));
    const keyed: RawPacket = {};
    for (const field of this.#keys) keyed[field.name] = this.#readField(field, reader, keyed, field.empty);
    const packet: RawPacket = { ...(recall(this.cacheKey(keyed)) ?? this.#empty), ...keyed };
    for (let i = 0; i < this.#body.length; i += 1) {
      const field = this.#body[i];
      if (field === undefined) continue;
      const bit = (((present[i >> 3] ?? 0) >> (i & 7)) & 1) === 1;
      if (field.folded) packet[field.name] = bit;
      else if (bit) packet[field.name] = this.#readField(field, reader, packet, packet[field.name]);
    }
    return packet;
  }

  /** Writes a body: only what differs from `recall`'s packet when this type travels as a delta. */
  encode(writer: ByteWriter, packet: RawPacket, recall: (key: unknown) => RawPacket | undefined): void {
    if (!this.delta) {
      for (const field of this.#body) this.#writeField(field, writer, packet, field.empty);
      return;
    }
    const previous = recall(this.cacheKey(packet)) ?? this.#empty;
    const present = new Uint8Array((this.#body.length + 7) >> 3);
    const changed: FieldCodec[] = [];
    for (const [i, field] of this.#body.entries()) {
      const value = packet[field.name];
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

  #writeField(field: FieldCodec, writer: ByteWriter, packet: RawPacket, previous: unknown): void {
    try {
      field.write(writer, packet, previous);
    } catch (cause) {
      throw this.#placed(cause, field.wireName);
    }
  }

  #named<T>(part: string, read: () => T): T {
    try {
      return read();
    } catch (cause) {
      throw this.#placed(cause, part);
    }
  }

  #placed(cause: unknown, field: string): unknown {
    if (!(cause instanceof ProtocolError)) return cause;
    return new ProtocolError(cause.code, cause.message, { packet: this.name, field }, cause);
  }
}
