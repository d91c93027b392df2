import ownNames from './tables/own-names.json' with { type: 'json' };

/**
 * The names of `tables/own-names.json`: what versions only call differently has one name, that of the oldest. Names that
 * stand in no table stay as they are.
 */
type Names = Readonly<Record<string, string>>;

const packets: Names = ownNames.packets;
const fields: Names = ownNames.fields;
const enums: Names = ownNames.enums;
const values: Names = ownNames.values;
const widths: ReadonlySet<string> = new Set(ownNames.widthCapabilities);

/** Our name of a packet. */
export function ownPacketName(name: string): string {
  return packets[name] ?? name;
}

/**
 * Our name of a field of a packet by its name on the wire. Of its 16- and 32-bit forms one travels, as a capability says:
 * both have the name of the one field that they are.
 */
export function ownFieldName(packet: string, name: string, capability: string | undefined): string {
  const isWidth = capability !== undefined && widths.has(capability);
  const single = isWidth ? name.replace(/_?(16|32)$/, '') : name;
  return fields[`${packet}.${single}`] ?? single;
}

/** Our name of an enumeration. */
export function ownEnumName(name: string): string {
  return enums[name] ?? name;
}

/** Our name of a value of an enumeration. */
export function ownValueName(name: string): string {
  return values[name] ?? name;
}
