import { arrayBody, type Dimension, diffArrayBody, type FieldBody, memoryBody } from './array-codec.js';
import type { FieldCodec, ValueCodec } from './field.js';
import { camelCase, type FieldSpec, maxBytes, type PacketTable } from './packet-table.js';
import { unitOrderCodec, unspokenCodec } from './unit-order-codec.js';
import {
  actionProbabilityCodec,
  flagBytesCodec,
  flagMaskCodec,
  nameCodec,
  requirementCodec,
  worklistCodec,
} from './value-codecs.js';

/** Compiles the codec of one field of a packet from its row of the packet table. */
export function fieldCodec(field: FieldSpec, table: PacketTable): FieldCodec {
  const common = {
    name: camelCase(field.name),
    wireName: field.name,
    key: field.key === true,
    foldedIntoHeader: field.bool === true && field.size === undefined,
    countField: countFieldOf(field),
  };
  if (field.type === 'memory') return { ...common, ...memoryBody(field) };
  const element = valueCodec(field, table);
  const dimensions = arrayDimensions(field);
  if (dimensions.length === 0) return { ...common, ...scalarBody(common.name, element) };
  if (field.diff === true)
    return { ...common, ...diffArrayBody(common.name, element, dimensions, table.diffEnd) };
  return { ...common, ...arrayBody(common.name, element, dimensions) };
}

/** Only a first dimension has a count: no packet counts the inner ones. */
function countFieldOf(field: FieldSpec): string | undefined {
  const first = field.size?.[0];
  return Array.isArray(first) ? camelCase(first[1]) : undefined;
}

/** The room of a string is not a dimension of an array. */
function arrayDimensions(field: FieldSpec): Dimension[] {
  const sizes = field.size ?? [];
  const own = field.type === 'string' || field.type === 'estring' ? sizes.slice(0, -1) : sizes;
  return own.map((size) => (typeof size === 'number' ? [size, undefined] : [size[0], camelCase(size[1])]));
}

function scalarBody(name: string, value: ValueCodec<unknown>): FieldBody {
  return {
    empty: value.empty,
    read: (r) => value.read(r),
    write: (w, packet) => value.write(w, packet[name]),
  };
}

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

/** The codec of one element of `field` (of the field itself when it is not an array). */
function valueCodec(field: FieldSpec, table: PacketTable): ValueCodec<unknown> {
  const integer = integers[field.type];
  if (integer !== undefined) return integerFieldCodec(field, integer, table);
  const scaled = /^([us])float(\d+)$/.exec(field.type);
  if (scaled !== null) return scaledCodec(scaled[1] === 'u', Number(scaled[2]));
  switch (field.type) {
    case 'bool8':
      return boolCodec;
    case 'string':
    case 'estring':
      return stringCodec(maxBytes(field));
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
    case 'unit_order':
      return unitOrderCodec(table);
    case 'cm_parameter':
      return unspokenCodec(field.type);
    default:
      throw new Error(`the packet table names an unknown wire type: ${field.type}`);
  }
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
