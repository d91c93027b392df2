import { loadPacketTable, type PacketTable, protocolVersions } from '../packet-table.js';

/** Numbers of enumerations differ by version. Here a name has that of the oldest version, or the next free one. */

/** A requirement carries the bare number of what it is about; these enumerations name it. */
const requirementEnums: Readonly<Record<string, readonly string[]>> = {
  VUT_ACTION: ['gen_action'],
  VUT_ACTIVITY: ['unit_activity'],
  VUT_AI_LEVEL: ['ai_level'],
  VUT_BASEFLAG: ['base_flag_id'],
  VUT_CITYSTATUS: ['citystatus_type'],
  VUT_CITYTILE: ['citytile_type'],
  VUT_DIPLREL: ['diplstate_type', 'diplrel_other'],
  VUT_DIPLREL_TILE: ['diplstate_type', 'diplrel_other'],
  VUT_DIPLREL_TILE_O: ['diplstate_type', 'diplrel_other'],
  VUT_DIPLREL_UNITANY: ['diplstate_type', 'diplrel_other'],
  VUT_DIPLREL_UNITANY_O: ['diplstate_type', 'diplrel_other'],
  VUT_EXTRAFLAG: ['extra_flag_id'],
  VUT_IMPR_FLAG: ['impr_flag_id'],
  VUT_IMPR_GENUS: ['impr_genus_id'],
  VUT_PLAYER_FLAG: ['plr_flag_id'],
  VUT_PLAYER_STATE: ['plrstate_type'],
  VUT_ROADFLAG: ['road_flag_id'],
  VUT_TECHFLAG: ['tech_flag_id'],
  VUT_TERRAINALTER: ['terrain_alteration'],
  VUT_TERRAINCLASS: ['terrain_class'],
  VUT_TERRFLAG: ['terrain_flag_id'],
  VUT_TOPO: ['topo_flag'],
  VUT_UCFLAG: ['unit_class_flag_id'],
  VUT_UNITSTATE: ['ustate_prop'],
  VUT_UTFLAG: ['unit_type_flag_id'],
  VUT_WRAP: ['wrap_flag'],
};

/** Numbers without a name are moved behind all that have one. */
const NAMELESS_OFFSET = 10_000;

/** The enumerations that name the values of one kind of requirement; none where the value is a number or an id. */
export function enumsOfRequirement(kind: string): readonly string[] {
  return requirementEnums[kind] ?? [];
}

const tables = new Map<string, PacketTable>();
const numbered = new Map<string, readonly string[]>();

/** The names of an enumeration in all versions, by our own numbers; with gaps where no version has a name. */
export function ownNamesOf(enumeration: string): readonly string[] {
  const known = numbered.get(enumeration);
  if (known !== undefined) return known;
  const names: string[] = [];
  for (const version of protocolVersions) {
    for (const [value, name] of tableOf(version).enums[enumeration]?.values ?? []) {
      if (names.includes(name)) continue;
      names[names[value] === undefined ? value : names.length] = name;
    }
  }
  numbered.set(enumeration, names);
  return names;
}

function tableOf(version: (typeof protocolVersions)[number]): PacketTable {
  const table = tables.get(version) ?? loadPacketTable(version);
  tables.set(version, table);
  return table;
}

/** Our own number of a value of an enumeration in one version. */
export type ToOwnNumber = (value: number) => number;

/** How the numbers of some enumerations, which share one range, become our own. */
export function ownNumbering(table: PacketTable, enumerations: readonly string[]): ToOwnNumber {
  const own = new Map<number, number>();
  for (const enumeration of enumerations) {
    const names = ownNamesOf(enumeration);
    for (const [value, name] of table.enums[enumeration]?.values ?? []) own.set(value, names.indexOf(name));
  }
  return (value) => own.get(value) ?? NAMELESS_OFFSET + value;
}
