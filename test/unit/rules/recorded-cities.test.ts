import { expect, test } from 'vitest';
import { cityBasis, cityEconomy } from '../../../proxy/rules/cities/city-economy.js';
import { productionPrice } from '../../../proxy/rules/production/buy-and-sell.js';
import type { City } from '../../../proxy/world/city.js';
import type { World } from '../../../proxy/world/world.js';
import { must } from '../../support/changed-world.js';
import { type Recording, replay } from '../../support/recorded-world.js';

/** What the rules say of a city, and what the server told of it in city_info. */
function compared(world: World, city: City): { readonly said: object; readonly told: object } {
  const { prod, usage, waste, moods } = cityEconomy(world, cityBasis(world, city));
  const detail = must(city.detail);
  const feelings = [detail.pplHappy, detail.pplContent, detail.pplUnhappy, detail.pplAngry];
  const name = `${city.name} in turn ${world.game?.turn}`;
  return {
    said: {
      ...{ name, prod, usage, waste, price: productionPrice(world, city) },
      moods: [moods.happy, moods.content, moods.unhappy, moods.angry],
    },
    told: {
      ...{ name, prod: detail.prod, usage: detail.usage, waste: detail.waste, price: detail.buyCost },
      moods: feelings.map((list) => list.at(-1)),
    },
  };
}

const games: readonly (readonly [Recording, readonly number[], number])[] = [
  ['classic-6-ai-100-turns', [30, 60], 85],
  ['civ2civ3-4-ai-90-turns', [30, 60], 29],
];

test.each(games)('cities make, spend, feel and cost what the server said: %s', (recording, turns, count) => {
  const cities: { readonly said: object; readonly told: object }[] = [];
  let left = turns;
  // An observer sees all treaties and governments.
  replay(
    undefined,
    (world) => {
      if (world.turn.phase !== 'movement' || world.game?.turn !== left[0]) return true;
      left = left.slice(1);
      cities.push(...[...world.cities.values()].map((city) => compared(world, city)));
      return left.length > 0;
    },
    recording,
  );
  expect(cities.map(({ said }) => said)).toEqual(cities.map(({ told }) => told));
  expect(cities).toHaveLength(count);
});
