import { describe, expect, test } from 'vitest';
import { nativeExtras } from '../../../proxy/rules/lookup/extra-lists.js';
import { rulesetIndex } from '../../../proxy/rules/lookup/ruleset-index.js';
import { buildTargets, canBuild } from '../../../proxy/rules/production/build-targets.js';
import { allTargets } from '../../../proxy/rules/production/target.js';
import { canBuildExtra } from '../../../proxy/rules/terrain/extras.js';
import { extrasBuiltBy } from '../../../proxy/rules/terrain/terrain-work.js';
import { unitTypeOf } from '../../../proxy/rules/units/unit-type.js';
import { must } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const CAUSES = ['EC_ROAD', 'EC_IRRIGATION', 'EC_MINE', 'EC_BASE'] as const;

describe.each([
  worldAtTurn(60),
  worldAtTurn(60, 'civ2civ3-4-ai-90-turns'),
  worldAtTurn(90, 'civ2civ3-4-ai-40-turns-3.2'),
])('short lists leave out nothing, in recorded game %#', (world) => {
  test('what a city can build is found among all targets of the ruleset', () => {
    let found = 0;
    for (const city of world.cities.values()) {
      const possible = allTargets(world).filter((target) => canBuild(world, city, target) !== false);
      const told = buildTargets(world, city).map(({ kind, value }) => `${kind} ${value}`);
      expect(told).toEqual(possible.map(({ kind, value }) => `${kind} ${value}`));
      found += told.length;
    }
    expect(found).toBeGreaterThan(50);
  });

  test('what a unit can build where it stands is among what its type may build', () => {
    const { extras } = rulesetIndex(world.ruleset);
    let [built, longest, shortest] = [0, 0, Number.POSITIVE_INFINITY];
    for (const unit of world.units.values())
      for (const cause of CAUSES) {
        const type = must(unitTypeOf(world, unit));
        const list = extrasBuiltBy(world, type, cause);
        const possible = extras.filter(
          (extra) => extra.causes.has(cause) && canBuildExtra(world, unit, extra),
        );
        expect(list).toEqual(expect.arrayContaining(possible));
        built += possible.length;
        longest = Math.max(longest, list.length);
        shortest = Math.min(shortest, list.length);
      }
    expect(built).toBeGreaterThan(5);
    expect([longest > 0, shortest]).toEqual([true, 0]);
  });

  test('extras that make tiles native are listed for each class of units', () => {
    for (const { id } of world.ruleset.unitClasses.values())
      for (const extra of rulesetIndex(world.ruleset).extras) {
        const isNative =
          extra.flags.has('EF_NATIVE_TILE') && ((must(extra.nativeTo[id >> 3]) >> (id & 7)) & 1) === 1;
        expect(nativeExtras(world, id).includes(extra)).toBe(isNative);
      }
  });
});
