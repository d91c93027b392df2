import { nameCodec } from './enum-codec.js';
import type { ValueCodec } from './field.js';
import type { PacketTable } from './packet-table.js';

/** One condition of a rule; `value` numbers something of the kind `type` names. */
export interface Requirement<Kind extends string = string, Range extends string = string> {
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
export function requirementCodec(table: PacketTable): ValueCodec<Requirement> {
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
