import { expect, test } from 'vitest';
import { cityRows } from '../../../features/city-rows/city-row.js';
import { setCityTiles } from '../../../proxy/actions/city/city-tiles.js';
import { cityBasis, cityEconomy, type Placement } from '../../../proxy/rules/cities/city-economy.js';
import { CITY_FOCUSES, focusedPlacement } from '../../../proxy/rules/cities/placement.js';
import { specialistOutput } from '../../../proxy/rules/cities/tile-output.js';
import type { City } from '../../../proxy/world/city.js';
import { ownCities } from '../../support/own-things.js';
import { type PlayedGame, playGame } from '../../support/played-game.js';

function now({ seat }: PlayedGame, { id }: City): City {
  const city = seat.world.cities.get(id);
  if (city === undefined) throw new Error(`city ${id} is gone`);
  return city;
}

/** Does the action that places citizens so. */
async function place(game: PlayedGame, city: City, { tiles, specialists }: Placement): Promise<void> {
  const { world } = game.seat;
  const kinds = [...world.ruleset.specialists.values()].filter(({ id }) => (specialists[id] ?? 0) > 0);
  const plan = await setCityTiles.plan(game.seat, {
    actor_id: city.id,
    tiles: tiles.map((tile) => world.map.position(tile)),
    specialists: Object.fromEntries(kinds.map(({ id, ruleName }) => [ruleName, specialists[id] ?? 0])),
  });
  if (!plan.ok) throw new Error(plan.failure.message);
  await plan.value.send();
}

/** Compares what each focus foretells for a city with what the server says then. */
async function compareFocuses(game: PlayedGame, city: City, wrong: string[]): Promise<number> {
  const { world } = game.seat;
  let cases = 0;
  for (const focus of CITY_FOCUSES) {
    const before = now(game, city);
    const placement = focusedPlacement(world, before, focus);
    if (placement === undefined) continue;
    const said = JSON.stringify(cityEconomy(world, cityBasis(world, before, placement)).surplus);
    await place(game, before, placement);
    const got = JSON.stringify(now(game, city).detail?.surplus);
    cases += 1;
    if (said !== got) wrong.push(`${city.name}, ${focus}: said ${said}, got ${got}`);
  }
  return cases;
}

/** The rows of own cities whose figures are not the server's. */
function wrongRows({ seat: { world } }: PlayedGame): readonly string[] {
  return cityRows(world, []).flatMap(({ id, name, size, tiles, outputs, citizens }) => {
    const city = world.cities.get(id);
    const detail = city?.detail;
    if (city === undefined || detail === undefined) return [`${name} has no detail`];
    const { food, shield, trade, gold, luxury, science } = outputs;
    const net = [food, shield, trade, gold, luxury, science].map((one) => one?.net ?? 0);
    const made = (['food', 'shield', 'trade'] as const).map((one, output) =>
      detail.specialists.reduce(
        (sum, count, kind) => sum + count * specialistOutput(world, city, kind, output),
        tiles.reduce((sum, tile) => sum + tile[one], 0),
      ),
    );
    const idle = Object.values(citizens.specialists ?? {}).reduce((sum, count) => sum + count, 0);
    const isRight =
      net.join() === detail.surplus.join() &&
      made.join() === detail.citizenBase.slice(0, 3).join() &&
      tiles.length - 1 + idle === size;
    return isRight ? [] : [`${name}: ${net.join()} of ${detail.surplus.join()}, made ${made.join()}`];
  });
}

test.each(['classic', 'civ2civ3'])(
  'rows of cities in %s are as the server has them, and a focus brings what was foretold',
  async (ruleset) => {
    await using game = await playGame({
      ruleset,
      players: 2,
      commands: ['set barbarians DISABLED', 'set size 2'],
    });
    await game.playUntil(45);
    expect(wrongRows(game)).toEqual([]);
    const wrong: string[] = [];
    let cases = 0;
    for (const city of ownCities(game.seat.world)) cases += await compareFocuses(game, city, wrong);
    console.info(`${ownCities(game.seat.world).length} cities, ${cases} placements`);
    expect(wrong).toEqual([]);
    expect(cases).toBeGreaterThan(5);
    expect(wrongRows(game)).toEqual([]);
  },
);
