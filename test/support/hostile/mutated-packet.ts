import type { ServerPacket } from '../../../proxy/freeciv/brackets.js';
import { camelCase, type PacketTable } from '../../../proxy/freeciv/packet-table.js';
import type { Random } from '../../property/freeciv/mutation.js';

interface Range {
  readonly min: number;
  readonly max: number;
}

const sint32: Range = { min: -0x8000_0000, max: 0x7fff_ffff };

const ranges: Readonly<Record<string, Range>> = {
  uint8: { min: 0, max: 0xff },
  sint8: { min: -0x80, max: 0x7f },
  uint16: { min: 0, max: 0xffff },
  sint16: { min: -0x8000, max: 0x7fff },
  uint32: { min: 0, max: 0xffff_ffff },
  sint32,
};

const TEXTS = ['', ' ', 'a"b', '[c fg="#ff0000"]x[/c]', '\u202e', 'x'.repeat(40), '?:', '0', '__proto__'];

/** Sentences that are slow to read by expressions which look back. The server may send messages of 1,536 bytes. */
const SLOW_TEXTS = [
  '[id:1',
  '1',
  '[l name="" ',
  '[l x=1 y=1 ',
  ' have started building ',
  " can't build ",
  '[c ',
].map((part) => `[id:${part.repeat(1_400 / part.length)}`);

/** Changes packets into others that a server could send: each value stays within its field, and may contradict all others. */
export class PacketMutator {
  readonly #random: Random;
  readonly #ranges = new Map<string, Range>();
  /** Values that a field has had, by packet and field: names of enumerations and flags are among them. */
  readonly #seen = new Map<string, unknown[]>();

  constructor(table: PacketTable, packets: Iterable<ServerPacket>, random: Random) {
    this.#random = random;
    for (const { name, fields } of table.packets)
      for (const field of fields) {
        const range = ranges[field.type];
        if (range !== undefined) this.#ranges.set(`${name}.${camelCase(field.name)}`, range);
      }
    for (const { name, fields } of packets)
      for (const [field, value] of Object.entries(fields)) this.#note(`${name}.${field}`, value);
  }

  /** The packet with one to three other values. */
  mutate(packet: ServerPacket): ServerPacket {
    const fields: Record<string, unknown> = { ...packet.fields };
    const names = Object.keys(fields);
    for (let left = 1 + this.#random.below(3); left > 0 && names.length > 0; left -= 1) {
      const name = this.#one(names);
      fields[name] = this.#value(`${packet.name}.${name}`, fields[name]);
    }
    return typed(packet.name, fields);
  }

  #note(place: string, value: unknown): void {
    if (value === undefined) return;
    const seen = this.#seen.get(place) ?? [];
    if (seen.length < 400) seen.push(value);
    this.#seen.set(place, seen);
  }

  #value(place: string, value: unknown): unknown {
    const known = this.#seen.get(place) ?? [];
    if (known.length > 0 && this.#random.below(4) === 0) return this.#one(known);
    if (typeof value === 'number') return this.#number(this.#ranges.get(place) ?? sint32);
    if (typeof value === 'boolean') return !value;
    if (place === 'chat_msg.message') return this.#one([...TEXTS, ...SLOW_TEXTS]);
    if (typeof value === 'string') return this.#text(known, value);
    if (value instanceof Uint8Array) return value.map(() => this.#one([0, 255, this.#random.below(256)]));
    if (value instanceof Set) return this.#set(known, value);
    if (Array.isArray(value)) return this.#list(place, value);
    if (typeof value === 'object' && value !== null) return this.#record(place, value);
    return value;
  }

  #number({ min, max }: Range): number {
    const near = [
      min,
      max,
      0,
      1,
      2,
      3,
      10,
      100,
      this.#random.below(200),
      max - 1,
      min + this.#random.below(1e6),
    ];
    return Math.min(max, Math.max(min, this.#one(near)));
  }

  /** A name of an enumeration stays one. */
  #text(known: readonly unknown[], value: string): string {
    if (/^[A-Z0-9]+_[A-Z0-9_]+$/.test(value)) return String(this.#one([...known, '#99', '#-1', value]));
    return this.#one([...TEXTS, String(this.#one([...known, value]))]);
  }

  #set(known: readonly unknown[], value: ReadonlySet<unknown>): ReadonlySet<unknown> {
    const all = known.flatMap((one) => (one instanceof Set ? [...one] : []));
    const changed = new Set(value);
    for (const name of all) if (this.#random.below(4) === 0) changed.add(name);
    for (const name of [...changed]) if (this.#random.below(3) === 0) changed.delete(name);
    return changed;
  }

  /** As long as before: a count that differs from its array is found when the packet is decoded. */
  #list(place: string, values: readonly unknown[]): readonly unknown[] {
    if (values.length === 0) return values;
    const share = this.#one([1, 2, values.length]);
    return values.map((value) => (this.#random.below(share) === 0 ? this.#element(place, value) : value));
  }

  #element(place: string, value: unknown): unknown {
    if (typeof value === 'number') return this.#number(this.#ranges.get(place) ?? { min: 0, max: 255 });
    if (typeof value === 'boolean') return !value;
    if (typeof value === 'object' && value !== null) return this.#record(place, value);
    return value;
  }

  #record(place: string, value: object): unknown {
    const record: Record<string, unknown> = { ...value };
    const seen = (this.#seen.get(place) ?? []).flat();
    for (const name of Object.keys(record)) {
      const others = seen.flatMap((one) => valuesOf(one, name));
      if (this.#random.below(3) === 0 && others.length > 0) record[name] = this.#one(others);
      else if (typeof record[name] === 'number' && this.#random.below(3) === 0)
        record[name] = this.#number(sint32);
    }
    return record;
  }

  #one<T>(values: readonly T[]): T {
    const value = values[this.#random.below(values.length)];
    if (value === undefined) throw new Error('nothing to choose from');
    return value;
  }
}

function valuesOf(holder: unknown, name: string): unknown[] {
  if (typeof holder !== 'object' || holder === null) return [];
  const value: unknown = Object.entries(holder).find(([key]) => key === name)?.[1];
  return value === undefined ? [] : [value];
}

/** The one place where changed fields get their type: each has the form of a packet that was decoded. */
function typed(name: string, fields: Record<string, unknown>): ServerPacket {
  return { name, fields } as unknown as ServerPacket;
}
