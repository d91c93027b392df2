/** A kind of things that get invented names, and where a ruleset names them. */
interface RenamedKind {
  /** How the sections begin that define one of them each. */
  readonly section: string;
  /** Entries whose strings are names of this kind. */
  readonly keys: readonly string[];
  /** What requirements call the kind, in lower case. */
  readonly requirement: string;
}

/** The kinds. Nations, extras, specialists and classes of units keep their names: the files of the nations and the server's scripts refer to them. */
const renamedKinds = {
  tech: {
    section: 'advance_',
    keys: ['req1', 'req2', 'root_req', 'tech_req', 'global_init_techs'],
    requirement: 'tech',
  },
  unit: { section: 'unit_', keys: ['convert_to', 'animal'], requirement: 'unittype' },
  building: {
    section: 'building_',
    keys: ['impr_req', 'replaced_by', 'global_init_buildings'],
    requirement: 'building',
  },
  government: {
    section: 'government_',
    keys: ['gov_req', 'ai_better', 'during_revolution', 'default_government'],
    requirement: 'gov',
  },
  terrain: {
    section: 'terrain_',
    keys: [
      ...['irrigation_result', 'mining_result', 'transform_result', 'cultivate_result', 'plant_result'],
      ...['warmer_wetter_result', 'warmer_drier_result', 'cooler_wetter_result', 'cooler_drier_result'],
    ],
    requirement: 'terrain',
  },
} as const satisfies Readonly<Record<string, RenamedKind>>;

/** The name of a kind. */
export type RenamedKindName = keyof typeof renamedKinds;

const kindNames: readonly RenamedKindName[] = ['tech', 'unit', 'building', 'government', 'terrain'];

/** The kind that a section defines one of; undefined for another section. */
export function kindOfSection(section: string): RenamedKindName | undefined {
  return kindNames.find((kind) => section.startsWith(renamedKinds[kind].section));
}

/** The kind whose names stand in that entry. */
export function kindOfKey(section: string, key: string): RenamedKindName | undefined {
  if (key === 'obsolete_by' && kindOfSection(section) === 'unit') return 'unit';
  return kindNames.find((kind) => renamedKinds[kind].keys.some((known) => known === key));
}

/** The kind that a requirement of that type names. */
export function kindOfRequirement(type: string): RenamedKindName | undefined {
  return kindNames.find((kind) => renamedKinds[kind].requirement === type.toLowerCase());
}
