import fc from 'fast-check';
import type { EnumSpec, FieldSpec, PacketTable } from '../../../proxy/freeciv/packet-table.js';
import { maxBytes } from '../../../proxy/freeciv/packet-table.js';
import { namesByNumber } from '../../../proxy/freeciv/value-codecs.js';

interface Range {
  readonly min: number;
  readonly max: number;
}

const uint32: Range = { min: 0, max: 0xffff_ffff };
const sint32: Range = { min: -0x8000_0000, max: 0x7fff_ffff };

const ranges: Readonly<Record<string, Range>> = {
  uint8: { min: 0, max: 0xff },
  sint8: { min: -0x80, max: 0x7f },
  uint16: { min: 0, max: 0xffff },
  sint16: { min: -0x8000, max: 0x7fff },
  uint32,
  sint32,
};

/** One element of `field`, in the form the codec hands out: whatever the wire can carry. */
export function arbitraryValue(field: FieldSpec, table: PacketTable): fc.Arbitrary<unknown> {
  const range = ranges[field.type];
  if (range !== undefined) return arbitraryNumber(field, range, table);
  const scaled = /^([us])float(\d+)$/.exec(field.type);
  if (scaled !== null) {
    return fc.integer({ ...(scaled[1] === 'u' ? uint32 : sint32) }).map((value) => value / Number(scaled[2]));
  }
  switch (field.type) {
    case 'bool8':
      return fc.boolean();
    case 'string':
    case 'estring':
      return arbitraryText(maxBytes(field));
    case 'bitvector':
      return field.flags === undefined ? bytes(field.bytes ?? 0) : arbitraryFlagBits(field, table);
    case 'requirement':
      return record({
        type: arbitraryName('universals_n', byteRange, table),
        value: fc.integer({ ...sint32 }),
        range: arbitraryName('req_range', byteRange, table),
        survives: fc.boolean(),
        present: fc.boolean(),
        quiet: fc.boolean(),
      });
    case 'action_probability':
      return record({ min: fc.integer(byteRange), max: fc.integer(byteRange) });
    case 'worklist':
      return fc.array(
        record({ kind: arbitraryName('universals_n', byteRange, table), value: fc.integer(byteRange) }),
        { maxLength: 6 },
      );
    case 'unit_order':
      return record({
        order: arbitraryName('unit_orders', byteRange, table),
        activity: arbitraryName('unit_activity', byteRange, table),
        target: fc.integer({ ...sint32 }),
        subTarget: fc.integer({ min: -0x8000, max: 0x7fff }),
        action: arbitraryName('gen_action', byteRange, table),
        dir: arbitraryName('direction8', { min: -0x80, max: 0x7f }, table),
      });
    default:
      throw new Error(`no values for wire type ${field.type}`);
  }
}

function record<T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> {
  return fc.record(model, { noNullPrototype: true });
}

const byteRange: Range = { min: 0, max: 0xff };

function bytes(length: number): fc.Arbitrary<Uint8Array> {
  return fc.uint8Array({ minLength: length, maxLength: length });
}

function arbitraryNumber(field: FieldSpec, range: Range, table: PacketTable): fc.Arbitrary<unknown> {
  const masks = field.flags ?? (table.enums[field.enum ?? '']?.bitwise ? field.enum : undefined);
  if (masks !== undefined) return arbitraryFlagMask(enumOf(table, masks), range);
  if (field.enum !== undefined) return arbitraryName(field.enum, range, table);
  return field.key ? fc.integer({ min: 0, max: 2 }) : fc.integer({ ...range });
}

/** A name, or `#n` for a number that has none. */
function arbitraryName(enumName: string, { min, max }: Range, table: PacketTable): fc.Arbitrary<string> {
  const names = namesByNumber(table, enumName);
  const nameless = fc.integer({ min, max }).map((value) => names[value] ?? `#${value}`);
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names.filter(isDefined)) }, nameless);
}

function arbitraryFlagBits(field: FieldSpec, table: PacketTable): fc.Arbitrary<ReadonlySet<string>> {
  const names = namesByNumber(table, field.flags ?? '');
  const flags = Array.from({ length: (field.bytes ?? 0) * 8 }, (_, bit) => names[bit] ?? `#${bit}`);
  return fc.subarray(flags).map((some) => new Set(some));
}

/** Names of the bits that have one; all others together are one `#mask`. */
function arbitraryFlagMask(spec: EnumSpec, { max }: Range): fc.Arbitrary<ReadonlySet<string>> {
  const named = spec.values.map(([value, name]) => ({ name, mask: spec.bitwise ? value : 1 << value }));
  const known = named.reduce((all, { mask }) => all | mask, 0);
  return fc.integer({ min: 0, max }).map((bits) => {
    const flags = named.filter(({ mask }) => (bits & mask) !== 0).map(({ name }) => name);
    const rest = bits & ~known;
    return new Set(rest === 0 ? flags : [...flags, `#${rest}`]);
  });
}

/** Made once: each of them builds a table of all of Unicode. */
const unicodeText = fc.string({ unit: 'binary', maxLength: 12 });

/** Any Unicode text without NUL that fits, sometimes to the last byte. */
function arbitraryText(room: number): fc.Arbitrary<string> {
  const short = unicodeText.map((text) => fitting(text, room));
  return fc.oneof({ weight: 30, arbitrary: short }, fc.constant('x'.repeat(room - 1)));
}

function fitting(text: string, room: number): string {
  let fits = text.replaceAll('\0', '');
  while (Buffer.byteLength(fits) >= room) fits = [...fits].slice(0, -1).join('');
  return fits;
}

function enumOf(table: PacketTable, name: string): EnumSpec {
  const spec = table.enums[name];
  if (spec === undefined) throw new Error(`no enumeration ${name}`);
  return spec;
}

function isDefined<T>(value: T | undefined): value is T {
  return value !== undefined;
}
