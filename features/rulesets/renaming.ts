import type { OrdinaryThing, RulesetFile } from './ordinary-rules.js';
import {
  type RegistryEdit,
  type RegistryEntry,
  type RegistryToken,
  replaced,
  tableOf,
} from './registry-file.js';
import { kindOfKey, kindOfRequirement, type RenamedKindName } from './renamed-kinds.js';

/** The invented names of a ruleset's things. */
type Names = ReadonlyMap<OrdinaryThing, string>;
type NewName = (kind: RenamedKindName, name: string) => string | undefined;

/** Gives things their new names where a file defines them, and where it refers to them. */
export function renamedIn(
  { entries }: RulesetFile,
  things: readonly OrdinaryThing[],
  names: Names,
): readonly RegistryEdit[] {
  const newName = lookup(names);
  return [
    ...things.flatMap((thing) => definitionEdits(thing, names.get(thing) ?? '')),
    ...entries.flatMap((entry) => referenceEdits(entry, newName)),
  ];
}

/** The script of a ruleset refers to terrains alone by name. */
export function renamedScript(text: string, names: Names): string {
  const newName = lookup(names);
  return text.replace(/(?<!_\()"([^"\n]*)"/g, (written, name) => {
    const terrain = newName('terrain', name);
    return terrain === undefined ? written : `"${terrain}"`;
  });
}

function lookup(names: Names): NewName {
  const known = new Map([...names].map(([{ kind, name }, word]) => [`${kind} ${name}`, word]));
  return (kind, name) => known.get(`${kind} ${name}`);
}

function definitionEdits({ entries }: OrdinaryThing, word: string): readonly RegistryEdit[] {
  return ['name', 'rule_name'].flatMap((key) => {
    const token = entries.get(key)?.tokens.find(({ kind }) => kind === 'string');
    return token === undefined ? [] : [replaced(token, word)];
  });
}

function referenceEdits(entry: RegistryEntry, newName: NewName): readonly RegistryEdit[] {
  const table = tableOf(entry);
  if (table === undefined) {
    const kind = kindOfKey(entry.section, entry.key);
    return kind === undefined
      ? []
      : entry.tokens.flatMap((token) => editTo(token, newName(kind, token.text)));
  }
  const [type, name] = [table.columns.indexOf('type'), table.columns.indexOf('name')];
  return table.rows.flatMap((row) => {
    const kind = kindOfRequirement(row[type]?.text ?? '');
    const token = row[name];
    return kind === undefined || token === undefined ? [] : editTo(token, newName(kind, token.text));
  });
}

function editTo(token: RegistryToken, word: string | undefined): readonly RegistryEdit[] {
  return token.kind === 'string' && word !== undefined ? [replaced(token, word)] : [];
}
