import { z } from 'zod';
import enums30 from './tables/enums-3.0.json' with { type: 'json' };
import packets30 from './tables/packets-3.0.json' with { type: 'json' };

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

/** All packets and enumerations of one network protocol version. */
export interface PacketTable {
  readonly version: string;
  readonly packets: readonly PacketSpec[];
  readonly enums: Readonly<Record<string, EnumSpec>>;
}

const sources = { '3.0': { packets: packets30, enums: enums30 } } as const;

/** A protocol version that tables/ has files of, such as `3.0`. */
export type ProtocolVersion = keyof typeof sources;

/** The versions of freeciv-server we can talk to, without their last number; those that tables/ has files of. */
export const supportedVersions: readonly string[] = Object.keys(sources);

/** The table of one protocol version; throws when the shipped table does not have the form. */
export function loadPacketTable(version: ProtocolVersion): PacketTable {
  const source = sources[version];
  return {
    version,
    packets: z.array(packetSchema).parse(source.packets),
    enums: z.record(z.string(), enumSchema).parse(source.enums),
  };
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
