import { listOf, type OrdinaryThing, requiredOf, textOf } from './ordinary-rules.js';
import { type RegistryEdit, replaced } from './registry-file.js';
import { permutedTree, type Technology } from './tech-tree.js';

/** The names of a ruleset for no technology, and for a technology that no player can get. */
const NO_TECH = 'None';
const NEVER = 'Never';

/** The changes that give each technology its place in another tree, under the invented names. */
export function treeEdits(
  things: readonly OrdinaryThing[],
  names: ReadonlyMap<OrdinaryThing, string>,
  seed: number,
): ReadonlyMap<OrdinaryThing, readonly RegistryEdit[]> {
  const techs = things
    .filter(({ kind }) => kind === 'tech')
    .filter((tech) => !requirementsOf(tech).includes(NEVER));
  const words = new Map(techs.map((tech) => [tech.name, names.get(tech) ?? '']));
  const tree = permutedTree(techs.map(technologyOf), keptPairs(things), seed);
  return new Map(
    techs.map((tech) => {
      const [first, second] = (tree.get(tech.name) ?? []).map((name) => words.get(name));
      return [tech, [...edit(tech, 'req1', first), ...edit(tech, 'req2', second)]];
    }),
  );
}

function edit(tech: OrdinaryThing, key: string, word = NO_TECH): readonly RegistryEdit[] {
  const token = tech.entries.get(key)?.tokens.find(({ kind }) => kind === 'string');
  return token === undefined ? [] : [replaced(token, word)];
}

function technologyOf(tech: OrdinaryThing): Technology {
  return { name: tech.name, requirements: requirementsOf(tech) };
}

function requirementsOf({ entries }: OrdinaryThing): readonly string[] {
  const named = [textOf(entries.get('req1')), textOf(entries.get('req2'))];
  return named.filter((name) => name !== undefined).filter((name) => name !== NO_TECH);
}

/**
 * Pairs of technologies whose order must stay: what gives a thing and what makes it obsolete; what gives a building and what gives
 * another one that requires it.
 */
function keptPairs(things: readonly OrdinaryThing[]): readonly (readonly [string, string])[] {
  const giving = new Map(things.map((thing) => [`${thing.kind} ${thing.name}`, givingOf(thing)]));
  return things.flatMap((thing) => {
    const { kind, entries } = thing;
    const own = givingOf(thing);
    const obsolete = requiredOf(entries.get('obsolete_by'), 'Tech');
    const successors = kind === 'unit' ? listOf(entries.get('obsolete_by')) : [];
    const later = [...obsolete, ...successors.flatMap((name) => giving.get(`unit ${name}`) ?? [])];
    const needed = requiredOf(entries.get('reqs'), 'Building');
    const earlier = needed.flatMap((name) => giving.get(`building ${name}`) ?? []);
    return [
      ...own.flatMap((first) => later.map((second) => [first, second] as const)),
      ...earlier.flatMap((first) => own.map((second) => [first, second] as const)),
    ];
  });
}

/** The technologies with which a thing can be built. */
function givingOf({ kind, entries }: OrdinaryThing): readonly string[] {
  if (kind !== 'unit' && kind !== 'building') return [];
  const named = listOf(entries.get('tech_req')).filter((name) => name !== NO_TECH);
  return [...named, ...requiredOf(entries.get('reqs'), 'Tech')];
}
