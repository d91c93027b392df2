import { ProtocolError } from './errors.js';
import type { ValueCodec } from './field.js';
import type { EnumSpec, PacketTable } from './packet-table.js';

/** Enumerations as names: their numbers differ between versions. A number without a name is kept as `#number`. */
export function nameCodec(
  table: PacketTable,
  enumName: string,
  integer: ValueCodec<number>,
): ValueCodec<string> {
  const names = namesByNumber(table, enumName);
  return {
    empty: nameOrNumber(names, 0),
    read: (r) => nameOrNumber(names, integer.read(r)),
    write: (w, v) => integer.write(w, numberOf(names, v)),
  };
}

/** A bit vector whose bit i means value i of the enumeration; a set of names here. */
export function flagBytesCodec(
  table: PacketTable,
  enumName: string,
  length: number,
): ValueCodec<ReadonlySet<string>> {
  const names = namesByNumber(table, enumName);
  return {
    empty: new Set(),
    read: (r) => {
      const bits = r.view(length);
      const flags = new Set<string>();
      for (let bit = 0; bit < length * 8; bit += 1)
        if (hasBit(bits, bit)) flags.add(nameOrNumber(names, bit));
      return flags;
    },
    write: (w, flags) => {
      const bits = new Uint8Array(length);
      for (const flag of flags) {
        const bit = numberOf(names, flag);
        bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7));
      }
      w.bytes(bits);
    },
  };
}

/** An integer with one bit for each value of the enumeration (its own masks when it is bitwise). */
export function flagMaskCodec(
  table: PacketTable,
  enumName: string,
  integer: ValueCodec<number>,
): ValueCodec<ReadonlySet<string>> {
  const spec = enumSpec(table, enumName);
  const masks = new Map(
    spec.values
      .map(([value, name]): [string, number] => [name, spec.bitwise ? value : 1 << value])
      .filter(([, mask]) => mask !== 0),
  );
  return {
    empty: new Set(),
    read: (r) => {
      let rest = integer.read(r);
      const flags = new Set<string>();
      for (const [name, mask] of masks) {
        if ((rest & mask) === 0) continue;
        flags.add(name);
        rest &= ~mask;
      }
      if (rest !== 0) flags.add(`#${rest}`);
      return flags;
    },
    write: (w, flags) => {
      let bits = 0;
      for (const flag of flags) bits |= masks.get(flag) ?? namelessNumber(flag);
      integer.write(w, bits);
    },
  };
}

/** Whether bit `index` of a bit vector is set; bits past its end are not. */
export function hasBit(bits: Uint8Array, index: number): boolean {
  return (((bits[index >> 3] ?? 0) >> (index & 7)) & 1) === 1;
}

/** A copy of a bit vector with bit `index` set or cleared. */
export function withBit(bits: Uint8Array, index: number, isSet: boolean): Uint8Array {
  const copy = Uint8Array.from(bits);
  const byte = copy[index >> 3] ?? 0;
  const bit = 1 << (index & 7);
  copy[index >> 3] = isSet ? byte | bit : byte & ~bit;
  return copy;
}

/** Names of an enumeration by number. */
export function namesByNumber(table: PacketTable, enumName: string): readonly string[] {
  const names: string[] = [];
  for (const [value, name] of enumSpec(table, enumName).values) names[value] = name;
  return names;
}

function enumSpec(table: PacketTable, enumName: string): EnumSpec {
  const spec = table.enums[enumName];
  if (spec === undefined) throw new Error(`the packet table names an unknown enumeration: ${enumName}`);
  return spec;
}

function nameOrNumber(names: readonly string[], value: number): string {
  return names[value] ?? `#${value}`;
}

function numberOf(names: readonly string[], name: string): number {
  const value = names.indexOf(name);
  return value >= 0 ? value : namelessNumber(name);
}

function namelessNumber(name: string): number {
  const digits = /^#(-?\d+)$/.exec(name)?.[1];
  if (digits === undefined) throw new ProtocolError('bad_value', `${name} is not a name of this enumeration`);
  return Number(digits);
}

/** ACTIVITY_LAST of 3.0, as the activity of a worker task: the task is done or taken back. */
export const NO_WORKER_TASK = '#21';

/** One condition of a rule; `value` numbers something of the kind `type` names. */
export interface PacketRequirement<Kind extends string = string, Range extends string = string> {
  readonly type: Kind;
  readonly value: number;
  readonly range: Range;
  readonly survives: boolean;
  readonly present: boolean;
  readonly quiet: boolean;
}

/** In half per cent: [0,0] impossible, [200,200] certain, [0,200] not known, [253,0] not applicable. */
export interface ActionProbability {
  readonly min: number;
  readonly max: number;
}

/** Something a city can build: `kind` says whether `value` numbers a unit type or an improvement. */
export interface WorklistEntry<Kind extends string = string> {
  readonly kind: Kind;
  readonly value: number;
}

const byte: ValueCodec<number> = { empty: 0, read: (r) => r.u8(), write: (w, v) => w.u8(v) };

/** Codec of `act_prob`: two bytes, in half per cent. */
export const actionProbabilityCodec: ValueCodec<ActionProbability> = {
  empty: { min: 0, max: 0 },
  read: (r) => ({ min: r.u8(), max: r.u8() }),
  write: (w, v) => {
    w.u8(v.min);
    w.u8(v.max);
  },
};

/** Codec of `requirement`: kind, value, range and three flags, 9 bytes. */
export function requirementCodec(table: PacketTable): ValueCodec<PacketRequirement> {
  const kinds = nameCodec(table, 'universals_n', byte);
  const ranges = nameCodec(table, 'req_range', byte);
  return {
    empty: {
      type: kinds.empty,
      value: 0,
      range: ranges.empty,
      survives: false,
      present: false,
      quiet: false,
    },
    read: (r) => ({
      type: kinds.read(r),
      value: r.i32(),
      range: ranges.read(r),
      survives: r.bool(),
      present: r.bool(),
      quiet: r.bool(),
    }),
    write: (w, v) => {
      kinds.write(w, v.type);
      w.i32(v.value);
      ranges.write(w, v.range);
      w.u8(Number(v.survives));
      w.u8(Number(v.present));
      w.u8(Number(v.quiet));
    },
  };
}

/** Codec of `worklist`: a length byte, then kind and number of each entry. */
export function worklistCodec(table: PacketTable): ValueCodec<readonly WorklistEntry[]> {
  const kinds = nameCodec(table, 'universals_n', byte);
  return {
    empty: [],
    read: (r) => Array.from({ length: r.u8() }, () => ({ kind: kinds.read(r), value: r.u8() })),
    write: (w, entries) => {
      w.u8(entries.length);
      for (const entry of entries) {
        kinds.write(w, entry.kind);
        w.u8(entry.value);
      }
    },
  };
}
