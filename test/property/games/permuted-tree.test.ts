import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rulesetHash } from '../../../features/rulesets/game-ruleset.js';
import { generatedRules } from '../../../features/rulesets/generated-rules.js';
import { inventedNames } from '../../../features/rulesets/invented-names.js';
import {
  type OrdinaryThing,
  ordinaryThings,
  readRulesetFiles,
} from '../../../features/rulesets/ordinary-rules.js';
import { FACTORS } from '../../../features/rulesets/strengths.js';
import { MAX_SHIFT, permutedTree, type Technology } from '../../../features/rulesets/tech-tree.js';
import { runs } from '../../support/property-runs.js';
import { smallRuleset } from '../../unit/games/support/small-ruleset.js';

const seeds = fc.integer({ min: 0, max: 0xffff_ffff });
const MAX_NAME_BYTES = 47;

/** A tree without a circle: each technology requires at most two of those before it. */
const trees: fc.Arbitrary<readonly Technology[]> = fc
  .array(fc.array(fc.nat(), { maxLength: 2 }), { minLength: 1, maxLength: 60 })
  .map((rows) =>
    rows.map((row, at) => ({
      name: `T${at}`,
      requirements: [...new Set(row.map((one) => `T${one % Math.max(1, at)}`))].slice(0, at),
    })),
  );

/** The technologies in an order in which all can be learned. */
function learned(tree: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const known = new Set<string>();
  for (let before = -1; before < known.size; ) {
    before = known.size;
    for (const [name, needed] of tree) if (needed.every((one) => known.has(one))) known.add(name);
  }
  return [...known];
}

test('whatever the seed, each technology of a permuted tree can be learned and requires two at most', () => {
  fc.assert(
    fc.property(trees, seeds, (technologies, seed) => {
      const tree = permutedTree(technologies, [], seed);
      expect(learned(tree)).toHaveLength(technologies.length);
      for (const needed of tree.values()) expect(new Set(needed).size).toBe(needed.length);
      expect(Math.max(...[...tree.values()].map((needed) => needed.length))).toBeLessThanOrEqual(2);
      expect(permutedTree(technologies, [], seed)).toEqual(tree);
    }),
  );
});

test('a permuted tree moves no technology further than it may, and keeps the order of pairs', () => {
  const chain = Array.from({ length: 50 }, (_, at) => ({
    name: `T${String(at).padStart(2, '0')}`,
    requirements: at === 0 ? [] : [`T${String(at - 1).padStart(2, '0')}`],
  }));
  const place = (tree: ReadonlyMap<string, readonly string[]>, name: string) =>
    [...tree.keys()].indexOf(name);
  fc.assert(
    fc.property(seeds, (seed) => {
      const free = permutedTree(chain, [], seed);
      for (const [at, { name }] of chain.entries())
        expect(Math.abs(place(free, name) - at)).toBeLessThanOrEqual(MAX_SHIFT);
      const kept = permutedTree(chain, [['T10', 'T12']], seed);
      expect(place(kept, 'T10')).toBeLessThan(place(kept, 'T12'));
    }),
    { numRuns: runs(30) },
  );
});

test('invented names are unique, pronounceable, short enough for the server, and no ordinary name', () => {
  const things = Array.from({ length: 250 }, (_, at) => ({
    kind: 'tech',
    name: at % 2 ? `Bora${at}` : `T${at}`,
  }));
  fc.assert(
    fc.property(seeds, (seed) => {
      const names = [...inventedNames(things, seed).values()];
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(things.length);
      for (const name of names) {
        expect(name).toMatch(/^[A-Z][a-z]+$/);
        expect(name).not.toMatch(/[^aeiou]{5}/i);
        expect(name.length).toBeLessThanOrEqual(MAX_NAME_BYTES);
        expect(things.some((thing) => thing.name.toLowerCase() === name.toLowerCase())).toBe(false);
      }
    }),
    { numRuns: runs(20) },
  );
});

test('the name of a thing does not depend on what else a version of the game server has', () => {
  const [shared, other] = [
    { kind: 'unit', name: 'Cart' },
    { kind: 'unit', name: 'Chariot' },
  ];
  fc.assert(
    fc.property(seeds, (seed) => {
      expect(inventedNames([other, shared], seed).get(shared)).toBe(
        inventedNames([shared], seed).get(shared),
      );
    }),
  );
});

test('figures of a generated ruleset stay in their bounds; the same seed gives the same bytes', () => {
  const ordinary = ordinaryThings(readRulesetFiles(smallRuleset));
  fc.assert(
    fc.property(seeds, (seed) => {
      const made = generatedRules(smallRuleset, seed);
      expect(rulesetHash(generatedRules(smallRuleset, seed))).toBe(rulesetHash(made));
      const changed = ordinaryThings(readRulesetFiles(made));
      for (const before of ordinary) {
        const after = changed.find(({ section }) => section === before.section);
        for (const [key, [low, high]] of Object.entries(FACTORS)) {
          const [was, is] = [figure(before, key), figure(after, key)];
          if (was === undefined) continue;
          expect(is).toBeGreaterThanOrEqual(Math.min(was, Math.max(1, Math.floor(was * low))));
          expect(is).toBeLessThanOrEqual(Math.ceil(was * high));
        }
      }
    }),
    { numRuns: runs(30) },
  );
});

function figure(thing: OrdinaryThing | undefined, key: string): number | undefined {
  const text = thing?.entries.get(key)?.tokens[0]?.text;
  return text === undefined ? undefined : Number(text);
}
