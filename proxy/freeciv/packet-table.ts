import { existsSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { z } from 'zod';
import ownNames from './tables/own-names.json' with { type: 'json' };
import supported from './tables/supported.json' with { type: 'json' };

/** The files of all versions in one, which `npm run build` makes: their rows are alike, so it takes a third of their room in the package. */
const packed = new URL('./tables/versions.json.br', import.meta.url);
const packedSchema = z.record(z.string(), z.object({ packets: z.unknown(), enums: z.unknown() }));

const dimensionSchema = z.union([z.int().positive(), z.tuple([z.int().positive(), z.string()])]);

const fieldSchema = z.strictObject({
  name: z.string(),
  type: z.string(),
  size: z.array(dimensionSchema).optional(),
  bytes: z.int().positive().optional(),
  key: z.literal(true).optional(),
  diff: z.literal(true).optional(),
  bool: z.literal(true).optional(),
  enum: z.string().optional(),
  flags: z.string().optional(),
  ifCap: z.string().optional(),
  unlessCap: z.string().optional(),
});

const packetSchema = z.strictObject({
  id: z.int().nonnegative(),
  name: z.string(),
  from: z.enum(['server', 'client', 'both']),
  delta: z.literal(false).optional(),
  info: z.enum(['info', 'game']).optional(),
  cancels: z.array(z.string()).optional(),
  fields: z.array(fieldSchema),
});

const enumSchema = z.strictObject({
  bitwise: z.boolean(),
  /** Value, identifier, and the name people see where there is one. */
  values: z.array(z.tuple([z.int(), z.string()], z.string())),
});

/** One field of a packet, as the table has it: name, wire type, array sizes and flags such as `key` and `diff`. */
export type FieldSpec = z.infer<typeof fieldSchema>;
/** One packet type, as the table has it: number, name, sender, fields, and the packets whose delta it cancels. */
export type PacketSpec = z.infer<typeof packetSchema>;
/** One enumeration of the protocol: its values with their identifiers. */
export type EnumSpec = z.infer<typeof enumSchema>;

/** What ends the (index, value) pairs of a diff array: index 255, or the length of the array as index. */
export type DiffEnd = 'index_255' | 'array_length';

/** All packets and enumerations of one network protocol version, under the names that this project uses. */
export interface PacketTable {
  readonly version: string;
  readonly diffEnd: DiffEnd;
  readonly packets: readonly PacketSpec[];
  readonly enums: Readonly<Record<string, EnumSpec>>;
}

const diffEnds = {
  '3.0': 'index_255',
  '3.1': 'index_255',
  '3.2': 'array_length',
} as const satisfies Readonly<Record<string, DiffEnd>>;

/** A protocol version that tables/ has files of, such as `3.0`. */
export type ProtocolVersion = keyof typeof diffEnds;

/** The versions of freeciv-server that tables/ has files of, the oldest first. */
export const protocolVersions: readonly ProtocolVersion[] = ['3.0', '3.1', '3.2'];

/** The versions of freeciv-server that games are played on, without their last number; the others are only spoken. */
export const supportedVersions: readonly string[] = supported;

/** The table of one protocol version; throws when the shipped table does not have the form. */
export function loadPacketTable(version: ProtocolVersion): PacketTable {
  const { packets, enums } = readTableFiles(version);
  const ownEnums = Object.entries(z.record(z.string(), enumSchema).parse(enums)).map(ownEnum);
  return {
    version,
    diffEnd: diffEnds[version],
    packets: z.array(packetSchema).parse(packets).map(ownPacket),
    enums: Object.fromEntries(ownEnums),
  };
}

function ownPacket(packet: PacketSpec): PacketSpec {
  const { name, cancels, fields } = packet;
  return {
    ...packet,
    name: ownPacketName(name),
    cancels: cancels?.map(ownPacketName),
    fields: fields.map((field) => ({
      ...field,
      name: ownFieldName(name, field.name, field.ifCap ?? field.unlessCap),
      enum: field.enum && ownEnumName(field.enum),
    })),
  };
}

function ownEnum([name, { bitwise, values }]: [string, EnumSpec]): [string, EnumSpec] {
  return [
    ownEnumName(name),
    { bitwise, values: values.map(([value, id, ...shown]) => [value, valueNames[id] ?? id, ...shown]) },
  ];
}

/** `moves_left` -> `movesLeft`, `I_accepted` -> `iAccepted`: the names of fields inside this project. */
export function camelCase(wireName: string): string {
  const joined = wireName.replace(/_+([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return joined.charAt(0).toLowerCase() + joined.slice(1);
}

/** The last dimension of a string or memory block: its room in bytes. */
export function maxBytes(field: FieldSpec): number {
  const last = field.size?.at(-1);
  if (last === undefined) throw new Error(`the packet table gives no size for ${field.name}`);
  return typeof last === 'number' ? last : last[0];
}

/** The names of `tables/own-names.json`: a thing has one name in all versions, that of the oldest. */
type Names = Readonly<Record<string, string>>;

const packetNames: Names = ownNames.packets;
const fieldNames: Names = ownNames.fields;
const enumNames: Names = ownNames.enums;
const valueNames: Names = ownNames.values;
const widthCapabilities: ReadonlySet<string> = new Set(ownNames.widthCapabilities);

function ownPacketName(name: string): string {
  return packetNames[name] ?? name;
}

/** Our name of a field by its name on the wire. Forms of 16 and 32 bits, of which one travels, have one name. */
function ownFieldName(packet: string, name: string, capability: string | undefined): string {
  const isWidth = capability !== undefined && widthCapabilities.has(capability);
  const single = isWidth ? name.replace(/_?(16|32)$/, '') : name;
  return fieldNames[`${packet}.${single}`] ?? single;
}

function ownEnumName(name: string): string {
  return enumNames[name] ?? name;
}

/** The content of the two files of a protocol version, as JSON. Throws when they are not there. */
function readTableFiles(version: string): { readonly packets: unknown; readonly enums: unknown } {
  if (!existsSync(packed))
    return { packets: readTable(`packets-${version}`), enums: readTable(`enums-${version}`) };
  const text = brotliDecompressSync(readFileSync(packed)).toString();
  const files = packedSchema.parse(JSON.parse(text))[version];
  if (files === undefined) throw new Error(`the package has no table of version ${version}`);
  return files;
}

function readTable(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`./tables/${name}.json`, import.meta.url), 'utf8'));
}
