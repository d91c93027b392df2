import { displayName, type Named } from '../../rules/lookup/names.js';

/** A name as agents read and send it: `bronze_working`, `king_richards_crusade`. Any action takes it back. */
function wireName(name: string): string {
  return displayName(name)
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
}

const wireNames = new WeakMap<Named, string>();

/** The wire name of a thing of the ruleset; null for a number the ruleset has nothing for. */
export function wireNameOf(thing: Named | undefined): string | null {
  if (thing === undefined) return null;
  let name = wireNames.get(thing);
  if (name === undefined) {
    name = wireName(thing.ruleName ?? thing.name);
    wireNames.set(thing, name);
  }
  return name;
}

/** `DS_WAR` → `war`, `ACTIVITY_GEN_ROAD` → `gen_road`: an enumeration's value without its prefix. */
export function plainName(value: string, prefix: string): string {
  return (value.startsWith(prefix) ? value.slice(prefix.length) : value).toLowerCase();
}
