import { expect, test } from 'vitest';
import { specialistOutput, tileOutput } from '../../../proxy/rules/cities/tile-output.js';
import { cityTiles } from '../../../proxy/rules/lookup/cities.js';
import { knownTile } from '../../../proxy/rules/lookup/tiles.js';
import type { City } from '../../../proxy/world/city.js';
import type { World } from '../../../proxy/world/world.js';
import { ownCities } from '../../support/own-things.js';
import { playGame } from '../../support/played-game.js';
import { cases, isMain, looksAt, rulesets } from '../../support/rulesets.js';

const compared = ['food', 'shields', 'trade'];

/** What a city's citizens bring by the rules, and what the server says. */
function mismatches(world: World, city: City): string[] {
  const tiles = (cityTiles(world, city) ?? []).filter((tile) => knownTile(world, tile)?.worked === city.id);
  return compared.flatMap((name, output) => {
    const ofTiles = tiles.reduce((sum, tile) => sum + tileOutput(world, tile, output, city), 0);
    const ofSpecialists = [...world.ruleset.specialists.keys()].reduce(
      (sum, id) => sum + (city.detail?.specialists[id] ?? 0) * specialistOutput(world, city, id, output),
      0,
    );
    const told = city.detail?.citizenBase[output];
    const said = ofTiles + ofSpecialists;
    return said === told ? [] : [`turn ${world.game?.turn} ${city.name}: ${said} ${name}, told ${told}`];
  });
}

test.each(cases(rulesets, isMain))(
  'the citizens of a city in %s bring what the server says',
  async (ruleset) => {
    await using game = await playGame({
      ruleset,
      players: 3,
      commands: ['set techlevel 30', 'set size 2'],
    });
    const wrong: string[] = [];
    let cities = 0;
    for (const turn of looksAt([10, 30, 50, 70, 90])) {
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
