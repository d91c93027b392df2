import { flagBytesCodec, flagMaskCodec, nameCodec } from './enum-codec.js';
import type { FieldSpec, PacketTable } from './packet-table.js';
import { actionProbabilityCodec, requirementCodec, worklistCodec } from './struct-codec.js';
import type { ValueCodec } from './value-codec.js';

const integers: Readonly<Record<string, ValueCodec<number>>> = {
  uint8: { empty: 0, read: (r) => r.u8(), write: (w, v) => w.u8(v) },
  sint8: { empty: 0, read: (r) => r.i8(), write: (w, v) => w.i8(v) },
  uint16: { empty: 0, read: (r) => r.u16(), write: (w, v) => w.u16(v) },
  sint16: { empty: 0, read: (r) => r.i16(), write: (w, v) => w.i16(v) },
  uint32: { empty: 0, read: (r) => r.u32(), write: (w, v) => w.u32(v) },
  sint32: { empty: 0, read: (r) => r.i32(), write: (w, v) => w.i32(v) },
};

const boolCodec: ValueCodec<boolean> = {
  empty: false,
  read: (r) => r.bool(),
  write: (w, v) => w.u8(Number(v)),
};

/** The codec of one element of `field` (of the field itself when it is no array). */
export function valueCodec(field: FieldSpec, table: PacketTable): ValueCodec<unknown> {
  const integer = integers[field.type];
  if (integer !== undefined) return integerFieldCodec(field, integer, table);
  const scaled = /^([us])float(\d+)$/.exec(field.type);
  if (scaled !== null) return scaledCodec(scaled[1] === 'u', Number(scaled[2]));
  switch (field.type) {
    case 'bool8':
      return boolCodec;
    case 'string':
    case 'estring':
      return stringCodec(byteRoom(field));
    case 'bitvector':
      return field.flags === undefined
        ? bytesCodec(field.bytes ?? 0)
        : flagBytesCodec(table, field.flags, field.bytes ?? 0);
    case 'requirement':
      return requirementCodec(table);
    case 'action_probability':
      return actionProbabilityCodec;
    case 'worklist':
      return worklistCodec(table);
    default:
      throw new Error(`the packet table names an unknown wire type: ${field.type}`);
  }
}

/** The last dimension of a string or memory block: its room in bytes. */
export function byteRoom(field: FieldSpec): number {
  const last = field.size?.at(-1);
  if (last === undefined) throw new Error(`the packet table gives no size for ${field.name}`);
  return typeof last === 'number' ? last : last[0];
}

function integerFieldCodec(
  field: FieldSpec,
  integer: ValueCodec<number>,
  table: PacketTable,
): ValueCodec<unknown> {
  if (field.flags !== undefined) return flagMaskCodec(table, field.flags, integer);
  if (field.enum === undefined) return integer;
  return table.enums[field.enum]?.bitwise
    ? flagMaskCodec(table, field.enum, integer)
    : nameCodec(table, field.enum, integer);
}

function scaledCodec(unsigned: boolean, factor: number): ValueCodec<number> {
  return {
    empty: 0,
    read: (r) => (unsigned ? r.u32() : r.i32()) / factor,
    write: (w, v) => {
      const scaled = Math.round(v * factor);
      if (unsigned) w.u32(scaled);
      else w.i32(scaled);
    },
  };
}

function stringCodec(limit: number): ValueCodec<string> {
  return { empty: '', read: (r) => r.string(limit), write: (w, v) => w.string(v, limit) };
}

function bytesCodec(length: number): ValueCodec<Uint8Array> {
  return { empty: new Uint8Array(length), read: (r) => r.bytes(length), write: (w, v) => w.bytes(v) };
}
