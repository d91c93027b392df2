import { loadPacketTable, type PacketTable } from '../../freeciv/packet-table.js';
import { namesByNumber, type PacketRequirement } from '../../freeciv/value-codecs.js';

/** A requirement carries the bare number of what it is about; these enumerations name it. */
const enumerations: Readonly<Record<string, readonly string[]>> = {
  VUT_ACTION: ['gen_action'],
  VUT_AI_LEVEL: ['ai_level'],
  VUT_BASEFLAG: ['base_flag_id'],
  VUT_CITYTILE: ['citytile_type'],
  VUT_DIPLREL: ['diplstate_type', 'diplrel_other'],
  VUT_EXTRAFLAG: ['extra_flag_id'],
  VUT_IMPR_GENUS: ['impr_genus_id'],
  VUT_ROADFLAG: ['road_flag_id'],
  VUT_TECHFLAG: ['tech_flag_id'],
  VUT_TERRAINALTER: ['terrain_alteration'],
  VUT_TERRAINCLASS: ['terrain_class'],
  VUT_TERRFLAG: ['terrain_flag_id'],
  VUT_TOPO: ['topo_flag'],
  VUT_UCFLAG: ['unit_class_flag_id'],
  VUT_UNITSTATE: ['ustate_prop'],
  VUT_UTFLAG: ['unit_type_flag_id'],
};

let table: PacketTable | undefined;
const named = new Map<string, readonly string[]>();

/** The name of what a requirement is about, as the packets' own fields name it; '' when it has none. */
export function requiredName(requirement: PacketRequirement): string {
  return namesOf(requirement.type)[requirement.value] ?? '';
}

/** Whether a requirement is about one of these names, a thing's flags for example. */
export function namesOneOf(requirement: PacketRequirement, names: ReadonlySet<string>): boolean {
  return names.has(requiredName(requirement));
}

/** Names of the values of one kind of requirement, by number. */
function namesOf(kind: string): readonly string[] {
  const known = named.get(kind);
  if (known !== undefined) return known;
  table ??= loadPacketTable('3.0');
  const names: string[] = [];
  for (const enumeration of enumerations[kind] ?? []) {
    for (const [number, name] of namesByNumber(table, enumeration).entries()) {
      if (name !== undefined) names[number] = name;
    }
  }
  named.set(kind, names);
  return names;
}

/** Number of an action in this version of the protocol, as `blockedBy` bits count them; -1 for none. */
export function actionNumber(action: string): number {
  return namesOf('VUT_ACTION').indexOf(action);
}
