import { expect, test } from 'vitest';
import { actorOptions } from '../../../features/advisor/options/actor-options.js';
import { actorOptionsText } from '../../../features/texts/options-text.js';
import { cityBuy } from '../../../proxy/actions/city/buy-and-sell.js';
import { legalActions } from '../../../proxy/actions/legal-actions.js';
import type { CityOptions } from '../../../proxy/freeciv/generated/packets.js';
import { allTargets } from '../../../proxy/rules/production/target.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
const nesa = must(recorded.cities.get(133));

/** Nesa builds something, and has the gold to buy it. */
function worldOf(name: string, size: number, ...options: readonly CityOptions[]): World {
  const { kind, value } = must(allTargets(recorded).find(({ thing }) => thing.ruleName === name));
  const production = { productionKind: kind, productionValue: value, buyCost: 50 };
  const state = { shieldStock: 10, didBuy: false, turnFounded: 5, cityOptions: new Set(options) };
  const detail = { ...must(nesa.detail), ...production, ...state };
  const player = { ...must(recorded.players.get(0)), gold: 99 };
  return worldWith(recorded, {
    cities: tableWith(recorded.cities, ({ id }) => id, { ...nesa, size, detail }),
    players: tableWith(recorded.players, ({ playerno }) => playerno, player),
  });
}

function portOf(world: World) {
  return { world, skipsRules: false, request: () => Promise.resolve({ packets: [], messages: [] }) };
}

/** The lines of the options for what the city builds and buys. */
async function optionsOf(world: World): Promise<string> {
  const offers = await legalActions(portOf(world), nesa.id);
  const actions = ['city_production', 'city_buy'];
  return actorOptionsText(actorOptions(world, nesa.id, offers, { isText: true, actions }));
}

test.each<readonly [string, number, CityOptions[], string]>([
  ['can be bought where a citizen stays', 2, [], 'size 2 to 1'],
  ['can be bought where the city may be disbanded', 1, ['CITYO_DISBAND'], 'disbands the city'],
])('settlers %s', async (_what, size, options, citizens) => {
  const world = worldOf('Settlers', size, ...options);
  expect((await optionsOf(world)).split('\n')).toContain(
    `city_buy: 50 of 99 gold; Settlers is there next turn; ${citizens}`,
  );
  expect(await optionsOf(worldOf('Warriors', size, ...options))).toMatch(
    new RegExp(`settlers \\(\\d+ turns; 40 shields; ${citizens}`, 'u'),
  );
  expect(await cityBuy.plan(portOf(world), { actor_id: nesa.id })).toMatchObject({ ok: true });
});

test('settlers cannot be bought where none would stay: they wait until the city has grown', async () => {
  const world = worldOf('Settlers', 1);
  expect(await optionsOf(world)).not.toContain('city_buy');
  expect(await optionsOf(worldOf('Warriors', 1))).toContain('waits for size 2 (');
  const message = expect.stringContaining('cannot be completed before the city has grown');
  const plan = await cityBuy.plan(portOf(world), { actor_id: nesa.id });
  expect(plan).toMatchObject({ failure: { code: 'E130', message } });
});

test('a city with all shields for what it builds has nothing to buy, and says so', async () => {
  const world = worldOf('Warriors', 2);
  const city = must(world.cities.get(nesa.id));
  const detail = { ...must(city.detail), shieldStock: 10, buyCost: 0 };
  const complete = worldWith(world, { cities: tableWith(world.cities, ({ id }) => id, { ...city, detail }) });
  expect(await cityBuy.plan(portOf(complete), { actor_id: nesa.id })).toMatchObject({
    failure: { message: 'All shields for what this city builds are there: there is nothing to buy' },
  });
});

test('coinage is offered with the gold for the stock, sold at once, and what it makes then', async () => {
  const made = (stock: number) => {
    const world = worldOf('Temple', 2);
    const city = must(world.cities.get(nesa.id));
    const surplus = [0, 5, 0, 0, 0, 0];
    const shields = {
      shieldStock: stock,
      beforeChangeShields: stock,
      caravanShields: 0,
      disbandedShields: 0,
    };
    const detail = { ...must(city.detail), ...shields, surplus, changedFromKind: 'VUT_IMPROVEMENT' as const };
    const changedFromValue = detail.productionValue;
    const stocked = { ...city, detail: { ...detail, changedFromValue } };
    return optionsOf(worldWith(world, { cities: tableWith(world.cities, ({ id }) => id, stocked) }));
  };
  expect(await made(30)).toContain('coinage (35 gold next turn, 30 of it for the stock; then 5 a turn');
  expect(await made(0)).toContain('coinage (5 gold a turn from its shields');
});
