import { expect, test } from 'vitest';
import { adviceOf } from '../../../features/advisor/advice/advice.js';
import { scoreCounsel } from '../../../features/advisor/counsel/score-counsel.js';
import { situationOf } from '../../../features/advisor/situation.js';
import { targetOf } from '../../../proxy/rules/production/target.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { ownCities } from '../../support/own-things.js';
import { worldAtTurn } from '../../support/recorded-world.js';

/** Points of the citizens of a new city after 30 turns; of a wonder otherwise. */
const MOST: Readonly<Record<string, number>> = { settlers: 8 };

const recorded = worldAtTurn(50);
const besieged = must(ownCities(recorded).find(({ name }) => name === 'Tiliura'));

/** The besieged city has begun a Phalanx, which the treasury can pay; no other city can buy anything. */
function defended(): World {
  const type = must([...recorded.ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === 'Phalanx'));
  const target = must(targetOf(recorded, 'VUT_UTYPE', type.id));
  const cities = ownCities(recorded).map((city) => {
    const detail = must(city.detail);
    const made = {
      productionKind: target.kind,
      productionValue: target.value,
      didBuy: false,
      shieldStock: 2,
    };
    const changed = city.id === besieged.id ? { ...made, buyCost: 20 } : { didBuy: true };
    return { ...city, detail: { ...detail, ...changed } };
  });
  const player = { ...must(recorded.players.get(0)), gold: 60 };
  return worldWith(recorded, {
    cities: tableWith(recorded.cities, ({ id }) => id, ...cities),
    players: tableWith(recorded.players, ({ playerno }) => playerno, player),
  });
}

test('a purchase that saves a city is told as its defence, and not as points of the score', () => {
  const world = defended();
  const ways = scoreCounsel(world).flatMap(({ figures }) => figures.ways);
  expect(ways.filter(({ by }) => by === 'purchase')).toEqual([]);
  expect(ways.length).toBeGreaterThan(0);
  const orders = adviceOf(situationOf(world), []).filter(
    ({ do: action }) => action.action_type === 'city_buy',
  );
  expect(orders).toMatchObject([{ do: { city_id: besieged.id } }]);
  expect(orders[0]?.why).toMatch(/^phalanx next turn, .+; it defends: an enemy is near$/u);
});

test('100 shields, bulbs or gold bring no more points than what they make is worth', () => {
  const worths = [0, 1, 2, 3, 4, 5].flatMap((player) =>
    scoreCounsel(worldWith(recorded, { seat: { ...recorded.seat, player } }))
      .flatMap(({ figures }) => figures.ways)
      .filter(({ by }) => by !== 'technology')
      .map(({ by, points, price }) => ({ by, worth: (points * price) / 100 })),
  );
  expect(new Set(worths.map(({ by }) => by)).size).toBeGreaterThan(2);
  for (const { by, worth } of worths) expect(worth).toBeLessThan(MOST[by] ?? 5.1);
});
