import { expect, test } from 'vitest';
import {
  buildingHasEffect,
  effectsOf,
  effectTotal,
  effectValue,
} from '../../../proxy/rules/requirements/effects.js';
import type { Requirement } from '../../../proxy/rules/requirements/requirement.js';
import { areMet } from '../../../proxy/rules/requirements/requirements.js';
import { Ruleset } from '../../../proxy/world/ruleset.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { type Recording, worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(2);
const rest = { range: 'REQ_RANGE_PLAYER', survives: false, present: true, quiet: false } as const;
const always: Requirement = { ...rest, type: 'VUT_NONE', value: 0 };
const never: Requirement = { ...always, present: false };
const unknown: Requirement = { ...rest, type: 'VUT_ACHIEVEMENT', value: 0 };
const ofBuilding = (value: number): Requirement => ({ ...rest, type: 'VUT_IMPROVEMENT', value });

interface EffectRow {
  readonly value: number;
  readonly reqs?: readonly Requirement[];
  /** The number of a policy. */
  readonly policy?: number;
}

/** A world whose only effects are these, of one type, and one of another type. */
function worldOf(effects: readonly EffectRow[], setting = 3): World {
  const ruleset = new Ruleset();
  for (const { value, reqs = [], policy } of effects)
    ruleset.effects.push({
      ...{ effectType: 'EFT_TECH_PARASITE', effectValue: value, reqs: [...reqs] },
      ...{ reqsCount: reqs.length, hasMultiplier: policy !== undefined, multiplier: policy ?? 0 },
    });
  ruleset.effects.push({
    ...{ effectType: 'EFT_NO_DIPLOMACY', effectValue: 1000, reqs: [ofBuilding(7)] },
    ...{ reqsCount: 1, hasMultiplier: false, multiplier: 0 },
  });
  const policy = { start: 0, stop: 9, step: 1, def: 0, name: 'p', ruleName: 'p', helptext: '' };
  ruleset.multipliers.set(1, { ...policy, id: 1, offset: 2, factor: 50 });
  const player = { ...must(recorded.players.get(0)), multiplier: [0, setting] };
  return worldWith(recorded, {
    ruleset,
    players: tableWith(recorded.players, ({ playerno }) => playerno, player),
  });
}

test.each<readonly [string, readonly EffectRow[], number, boolean]>([
  ['none at all', [], 0, true],
  ['several that add up', [{ value: 5 }, { value: 7 }, { value: -2 }], 10, true],
  ['one that is met', [{ value: 5, reqs: [always] }], 5, true],
  ['one that is not met', [{ value: 5, reqs: [never] }, { value: 1 }], 1, true],
  ['one of which it is unknown', [{ value: 5, reqs: [unknown] }, { value: 1 }], 1, false],
  ['one that is not met whatever the rest', [{ value: 5, reqs: [unknown, never] }], 0, true],
  ['by a policy: (3 + 2) * 50 %', [{ value: 10, policy: 1 }], 25, true],
  ['by a policy, without fractions', [{ value: 3, policy: 1 }], 7, true],
  ['by a policy, negative', [{ value: -3, policy: 1 }], -7, true],
  ['by a policy that there is not', [{ value: 10, policy: 0 }], 0, true],
  ['by a policy and by itself', [{ value: 10, policy: 1 }, { value: 4 }], 29, true],
])('effects of one type have their sum: %s', (_which, effects, value, certain) => {
  const world = worldOf(effects);
  expect(effectTotal(world, 'EFT_TECH_PARASITE', { player: 0 })).toEqual({ value, certain });
  expect(effectValue(world, 'EFT_TECH_PARASITE', { player: 0 })).toBe(value);
  expect(effectsOf(world, 'EFT_TECH_PARASITE')).toHaveLength(effects.length);
});

test('effects by a policy are nothing without a player, or for one that is not known', () => {
  const world = worldOf([{ value: 10, policy: 1 }]);
  expect(effectValue(world, 'EFT_TECH_PARASITE', {})).toBe(0);
  expect(effectValue(world, 'EFT_TECH_PARASITE', { player: 77 })).toBe(0);
  expect(effectValue(worldOf([{ value: 10, policy: 1 }], 0), 'EFT_TECH_PARASITE', { player: 0 })).toBe(10);
});

test('effects are those of a building when one of them asks for it', () => {
  const world = worldOf([
    { value: 1, reqs: [always, ofBuilding(3)] },
    { value: 1, reqs: [{ ...always, value: 4 }] },
  ]);
  const has = [3, 4, 7].map((building) => buildingHasEffect(world, building, 'EFT_TECH_PARASITE'));
  expect(has).toEqual([true, false, false]);
  expect(buildingHasEffect(world, 7, 'EFT_NO_DIPLOMACY')).toBe(true);
  expect(buildingHasEffect(worldOf([]), 3, 'EFT_TECH_PARASITE')).toBe(false);
});

test.each<Recording>(['classic-6-ai-100-turns', 'civ2civ3-4-ai-60-turns'])(
  'effects on an output are all those whose requirements are met for it, in %s',
  (recording) => {
    const world = worldAtTurn(recording === 'classic-6-ai-100-turns' ? 60 : 40, recording);
    const types = new Set(world.ruleset.effects.map(({ effectType }) => effectType));
    const cities = [...world.cities.values()].filter(({ detail }) => detail !== undefined).slice(0, 8);
    let some = 0;
    for (const city of cities)
      for (const type of types)
        for (const output of [0, 1, 2, 3, 4, 5]) {
          const context = { player: city.owner, city, tile: city.tile, output };
          const met = effectsOf(world, type).filter(({ reqs }) => areMet(world, reqs, context) === true);
          if (met.some(({ hasMultiplier }) => hasMultiplier)) continue;
          const sum = met.reduce((total, one) => total + one.effectValue, 0);
          expect(effectValue(world, type, context), `${type} of output ${output}`).toBe(sum);
          some += Math.abs(sum);
        }
    expect(some).toBeGreaterThan(100);
  },
);
