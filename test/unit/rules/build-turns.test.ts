import { describe, expect, test } from 'vitest';
import type { PacketFields } from '../../../proxy/freeciv/generated/packets.js';
import { turnsToSpare } from '../../../proxy/rules/cities/growth.js';
import { buildTurns, popCostOf } from '../../../proxy/rules/production/build-costs.js';
import { allTargets } from '../../../proxy/rules/production/target.js';
import type { City } from '../../../proxy/world/city.js';
import { Ruleset } from '../../../proxy/world/ruleset.js';
import { VersionedTable } from '../../../proxy/world/versioned-table.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const world = worldAtTurn(60);
const nesa = must(world.cities.get(133));

type Detail = PacketFields['city_info'];

/** Nesa with so many citizens, 4 food and 6 shields a turn, 2 food in a granary of 20, and 10 shields in stock. */
function city(size: number, changes: Partial<Detail> = {}): City {
  const production = { productionKind: 'VUT_UTYPE', productionValue: targetNamed('Settlers').value } as const;
  const stocks = { surplus: [4, 6, 0, 0, 0, 0], foodStock: 2, shieldStock: 10 };
  return {
    ...nesa,
    size,
    granary: { size: 20, turns: 5 },
    detail: { ...must(nesa.detail), ...production, ...stocks, cityOptions: new Set(), ...changes },
  };
}

function targetNamed(name: string) {
  return must(allTargets(world).find(({ thing }) => thing.ruleName === name));
}

test.each<[string, City, number, number | undefined]>([
  ['that has enough of them, at once', city(2), 1, 1],
  ['that needs one more, a turn after it has grown', city(1), 1, 6],
  ['that needs two more, after both', city(1), 2, 6 + Math.ceil(30 / 4)],
  ['that does not grow, never', city(1, { surplus: [0, 6, 0, 0, 0, 0] }), 1, undefined],
  ['that may be disbanded, all at once', city(1, { cityOptions: new Set(['CITYO_DISBAND']) }), 1, 1],
  ['that none leave, at once', city(1, { surplus: [0, 6, 0, 0, 0, 0] }), 0, 1],
])('citizens can leave a city %s', (_which, of, citizens, turns) => {
  expect(turnsToSpare(world, of, citizens)).toBe(turns);
});

test('the only city of a player is not disbanded for a unit', () => {
  const alone = city(1, { cityOptions: new Set(['CITYO_DISBAND']) });
  const one = worldWith(world, { cities: tableWith(new VersionedTable<City>(), ({ id }) => id, alone) });
  expect([world, one].map((of) => turnsToSpare(of, alone, 1))).toEqual([1, 6]);
});

test('a unit may cost a city fewer citizens than its type says', () => {
  const effect = { effectType: 'EFT_POPCOST_FREE', hasMultiplier: false, multiplier: 0, reqs: [] } as const;
  const cost = (...values: readonly number[]) => {
    const effects = values.map((effectValue) => ({ ...effect, effectValue }));
    const free = worldWith(world, { ruleset: Object.assign(new Ruleset(), world.ruleset, { effects }) });
    return popCostOf(free, city(1), targetNamed('Settlers'));
  };
  expect([cost(), cost(1), cost(1, 1)]).toEqual([1, 0, 0]);
});

describe('turns to build', () => {
  const settlers = targetNamed('Settlers');
  const warriors = targetNamed('Warriors');

  test.each<[string, City, typeof settlers, number | undefined]>([
    ['takes the turns of its shields where there are citizens enough', city(2), settlers, 5],
    ['takes the turns of the growth where that is later', city(1), settlers, 6],
    [
      'takes the turns of the shields where these are later',
      city(1, { surplus: [18, 1, 0, 0, 0, 0] }),
      settlers,
      30,
    ],
    [
      'is never done where the city does not grow',
      city(1, { surplus: [0, 6, 0, 0, 0, 0] }),
      settlers,
      undefined,
    ],
    ['is never done without shields', city(2, { surplus: [4, 0, 0, 0, 0, 0] }), settlers, undefined],
    ['does not wait for citizens that it leaves in the city', city(1), warriors, 1],
  ])('what a city builds %s', (_what, of, target, turns) => {
    expect(buildTurns(world, of, target)).toBe(turns);
  });
});
