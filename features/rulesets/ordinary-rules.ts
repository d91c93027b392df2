import { displayName } from '../../proxy/rules/lookup/names.js';
import { type RegistryEntry, type RegistryTable, registryEntries, tableOf } from './registry-file.js';
import { kindOfSection, type RenamedKindName } from './renamed-kinds.js';

/** A file of a ruleset with what is in it. */
export interface RulesetFile {
  readonly file: string;
  readonly text: string;
  readonly entries: readonly RegistryEntry[];
}

/** One thing that a ruleset defines. */
export interface OrdinaryThing {
  readonly kind: RenamedKindName;
  /** What the ruleset calls it. */
  readonly name: string;
  readonly file: string;
  readonly section: string;
  /** By their keys. */
  readonly entries: ReadonlyMap<string, RegistryEntry>;
}

/** Reads the files that are in the format of rulesets. Throws with file and line for one that is not. */
export function readRulesetFiles(texts: ReadonlyMap<string, string>): readonly RulesetFile[] {
  return [...texts]
    .filter(([file]) => file.endsWith('.ruleset'))
    .map(([file, text]) => {
      try {
        return { file, text, entries: registryEntries(text) };
      } catch (cause) {
        throw new Error(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
      }
    });
}

/** The things of the renamed kinds, in the order of the files. */
export function ordinaryThings(files: readonly RulesetFile[]): readonly OrdinaryThing[] {
  return files.flatMap(({ file, entries }) => {
    const sections = new Map<string, Map<string, RegistryEntry>>();
    for (const entry of entries) {
      const section = sections.get(entry.section) ?? new Map<string, RegistryEntry>();
      sections.set(entry.section, section.set(entry.key, entry));
    }
    return [...sections].flatMap(([section, byKey]) => {
      const kind = kindOfSection(section);
      const name = textOf(byKey.get('rule_name')) ?? textOf(byKey.get('name'));
      if (kind === undefined || name === undefined) return [];
      return [{ kind, name: displayName(name), file, section, entries: byKey }];
    });
  });
}

/** The first string of an entry. */
export function textOf(entry: RegistryEntry | undefined): string | undefined {
  return entry?.tokens.find(({ kind }) => kind === 'string')?.text;
}

/** The strings of an entry that is a list. */
export function listOf(entry: RegistryEntry | undefined): readonly string[] {
  return (entry?.tokens ?? []).filter(({ kind }) => kind === 'string').map(({ text }) => text);
}

/** The names that the requirements of an entry have of a type, such as `Tech`. */
export function requiredOf(entry: RegistryEntry | undefined, type: string): readonly string[] {
  const table = entry === undefined ? undefined : tableOf(entry);
  return table === undefined
    ? []
    : requirementRows(table).flatMap((row) => (row.type === type ? row.name : []));
}

function requirementRows({ columns, rows }: RegistryTable) {
  const [type, name] = [columns.indexOf('type'), columns.indexOf('name')];
  return rows.map((row) => ({ type: row[type]?.text ?? '', name: row[name]?.text ?? '' }));
}
