import { arrayBody, type Dimension, diffArrayBody, type FieldBody, memoryBody } from './array-codec.js';
import type { FieldCodec } from './field.js';
import { camelCase, type FieldSpec, type PacketTable } from './packet-table.js';
import type { ValueCodec } from './value-codec.js';
import { valueCodec } from './wire-types.js';

export function fieldCodec(field: FieldSpec, table: PacketTable): FieldCodec {
  const common = {
    name: camelCase(field.name),
    wireName: field.name,
    key: field.key === true,
    folded: field.bool === true && field.size === undefined,
    countedBy: countField(field),
  };
  if (field.type === 'memory') return { ...common, ...memoryBody(field) };
  const element = valueCodec(field, table);
  const dimensions = arrayDimensions(field);
  if (dimensions.length === 0) return { ...common, ...scalarBody(common.name, element) };
  if (field.diff === true) return { ...common, ...diffArrayBody(common.name, element, dimensions) };
  return { ...common, ...arrayBody(common.name, element, dimensions) };
}

/** Only a first dimension has a count: no packet counts the inner ones. */
function countField(field: FieldSpec): string | undefined {
  const first = field.size?.[0];
  return Array.isArray(first) ? camelCase(first[1]) : undefined;
}

/** A string's own room is no dimension of an array. */
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
