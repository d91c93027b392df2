import { expect, test } from 'vitest';
import { bestTileSwap } from '../../../features/advisor/rules/tile-swap.js';
import { freeTiles, workedTiles } from '../../../proxy/rules/cities/citizens.js';
import { cityBasis } from '../../../proxy/rules/cities/city-economy.js';
import { tileOutput } from '../../../proxy/rules/cities/tile-output.js';
import { outputs } from '../../../proxy/rules/lookup/outputs.js';
import { luxurySteps, realmBasis, realmTotals } from '../../../proxy/rules/players/realm-forecast.js';
import type { City } from '../../../proxy/world/city.js';
import { ownCities } from '../../support/own-things.js';
import { type PlayedGame, playGame } from '../../support/played-game.js';

/** What the server says that all own cities make now. */
function told({ seat }: PlayedGame) {
  const details = ownCities(seat.world).flatMap(({ detail }) => detail ?? []);
  const sum = (output: number) => details.reduce((total, { prod }) => total + (prod[output] ?? 0), 0);
  const disorder = details.filter(
    ({ pplHappy, pplUnhappy, pplAngry }) =>
      (pplHappy.at(-1) ?? 0) < (pplUnhappy.at(-1) ?? 0) + 2 * (pplAngry.at(-1) ?? 0),
  ).length;
  return { trade: sum(outputs.trade), bulbs: sum(outputs.science), disorder };
}

/** Sets all rates with more and more luxury, and compares what the cities then make with what was foretold. */
async function compareRates(game: PlayedGame): Promise<{ readonly cases: number; readonly wrong: string[] }> {
  const { world } = game.seat;
  const me = world.seat.player ?? -1;
  const wrong: string[] = [];
  const steps = luxurySteps(world, me);
  const foretold = steps.map((rates) => ({ rates, totals: realmTotals(realmBasis(world, me), rates) }));
  for (const { rates, totals } of foretold) {
    await game.seat.request('player_rates', rates);
    const said = { trade: totals.trade, bulbs: totals.bulbs, disorder: totals.disorder.length };
    const got = told(game);
    if (JSON.stringify(said) !== JSON.stringify(got))
      wrong.push(`${JSON.stringify(rates)}: said ${JSON.stringify(said)}, got ${JSON.stringify(got)}`);
  }
  return { cases: steps.length, wrong };
}

function now(game: PlayedGame, { id }: City): City {
  const city = game.seat.world.cities.get(id);
  if (city === undefined) throw new Error(`city ${id} is gone`);
  return city;
}

async function moveCitizen(game: PlayedGame, city: City, from: number, to: number): Promise<City> {
  await game.seat.request('city_make_specialist', { cityId: city.id, tileId: from });
  await game.seat.request('city_make_worker', { cityId: city.id, tileId: to });
  return now(game, city);
}

/** Puts a citizen of a city on the poorest tile there is; then makes the swap that is counselled, and compares. */
async function compareSwap(game: PlayedGame, city: City, wrong: string[]): Promise<number> {
  const { world } = game.seat;
  const yieldsOf = (tile: number) =>
    [outputs.food, outputs.shields, outputs.trade].reduce<number>(
      (sum, output) => sum + tileOutput(world, tile, output, city),
      0,
    );
  const byYield = (a: number, b: number) => yieldsOf(a) - yieldsOf(b);
  const [poorest] = freeTiles(world, city).sort(byYield);
  const richest = workedTiles(world, city)
    .filter((tile) => tile !== city.tile)
    .sort(byYield)
    .at(-1);
  if (poorest === undefined || richest === undefined) return 0;
  const spoilt = await moveCitizen(game, city, richest, poorest);
  const swap = bestTileSwap(world, cityBasis(world, spoilt));
  if (swap === undefined) return 0;
  const better = await moveCitizen(game, spoilt, swap.from, swap.to);
  const said = JSON.stringify(swap.after.surplus);
  const got = JSON.stringify(better.detail?.surplus);
  if (said !== got) wrong.push(`${city.name}: said ${said}, got ${got}`);
  return 1;
}

test('rates and swaps of tiles bring what was foretold', async () => {
  await using game = await playGame({
    ruleset: 'classic',
    players: 2,
    commands: ['set barbarians DISABLED', 'set size 2'],
  });
  await game.playUntil(60);
  const rates = await compareRates(game);
  const wrong: string[] = [];
  let swaps = 0;
  for (const city of ownCities(game.seat.world)) swaps += await compareSwap(game, now(game, city), wrong);
  console.info(`${rates.cases} rates, ${swaps} swaps`);
  expect(rates.wrong).toEqual([]);
  expect(wrong).toEqual([]);
  expect(rates.cases).toBeGreaterThan(3);
  expect(swaps).toBeGreaterThan(3);
});
