import { expect, it } from 'vitest';
import {
  buildingOutcome,
  keptBuildingOutcomes,
  withBuilding,
} from '../../../features/advisor/rules/building-outcome.js';
import { cityBasis, cityEconomy } from '../../../proxy/rules/cities/city-economy.js';
import { citiesOf } from '../../../proxy/rules/cities/realm.js';
import { hasBuilding } from '../../../proxy/rules/lookup/cities.js';
import { type Recording, replayTurns, worldAtTurn } from '../../support/recorded-world.js';

const moments: readonly (readonly [Recording, number])[] = [
  ['classic-6-ai-100-turns', 95],
  ['civ2civ3-4-ai-60-turns', 40],
];

it.each(moments)(
  'the output foretold for a building is what the city makes with it, in %s at turn %i',
  (recording, turn) => {
    const world = worldAtTurn(turn, recording);
    const cities = citiesOf(world, 0).filter(({ detail }) => detail !== undefined);
    const cases = cities.flatMap((city) => {
      const basis = cityBasis(world, city);
      return [...world.ruleset.improvements.values()]
        .filter((building) => !hasBuilding(city, building))
        .map((building) => ({ city, basis, building }));
    });
    const outcomes = cases.map(({ city, basis, building }) => {
      const then = withBuilding(world, city, building);
      const outcome = buildingOutcome(world, basis, building);
      expect(outcome.after).toEqual(cityEconomy(then, cityBasis(then, then.cities.get(city.id) ?? city)));
      return outcome;
    });
    const changed = outcomes.filter(({ before, after }) => before.prod.join() !== after.prod.join());
    expect(changed.length).toBeGreaterThan(10);
  },
);

const ME = 0;

it.each<[Recording, number]>([
  ['classic-6-ai-100-turns', 60],
  ['civ2civ3-4-ai-60-turns', 40],
])('kept outcomes of buildings are those computed anew, turn after turn, in %s', (recording, turns) => {
  let compared = 0;
  replayTurns(ME, recording, turns, (world, version) => {
    if (version % 211 !== 0) return;
    for (const city of citiesOf(world, ME).filter(({ detail }) => detail !== undefined)) {
      const outcomeOf = keptBuildingOutcomes(world, city);
      const basis = cityBasis(world, city);
      for (const building of world.ruleset.improvements.values()) {
        if (hasBuilding(city, building) || building.genus !== 'IG_IMPROVEMENT') continue;
        expect(outcomeOf(building)).toEqual(buildingOutcome(world, basis, building));
        compared += 1;
      }
    }
  });
  expect(compared).toBeGreaterThan(1_000);
});
