import type { RuleEntry } from '#shared/protocol/state/answers.js';
import { displayName, type Named, wireNameOf } from '../../proxy/rules/lookup/names.js';

const MAX_HELP_CHARACTERS = 900;

/** An entry from what all things of a ruleset have; sentences that do not apply are undefined. */
export function ruleEntry(
  kind: RuleEntry['kind'],
  thing: Named & { readonly helptext: string },
  sentences: readonly (string | undefined)[],
): RuleEntry {
  const help = plainHelp(thing.helptext);
  return {
    kind,
    name: wireNameOf(thing) ?? thing.name,
    title: displayName(thing.name),
    sentences: sentences.filter((sentence) => sentence !== undefined),
    help: help || undefined,
  };
}

/** Rulesets end paragraphs with a control character. */
function plainHelp(text: string): string {
  const plain = [...text]
    .map((letter) => (letter < ' ' ? ' ' : letter))
    .join('')
    .replace(/ +/g, ' ')
    .trim();
  return plain.length <= MAX_HELP_CHARACTERS ? plain : `${plain.slice(0, MAX_HELP_CHARACTERS - 1)}…`;
}

/** `a, b and c`; `nothing` for an empty list. */
export function joinNames(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? 'nothing';
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Display names. */
export function displayNames(things: Iterable<Named>): readonly string[] {
  return [...things].map(({ name }) => displayName(name));
}
