import { SeededDraws } from './seeded-draws.js';

/** A technology with the ones that it requires. */
export interface Technology {
  readonly name: string;
  /** At most two. */
  readonly requirements: readonly string[];
}

/** A technology moves at most so many places from where it comes in the ordinary order, where nothing holds it. */
export const MAX_SHIFT = 14;
/** A technology requires others at most so many places before it. */
const REACH = 16;

/**
 * Another tree of the same technologies. They are put in another order, near the ordinary one, and each requires as many as the
 * one that had its place, all of them before it: so there is no circle, and everything can be reached from those that require
 * nothing. `before` names pairs whose order must stay, such as what gives a building and what makes it obsolete.
 */
export function permutedTree(
  technologies: readonly Technology[],
  before: readonly (readonly [first: string, second: string])[],
  seed: number,
): ReadonlyMap<string, readonly string[]> {
  const ordinary = inOrder(technologies);
  const order = shiftedOrder(
    ordinary.map(({ name }) => name),
    before,
    seed,
  );
  const above = new Map<string, ReadonlySet<string>>();
  const tree = new Map<string, readonly string[]>();
  for (const [place, name] of order.entries()) {
    const number = ordinary[place]?.requirements.length ?? 0;
    const near = order.slice(Math.max(0, place - REACH), place);
    const chosen = chosenFrom(near, number, above, new SeededDraws(seed, `requirements of ${name}`));
    tree.set(name, chosen);
    above.set(name, new Set(chosen.flatMap((one) => [one, ...(above.get(one) ?? [])])));
  }
  return tree;
}

/** By the number of technologies that are needed, and then by name. Throws when one cannot be reached. */
function inOrder(technologies: readonly Technology[]): readonly Technology[] {
  const byName = new Map(technologies.map((one) => [one.name, one]));
  const needed = new Map<string, ReadonlySet<string>>();
  const neededFor = (name: string, path: readonly string[]): ReadonlySet<string> => {
    const known = needed.get(name);
    if (known !== undefined) return known;
    const { requirements = [] } = byName.get(name) ?? {};
    if (path.includes(name)) throw new Error(`the technology ${name} requires itself`);
    const all = new Set(requirements.flatMap((one) => [one, ...neededFor(one, [...path, name])]));
    needed.set(name, all);
    return all;
  };
  return technologies.toSorted(
    (a, b) => neededFor(a.name, []).size - neededFor(b.name, []).size || (a.name < b.name ? -1 : 1),
  );
}

/** The next in each place is the one whose drawn place is the first of those that wait for nothing. */
function shiftedOrder(
  names: readonly string[],
  before: readonly (readonly [string, string])[],
  seed: number,
): readonly string[] {
  const rank = new Map(names.map((name, place) => [name, place]));
  const shift = (name: string) => (new SeededDraws(seed, `place of ${name}`).fraction() - 0.5) * MAX_SHIFT;
  const places = new Map(names.map((name, place) => [name, place + shift(name)]));
  // A pair against the ordinary order could not be kept everywhere.
  const kept = before.filter(([first, second]) => (rank.get(first) ?? 0) < (rank.get(second) ?? 0));
  const waiting = new Set(names.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)));
  const order: string[] = [];
  while (waiting.size > 0) {
    const isHeld = (name: string) => kept.some(([first, second]) => second === name && waiting.has(first));
    const next = [...waiting].find((name) => !isHeld(name));
    if (next === undefined) break;
    waiting.delete(next);
    order.push(next);
  }
  return order;
}

/** So many of the near ones, none of which another one of them needs; fewer where there are no such. */
function chosenFrom(
  near: readonly string[],
  number: number,
  above: ReadonlyMap<string, ReadonlySet<string>>,
  draws: SeededDraws,
): readonly string[] {
  const chosen: string[] = [];
  while (chosen.length < number) {
    const isFree = (name: string) =>
      !chosen.some(
        (one) => one === name || above.get(one)?.has(name) === true || above.get(name)?.has(one) === true,
      );
    const next = draws.oneOf(near.filter(isFree));
    if (next === undefined) break;
    chosen.push(next);
  }
  return chosen;
}
