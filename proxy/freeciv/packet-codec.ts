import { type ByteReader, type ByteWriter, isPresent, lowestBit } from './bytes.js';
import { ProtocolError } from './errors.js';
import { atPlace, type FieldCodec, isSameValue, type RawPacket, withErrorPlace } from './field.js';
import { fieldCodec } from './field-codec.js';
import type { PacketSpec, PacketTable } from './packet-table.js';

/** Where a packet without key fields is remembered. */
const NO_KEY = 0;

/** An array whose length is another field's value; both by the number of their presence bit. */
interface CountedField {
  readonly field: FieldCodec;
  readonly at: number;
  readonly countAt: number;
}

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
  readonly #copy: (packet: RawPacket) => RawPacket;
  readonly #keys: readonly FieldCodec[];
  readonly #body: readonly FieldCodec[];
  readonly #cacheKeys: readonly string[];
  readonly #folded: readonly { readonly name: string; readonly at: number }[];
  readonly #counted: readonly CountedField[];

  constructor(spec: PacketSpec, table: PacketTable, capabilities: ReadonlySet<string>) {
    const fields = spec.fields
      .filter((field) => field.ifCap === undefined || capabilities.has(field.ifCap))
      .filter((field) => field.unlessCap === undefined || !capabilities.has(field.unlessCap))
      .map((field) => withErrorPlace(fieldCodec(field, table), spec.name));
    this.id = spec.id;
    this.name = spec.name;
    this.from = spec.from;
    this.gameInfo = spec.info === 'game';
    this.delta = spec.delta !== false && fields.length > 0;
    this.cancels = spec.cancels ?? [];
    this.#copy = packetCopy(fields.map(({ name }) => name));
    this.#empty = this.#copy(Object.fromEntries(fields.map((field) => [field.name, field.empty])));
    this.#keys = this.delta ? fields.filter((field) => field.key) : [];
    this.#body = this.delta ? fields.filter((field) => !field.key) : fields;
    this.#cacheKeys = (this.#keys.length > 0 ? this.#keys : fields.slice(0, 1)).map((field) => field.name);
    this.#folded = this.#body.flatMap(({ foldedIntoHeader: folded, name }, at) =>
      folded ? [{ name, at }] : [],
    );
    this.#counted = this.#body.flatMap((field, at) =>
      field.countField === undefined
        ? []
        : [{ field, at, countAt: this.#body.findIndex(({ name }) => name === field.countField) }],
    );
  }

  /** The key in the delta cache. A packet without keys has one place; what it cancels is found by its first field. */
  cacheKey(packet: RawPacket): unknown {
    return this.#keys.length === 0 ? NO_KEY : this.cancelKey(packet);
  }

  cancelKey(packet: RawPacket): unknown {
    const [first] = this.#cacheKeys;
    if (first !== undefined && this.#cacheKeys.length === 1) return packet[first];
    return this.#joined(this.#cacheKeys.map((name) => packet[name]));
  }

  keyWhenCancelledBy(canceller: PacketCodec, packet: RawPacket): unknown {
    return this.#keys.length === 0 ? NO_KEY : canceller.cancelKey(packet);
  }

  /** Reads a body on top of the packet that `known` has under the key just read. */
  decode(reader: ByteReader, known: ReadonlyMap<unknown, RawPacket>): RawPacket {
    return this.delta ? this.#decodeDelta(reader, known) : this.#decodeWhole(reader);
  }

  #decodeWhole(reader: ByteReader): RawPacket {
    const packet = this.#copy(this.#empty);
    for (const field of this.#body) packet[field.name] = field.read(reader, packet, field.empty);
    return packet;
  }

  #decodeDelta(reader: ByteReader, known: ReadonlyMap<unknown, RawPacket>): RawPacket {
    const present = this.#presence(reader);
    const keys: unknown[] = [];
    for (const field of this.#keys) keys.push(field.read(reader, this.#empty, field.empty));
    const packet = this.#copy(known.get(this.#joined(keys)) ?? this.#empty);
    let nextKey = 0;
    for (const field of this.#keys) packet[field.name] = keys[nextKey++];
    for (const { name, at } of this.#folded) packet[name] = isPresent(reader, present, at);
    // Few fields change at a time: it pays to go from one set bit to the next.
    for (let at = 0; at < this.#body.length; at += 8) {
      for (let bits = reader.byteAt(present + (at >> 3)); bits !== 0; bits &= bits - 1) {
        const field = this.#body[at + lowestBit(bits)];
        if (field === undefined || field.foldedIntoHeader) continue;
        packet[field.name] = field.read(reader, packet, packet[field.name]);
      }
    }
    for (const { field, at, countAt } of this.#counted)
      if (isPresent(reader, present, countAt) && !isPresent(reader, present, at))
        this.#expectCount(field, packet);
    return packet;
  }

  /** Writes a body: when this type travels as a delta, only what differs from the packet `known` has. */
  encode(writer: ByteWriter, packet: RawPacket, known: ReadonlyMap<unknown, RawPacket>): void {
    if (!this.delta) {
      for (const field of this.#body) field.write(writer, packet, field.empty);
      return;
    }
    const previous = known.get(this.cacheKey(packet)) ?? this.#empty;
    const present = new Uint8Array((this.#body.length + 7) >> 3);
    const changed: FieldCodec[] = [];
    for (const [i, field] of this.#body.entries()) {
      const value = packet[field.name];
      const bit = field.foldedIntoHeader ? value === true : !isSameValue(value, previous[field.name]);
      if (!bit) continue;
      present[i >> 3] = (present[i >> 3] ?? 0) | (1 << (i & 7));
      if (!field.foldedIntoHeader) changed.push(field);
    }
    writer.bytes(present);
    for (const field of this.#keys) field.write(writer, packet, field.empty);
    for (const field of changed) field.write(writer, packet, previous[field.name]);
  }

  #presence(reader: ByteReader): number {
    try {
      return reader.skip((this.#body.length + 7) >> 3);
    } catch (cause) {
      throw atPlace(cause, { packet: this.name, field: 'presence bits' });
    }
  }

  #joined(keys: readonly unknown[]): unknown {
    if (keys.length === 0) return NO_KEY;
    return keys.length === 1 ? keys[0] : keys.join();
  }

  /** A new count needs its array to travel too, or the packet would contradict itself. */
  #expectCount(field: FieldCodec, packet: RawPacket): void {
    const values = packet[field.name];
    const count = packet[field.countField ?? ''];
    if ((Array.isArray(values) || values instanceof Uint8Array) && values.length === count) return;
    const place = { packet: this.name, field: field.wireName };
    throw new ProtocolError('bad_value', `${count} elements announced, none sent`, place);
  }
}

/**
 * The copy function of packets with these fields, compiled for them: it names each field, so that the engine gives all copies
 * one form and copies the fields without looking them up. `{ ...packet }` in one place for all types takes ten times as long.
 */
function packetCopy(names: readonly string[]): (packet: RawPacket) => RawPacket {
  const fields = names.map((name) => JSON.stringify(name));
  const body = fields.map((field) => `${field}: packet[${field}]`).join();
  const compiled = new Function('packet', `return {${body}};`);
  return (packet) => compiled(packet);
}
