import { closest, distance } from 'fastest-levenshtein';
import { memo } from '#shared/core/memo.js';
import { fail, ok, type Result } from '#shared/core/result.js';

/** Anything of a ruleset: `name` is what people see, `ruleName` what the ruleset calls it. */
export interface Named {
  readonly name: string;
  readonly ruleName?: string | undefined;
  /** More names that it goes by: the plural, a nation's adjective. */
  readonly otherNames?: readonly string[];
}

/** What to offer when a name fits nothing, best first; display names. */
export interface NoSuchName {
  readonly didYouMean: readonly string[];
}

const MAX_SUGGESTIONS = 3;

/** The names of a nation: its adjective first, which is what states show. */
export function nationNames(nation: {
  readonly adjective: string;
  readonly ruleName: string;
  readonly nounPlural: string;
}): Named {
  return { name: nation.adjective, ruleName: nation.ruleName, otherNames: [nation.nounPlural] };
}

/** `Rome, Veii and 3 more`: at most `max` names of a list. */
export function listUpTo(max: number, names: readonly string[]): string {
  const more = names.length - max;
  const shown = names.slice(0, max).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** The name as people see it: FreeCiv tells equal words apart by a prefix, `?nation:Roman`. */
export function displayName(name: string): string {
  return name.startsWith('?') && name.includes(':') ? name.slice(name.indexOf(':') + 1) : name;
}

/** A name as agents read and send it: `bronze_working`, `king_richards_crusade`. Any action takes it back. */
function wireName(name: string): string {
  return displayName(name)
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
}

const nameOf = memo(({ ruleName, name }: Named) => wireName(ruleName ?? name));

/** The wire name of a thing of the ruleset. */
export function wireNameOf(thing: Named): string;
/** Null for a number that the ruleset has nothing for. */
export function wireNameOf(thing: Named | undefined): string | null;
/** The wire name of a thing of the ruleset; null for a number that the ruleset has nothing for. */
export function wireNameOf(thing: Named | undefined): string | null {
  return thing === undefined ? null : nameOf(thing);
}

/**
 * Finds the one thing that somebody means by `text`: display or rule name, whatever the case, spaces, underscores,
 * hyphens, apostrophes, accents, a leading article or the plural. Of several that a text fits equally well the one with that rule name is meant; with none of
 * them the text fits nothing.
 */
export function resolveName<T extends Named>(candidates: Iterable<T>, text: string): Result<T, NoSuchName> {
  const all = [...candidates];
  for (const spelling of spellings) {
    const wanted = spelling(text);
    const found = all.filter((candidate) => namesOf(candidate).some((name) => spelling(name) === wanted));
    // Two things may be shown under one name, but only one is called so by the ruleset.
    const called = found.filter(({ ruleName }) => spelling(displayName(ruleName ?? '')) === wanted);
    const [only, ...others] = called.length === 1 ? called : found;
    if (only !== undefined && others.length === 0) return ok(only);
    if (only !== undefined) return fail({ didYouMean: found.slice(0, MAX_SUGGESTIONS).map(shown) });
  }
  return fail({ didYouMean: suggestions(all, text) });
}

/** From strict to lenient: the first comparison with a match decides. */
const spellings: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toLowerCase(),
  remembered(plain),
  remembered((name) => withoutArticle(name, plain)),
  remembered((name) => withoutArticle(name, singular)),
];

/** A ruleset has about a thousand names, and each is compared for every text. */
const MAX_REMEMBERED = 5_000;

function remembered(spelling: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    let spelled = known.get(name);
    if (spelled !== undefined) return spelled;
    spelled = spelling(name);
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(name, spelled);
    return spelled;
  };
}

function namesOf(candidate: Named): string[] {
  const { name, ruleName, otherNames = [] } = candidate;
  return [name, ...(ruleName === undefined ? [] : [ruleName]), ...otherNames].map(displayName);
}

function shown(candidate: Named): string {
  return displayName(candidate.name);
}

/** Letters and digits only. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function withoutArticle(name: string, spelling: (name: string) => string): string {
  return spelling(name.replace(/^\s*(?:the|an?)[\s_-]+/iu, ''));
}

/** Good enough to compare two names with: the same word in singular and plural gives the same. */
function singular(name: string): string {
  return plain(name)
    .replace(/men$/u, 'man')
    .replace(/ies$/u, 'y')
    .replace(/(?<=s|x|z|ch|sh)es$/u, '')
    .replace(/s$/u, '');
}

function suggestions(candidates: readonly Named[], text: string): string[] {
  const wanted = plain(text);
  if (wanted === '') return [];
  return candidates
    .map((candidate) => ({ name: shown(candidate), rank: rank(candidate, wanted) }))
    .filter(({ rank }) => rank <= Math.max(2, wanted.length / 3))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);
}

/** The distance of a thing's names from `wanted`, in edits; a name that contains it or is part of it is near. */
function rank(candidate: Named, wanted: string): number {
  const names = namesOf(candidate).map(plain);
  const contained = (name: string) => name.includes(wanted) || (name.length > 2 && wanted.includes(name));
  if (wanted.length > 2 && names.some(contained)) return 1;
  return distance(closest(wanted, names), wanted);
}
