import { expect, test } from 'vitest';
import { productionChoices } from '../../../features/advisor/production/advice.js';
import { founderSwap } from '../../../features/advisor/rules/founder-tiles.js';
import { situationOf } from '../../../features/advisor/situation.js';
import { cityEconomy, currentPlacement, replacedBasis } from '../../../proxy/rules/cities/city-economy.js';
import { outputs } from '../../../proxy/rules/lookup/outputs.js';
import { realmBasis } from '../../../proxy/rules/players/realm-forecast.js';
import { buildCost, buyCost } from '../../../proxy/rules/production/build-costs.js';
import { allTargets } from '../../../proxy/rules/production/target.js';
import type { City } from '../../../proxy/world/city.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { ownCities } from '../../support/own-things.js';
import { worldAtTurn } from '../../support/recorded-world.js';

/** The world of a player with so much gold, and one of its cities otherwise. */
function nationWith(world: World, player: number, gold: number, city: City): World {
  const nation = { ...must(world.players.get(player)), gold };
  return worldWith(world, {
    seat: { ...world.seat, player },
    players: tableWith(world.players, ({ playerno }) => playerno, nation),
    cities: tableWith(world.cities, ({ id }) => id, city),
  });
}

/** A city that builds settlers; `surplus` in place of its own, where given. */
function buildingSettlers(world: World, city: City, size: number, surplus?: readonly number[]): City {
  const { kind, value } = must(allTargets(world).find(({ thing }) => thing.ruleName === 'Settlers'));
  const detail = { ...must(city.detail), productionKind: kind, productionValue: value, shieldStock: 0 };
  return { ...city, size, detail: { ...detail, ...(surplus && { surplus: [...surplus] }) } };
}

test('a city of few shields builds settlers where gold buys them, and not without', () => {
  const world = worldAtTurn(20);
  const own = must(ownCities(world)[0]);
  const city = buildingSettlers(world, own, 2, [2, 1, 0, 0, 0, 0]);
  const settlersOf = (gold: number) => {
    const choices = productionChoices(situationOf(nationWith(world, own.owner, gold, city)));
    const choice = choices.find((one) => one.city.id === city.id)?.choice;
    return choice?.target.thing.ruleName === 'Settlers' ? choice : undefined;
  };
  const settlers = must(settlersOf(500));
  expect(settlers).toMatchObject({ turns: 2, soonest: 1 });
  expect(settlers.price).toBe(buyCost(world, city, settlers.target, 1));
  expect(buildCost(world, settlers.target)).toBeGreaterThan(20);
  expect(settlersOf(20)).toBeUndefined();
});

test('a citizen moves to food where settlers wait for the next one, when that saves two turns', () => {
  let [found, bought] = [0, 0];
  for (const turn of [10, 20, 30, 40]) {
    const recorded = worldAtTurn(turn);
    for (const { owner, id } of recorded.cities.values()) {
      const city = buildingSettlers(recorded, must(recorded.cities.get(id)), 1);
      for (const [gold, shieldStock] of [
        [0, 35],
        [500, 5],
      ] as const) {
        const placed = { ...city, detail: { ...must(city.detail), shieldStock, foodStock: 0 } };
        const world = nationWith(recorded, owner, gold, placed);
        const basis = must(realmBasis(world, owner).cities.find((one) => one.city.id === id));
        const swap = founderSwap(world, basis, gold);
        if (swap === undefined) continue;
        const { from, to, before, after, price } = swap;
        expect(after).toBeLessThanOrEqual(before - 2);
        const placement = currentPlacement(world, placed);
        const tiles = [...placement.tiles.filter((tile) => tile !== from), to];
        const food = (of: typeof basis) => cityEconomy(world, of).surplus[outputs.food] ?? 0;
        const then = food(replacedBasis(world, basis, { ...placement, tiles }));
        expect(then).toBeGreaterThan(food(basis));
        expect(price > 0).toBe(gold > 0);
        found += 1;
        if (price > 0) bought += 1;
      }
    }
  }
  expect(found - bought).toBeGreaterThan(0);
  expect(bought).toBeGreaterThan(found - bought);
});

test('no citizen moves in a city that has its settlers’ citizens, or builds something else', () => {
  const world = worldAtTurn(30);
  for (const city of ownCities(world)) {
    const grown = nationWith(world, city.owner, 500, buildingSettlers(world, city, 3));
    const other = nationWith(world, city.owner, 500, {
      ...city,
      detail: { ...must(city.detail), productionKind: 'VUT_IMPROVEMENT', productionValue: 1 },
    });
    for (const there of [grown, other]) {
      const basis = must(realmBasis(there, city.owner).cities.find((one) => one.city.id === city.id));
      expect(founderSwap(there, basis, 500)).toBeUndefined();
    }
  }
});
