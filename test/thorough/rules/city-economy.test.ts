import { expect, test } from 'vitest';
import { cityBasis, cityEconomy } from '../../../proxy/rules/cities/city-economy.js';
import type { City } from '../../../proxy/world/city.js';
import type { World } from '../../../proxy/world/world.js';
import { ownCities } from '../../support/own-things.js';
import { playGame } from '../../support/played-game.js';
import { cases, isMain, looksAt, rulesets } from '../../support/rulesets.js';

/** What the rules say of a city and the server does not. */
function mismatches(world: World, { name, detail, ...rest }: City): string[] {
  if (detail === undefined) return [];
  const { prod, usage, waste, moods } = cityEconomy(world, cityBasis(world, { name, detail, ...rest }));
  const said = { prod, usage, waste, moods: [moods.happy, moods.content, moods.unhappy, moods.angry] };
  const feelings = [detail.pplHappy, detail.pplContent, detail.pplUnhappy, detail.pplAngry];
  const told = {
    prod: detail.prod,
    usage: detail.usage,
    waste: detail.waste,
    moods: feelings.map((list) => list.at(-1)),
  };
  const parts = ['prod', 'usage', 'waste', 'moods'] as const;
  return parts
    .filter((part) => JSON.stringify(said[part]) !== JSON.stringify(told[part]))
    .map((part) => `turn ${world.game?.turn} ${name} ${part}: ${said[part]}, told ${told[part]}`);
}

test.each(cases(rulesets, isMain))(
  'a city in %s makes, spends and feels what the server says',
  async (ruleset) => {
    await using game = await playGame({
      ruleset,
      players: 3,
      commands: ['set techlevel 30', 'set size 2'],
    });
    const wrong: string[] = [];
    let cities = 0;
    for (const turn of looksAt([10, 30, 50, 70])) {
      await game.playUntil(turn);
      for (const city of ownCities(game.seat.world)) {
        await game.seat.request('city_refresh', { cityId: city.id });
        wrong.push(...mismatches(game.seat.world, game.seat.world.cities.get(city.id) ?? city));
        cities += 1;
      }
    }
    console.info(`${ruleset}: ${cities} cities`);
    expect(wrong).toEqual([]);
    expect(cities).toBeGreaterThan(4);
  },
);
