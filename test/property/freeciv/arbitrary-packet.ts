import fc from 'fast-check';
import type { PacketName, PacketOf } from '../../../proxy/freeciv/generated/packets.js';
import {
  camelCase,
  type FieldSpec,
  type PacketSpec,
  type PacketTable,
} from '../../../proxy/freeciv/packet-table.js';
import { arbitraryValue } from './arbitrary-value.js';

/** Longer arrays are mostly empty ones with a few elements set: as they are in a game, and quick to make. */
const DENSE_LENGTH = 8;
const COUNTED_LENGTH = 5;

type Fields = Record<string, unknown>;

/** Whole packets of one type, as two peers that share `capabilities` exchange them. */
export function arbitraryPacket(
  spec: PacketSpec,
  table: PacketTable,
  capabilities: readonly string[],
): fc.Arbitrary<PacketOf<PacketName>> {
  const fields = spec.fields.filter((field) => travels(field, capabilities));
  const values = fields.map((field): [string, fc.Arbitrary<unknown>] => [
    camelCase(field.name),
    arbitraryField(field, fields, table, spec),
  ]);
  return fc.record(Object.fromEntries(values)).map((drawn) => typed(spec.name, counted(drawn, fields)));
}

function travels(field: FieldSpec, capabilities: readonly string[]): boolean {
  if (field.ifCap !== undefined && !capabilities.includes(field.ifCap)) return false;
  return field.unlessCap === undefined || !capabilities.includes(field.unlessCap);
}

function arbitraryField(
  field: FieldSpec,
  all: readonly FieldSpec[],
  table: PacketTable,
  spec: PacketSpec,
): fc.Arbitrary<unknown> {
  const most = countLimit(field, all);
  if (most !== undefined) return fc.integer({ min: 0, max: most });
  // What a packet cancels is found by its first field, so let that collide as keys do.
  if (spec.cancels !== undefined && field === all[0]) return fc.integer({ min: 0, max: 2 });
  if (field.type === 'memory') return fc.uint8Array({ minLength: COUNTED_LENGTH, maxLength: COUNTED_LENGTH });
  const value = arbitraryValue(field, table);
  const dimension = arrayDimension(field);
  if (dimension === undefined) return value;
  if (Array.isArray(dimension)) return exactly(Math.min(dimension[0], COUNTED_LENGTH), value);
  return dimension <= DENSE_LENGTH ? exactly(dimension, value) : sparse(dimension, value);
}

/** When `field` counts others: how many elements all of them can have. */
function countLimit(field: FieldSpec, all: readonly FieldSpec[]): number | undefined {
  const limits = all.flatMap((other) => {
    const first = other.size?.[0];
    return Array.isArray(first) && first[1] === field.name ? [first[0]] : [];
  });
  return limits.length === 0 ? undefined : Math.min(COUNTED_LENGTH, ...limits);
}

/** A string's last size is its own room. */
function arrayDimension(field: FieldSpec): number | [number, string] | undefined {
  const text = field.type === 'string' || field.type === 'estring';
  return text && field.size?.length === 1 ? undefined : field.size?.[0];
}

function exactly(length: number, value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> {
  return fc.array(value, { minLength: length, maxLength: length });
}

function sparse(length: number, value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> {
  const element = fc.tuple(fc.integer({ min: 0, max: length - 1 }), value);
  return fc.tuple(value, fc.array(element, { maxLength: 5 })).map(([common, elements]) => {
    const values: unknown[] = Array.from({ length }, () => common);
    for (const [index, other] of elements) values[index] = other;
    return values;
  });
}

/** Cuts drawn arrays to the length their count field says. */
function counted(drawn: Fields, fields: readonly FieldSpec[]): Fields {
  const packet = { ...drawn };
  for (const field of fields) {
    const first = field.size?.[0];
    const values = drawn[camelCase(field.name)];
    if (!Array.isArray(first)) continue;
    const count = Number(drawn[camelCase(first[1])]);
    if (Array.isArray(values) || values instanceof Uint8Array)
      packet[camelCase(field.name)] = values.slice(0, count);
  }
  return packet;
}

/** The one place where drawn fields get their type: both come from the same packet table. */
function typed(name: string, fields: Fields): PacketOf<PacketName> {
  return { name, fields } as unknown as PacketOf<PacketName>;
}

/**
 * `next` with some fields as they were in `previous` (bit i of `kept` for field i), the way packets follow each
 * other in a game. Counts and what they count always come together.
 */
export function variation(
  previous: PacketOf<PacketName> | undefined,
  next: PacketOf<PacketName>,
  kept: number,
  spec: PacketSpec,
): PacketOf<PacketName> {
  if (previous?.name !== next.name) return next;
  const counts = spec.fields.flatMap((field) => (Array.isArray(field.size?.[0]) ? [field.size[0][1]] : []));
  const before = new Map<string, unknown>(Object.entries(previous.fields));
  const fields = new Map<string, unknown>(Object.entries(next.fields));
  for (const [i, field] of spec.fields.entries()) {
    const name = camelCase(field.name);
    const single = !Array.isArray(field.size?.[0]) && !counts.includes(field.name);
    if (single && ((kept >> (i % 30)) & 1) === 1 && before.has(name)) fields.set(name, before.get(name));
  }
  return typed(next.name, Object.fromEntries(fields));
}
