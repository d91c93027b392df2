import type { EnumSpec, FieldSpec, PacketSpec, PacketTable } from '../packet-table.js';

/** A field of the form that packets of all versions have in this project. */
export interface MergedField extends FieldSpec {
  /** Not there with every version, or not with all capabilities. */
  readonly optional: boolean;
}

/** A packet of any version; where one of the oldest is told anew by later ones, the adapters give it that form. */
export interface MergedPacket {
  readonly name: string;
  readonly from: PacketSpec['from'];
  readonly fields: readonly MergedField[];
}

/** What any version has: its packets in one form, and all names of every enumeration. */
export interface MergedTables {
  readonly versions: readonly string[];
  readonly packets: readonly MergedPacket[];
  readonly enums: Readonly<Record<string, EnumSpec>>;
}

/** Joins the tables of versions, the oldest first. What later versions add to a packet is optional. */
export function mergedTables(tables: readonly PacketTable[]): MergedTables {
  const names = new Set(tables.flatMap(({ packets }) => packets.map(({ name }) => name)));
  return {
    versions: tables.map(({ version }) => version),
    packets: [...names].flatMap((name) => mergedPacket(name, tables)),
    enums: mergedEnums(tables),
  };
}

function mergedPacket(name: string, tables: readonly PacketTable[]): MergedPacket[] {
  const [oldest, ...later] = tables.flatMap(({ packets }) =>
    packets.filter((packet) => packet.name === name),
  );
  if (oldest === undefined) return [];
  const fields = new Map(fieldsOf(oldest).map((field) => [field.name, field]));
  for (const packet of later)
    for (const field of fieldsOf(packet))
      if (!fields.has(field.name)) fields.set(field.name, { ...field, optional: true });
  return [{ name, from: oldest.from, fields: [...fields.values()] }];
}

/** Two forms of a field under one name are one field: only one of them is sent. */
function fieldsOf({ fields }: PacketSpec): MergedField[] {
  const merged = new Map<string, MergedField>();
  for (const field of fields) {
    const other = merged.get(field.name);
    const optional = other === undefined && (field.ifCap ?? field.unlessCap) !== undefined;
    merged.set(field.name, { ...(other ?? field), optional });
  }
  return [...merged.values()];
}

function mergedEnums(tables: readonly PacketTable[]): Record<string, EnumSpec> {
  const merged: Record<string, EnumSpec> = {};
  for (const [name, spec] of tables.flatMap(({ enums }) => Object.entries(enums))) {
    const known = merged[name] ?? { bitwise: spec.bitwise, values: [] };
    const ids = new Set(known.values.map(([, id]) => id));
    merged[name] = { ...known, values: [...known.values, ...spec.values.filter(([, id]) => !ids.has(id))] };
  }
  return merged;
}
