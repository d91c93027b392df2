import { camelCase, type EnumSpec, type FieldSpec } from '../proxy/freeciv/packet-table.js';
import type { MergedField, MergedPacket, MergedTables } from '../proxy/freeciv/tables/merged-tables.js';

const numberTypes = /^([us]int(8|16|32)|[us]float\d+)$/;

/** TypeScript source with one interface for each packet, one union of names for each enumeration, one map of all. */
export function packetTypesSource(table: MergedTables): string {
  const head = [
    `// Made by \`npm run generate\` from the packets and enums of versions ${table.versions.join(', ')} in tables.`,
    `import type { UnitOrder as UnitOrderOf } from '../unit-order-codec.js';`,
    `import type { ActionProbability, PacketRequirement, WorklistEntry } from '../value-codecs.js';`,
    '',
    '/** A number that the table has no name for. */',
    `type Nameless = \`#\${number}\`;`,
  ];
  const enums = Object.entries(table.enums).map(([name, spec]) => enumSource(name, spec));
  const packets = table.packets.map((packet) => packetSource(packet, table));
  const fields = table.packets.map((packet) => `  ${packet.name}: ${pascalCase(packet.name)}Packet;`);
  const tail = [
    '/** The fields of every packet, by the name of the packet. */',
    `export interface PacketFields {\n${fields.join('\n')}\n}`,
    'export type PacketName = keyof PacketFields;',
    `export type ClientPacketName = ${sentBy(table, 'client')};`,
    `export type ServerPacketName = ${sentBy(table, 'server')};`,
    '/** A packet with its name; a union over all names when K is one. */',
    'export type PacketOf<K extends PacketName> = { [N in K]: { readonly name: N; readonly fields: PacketFields[N] } }[K];',
  ];
  return `${[...head, ...enums, ...packets, ...tail].join('\n')}\n`;
}

function enumSource(name: string, spec: EnumSpec): string {
  const names = spec.values.map(([, id]) => `  | '${id}'`);
  return `export type ${pascalCase(name)} =\n${names.join('\n')}\n  | Nameless;`;
}

function packetSource(packet: MergedPacket, table: MergedTables): string {
  const name = `${pascalCase(packet.name)}Packet`;
  if (packet.fields.length === 0) return `export type ${name} = Readonly<Record<never, never>>;`;
  return `export interface ${name} {\n${packet.fields.map((field) => fieldSource(field, table)).join('\n')}\n}`;
}

function fieldSource(field: MergedField, table: MergedTables): string {
  return `  readonly ${camelCase(field.name)}${field.optional ? '?' : ''}: ${fieldType(field, table)};`;
}

function fieldType(field: FieldSpec, table: MergedTables): string {
  if (field.type === 'memory') return 'Uint8Array';
  const text = field.type === 'string' || field.type === 'estring';
  const dimensions = (field.size?.length ?? 0) - (text ? 1 : 0);
  let type = text ? 'string' : elementType(field, table);
  for (let i = 0; i < dimensions; i += 1) type = `readonly ${i > 0 ? `(${type})` : type}[]`;
  return type;
}

function elementType(field: FieldSpec, table: MergedTables): string {
  if (field.flags !== undefined) return `ReadonlySet<${pascalCase(field.flags)}>`;
  if (field.enum !== undefined) {
    const name = pascalCase(field.enum);
    return table.enums[field.enum]?.bitwise ? `ReadonlySet<${name}>` : name;
  }
  if (numberTypes.test(field.type)) return 'number';
  switch (field.type) {
    case 'bool8':
      return 'boolean';
    case 'bitvector':
      return 'Uint8Array';
    case 'requirement':
      return 'PacketRequirement<UniversalsN, ReqRange>';
    case 'action_probability':
      return 'ActionProbability';
    case 'worklist':
      return 'readonly WorklistEntry<UniversalsN>[]';
    case 'unit_order':
      return 'UnitOrderOf<UnitOrders, UnitActivity, GenAction, Direction8>';
    case 'cm_parameter':
      return 'unknown';
    default:
      throw new Error(`no TypeScript type for wire type ${field.type}`);
  }
}

function sentBy(table: MergedTables, side: 'client' | 'server'): string {
  const names = table.packets.filter((packet) => packet.from === side || packet.from === 'both');
  return names.map((packet) => `\n  | '${packet.name}'`).join('');
}

function pascalCase(name: string): string {
  const camel = camelCase(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}
