import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unitActions } from '../../../proxy/actions/unit/unit-actions.js';
import type { City } from '../../../proxy/world/city.js';
import { type Actor, Stage } from '../../support/stage.js';
import { testShown } from '../../support/unit-action-coverage.js';

const HOME = { x: 14, y: 15 };
const FAR = { x: 26, y: 15 };
const FIELD = { x: 20, y: 17 };

describe('units in peace', () => {
  let stage: Stage;
  let alice: Actor;
  let home: City;
  let far: City;

  beforeAll(async () => {
    stage = await Stage.of(['alice'], { ruleset: 'sandbox' });
    [alice] = stage.first();
    await alice.allTechs();
    home = await alice.city('Home', HOME);
    far = await alice.city('Far', FAR);
    await alice.gold(20_000);
    await stage.nextTurn();
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  // What can be done on an empty field of one's own, or anywhere.
  const possibleInTheField = new Set(['unit_disband', 'unit_nuke', 'unit_home_city']);

  test.each(unitActions.map(({ name }) => name).filter((name) => !possibleInTheField.has(name)))(
    '%s is refused where there is nothing to do it to',
    async (name) => {
      const workers = await alice.unit('Workers', FIELD);
      const error = await alice.refused(name, { unit_id: workers.id, target: { x: 20, y: 18 } });
      expect(error).toMatchObject({ code: 'E130', details: { path: 'data.target' } });
      await alice.does('unit_disband', { unit_id: workers.id });
      expect(alice.world.units.has(workers.id)).toBe(false);
    },
  );

  test('a target nobody knows of is refused with the cities there are', async () => {
    const workers = await alice.unit('Workers', HOME);
    const error = await alice.refused('unit_home_city', { unit_id: workers.id, target: 'Hom' });
    expect(error.details).toMatchObject({ path: 'data.target', possible: ['Home', 'Far'] });
  });

  test('migrants join a city, which grows', async () => {
    const migrants = await alice.unit('Migrants', HOME);
    const size = alice.world.cities.get(home.id)?.size ?? 0;
    const verdict = await alice.does('unit_join_city', { unit_id: migrants.id });
    expect(verdict.changed).toMatchObject({ succeeded: true, actor_survived: false });
    expect(alice.world.cities.get(home.id)?.size).toBe(size + 1);
  });

  test('a unit gets another home', async () => {
    const workers = await alice.unit('Workers', FAR, home);
    const verdict = await alice.does('unit_home_city', { unit_id: workers.id });
    expect(verdict.changed).toMatchObject({ succeeded: true });
    expect(alice.world.units.get(workers.id)?.detail?.homecity).toBe(far.id);
    expect((await alice.refused('unit_home_city', { unit_id: workers.id })).code).toBe('E130');
  });

  test('a unit is upgraded for its price', async () => {
    const phalanx = await alice.unit('Phalanx', HOME);
    const dear = await alice.refused('unit_upgrade', { unit_id: phalanx.id, max_cost: 1 });
    expect(dear.details).toMatchObject({ path: 'data.max_cost', cost: expect.any(Number) });
    const verdict = await alice.does('unit_upgrade', { unit_id: phalanx.id });
    expect(verdict.changed).toMatchObject({ succeeded: true, cost: dear.details.cost });
    expect(verdict.changed.gold_change).toBe(-Number(dear.details.cost));
  });

  test('a unit is recycled into what its city builds', async () => {
    await alice.does('city_production', { city_id: home.id, target: 'Temple' });
    const legion = await alice.unit('Legion', HOME);
    const stock = alice.world.cities.get(home.id)?.detail?.shieldStock ?? 0;
    const verdict = await alice.does('unit_recycle', { unit_id: legion.id });
    expect(verdict.changed).toMatchObject({ succeeded: true, actor_survived: false });
    expect(alice.world.cities.get(home.id)?.detail?.shieldStock).toBeGreaterThan(stock);
  });

  test('a caravan helps a wonder', async () => {
    const caravan = await alice.unit('Caravan', FAR, home);
    await alice.does('city_production', { city_id: far.id, target: 'Temple' });
    expect((await alice.refused('unit_help_wonder', { unit_id: caravan.id })).code).toBe('E130');
    await alice.does('city_production', { city_id: far.id, target: 'Cure For Cancer' });
    const verdict = await alice.does('unit_help_wonder', { unit_id: caravan.id });
    expect(verdict.changed).toMatchObject({ succeeded: true, actor_survived: false });
    expect(alice.world.cities.get(far.id)?.detail?.shieldStock).toBeGreaterThanOrEqual(25);
  });

  test('a unit is flown from airport to airport', async () => {
    await alice.buys(home, 'Airport');
    await alice.buys(far, 'Airport');
    const workers = await alice.unit('Workers', HOME);
    const verdict = await alice.does('unit_airlift', { unit_id: workers.id, target: 'Far' });
    expect(verdict.changed).toMatchObject({ succeeded: true, new_position: FAR });
  });

  test('a mechanic repairs what is damaged, once', async () => {
    const mechanic = await alice.unit('Mechanic', HOME);
    const armor = await alice.unit('Armor', HOME, home, 3);
    const fields = { unit_id: mechanic.id, target: { id: armor.id } };
    const verdict = await alice.does('unit_heal', fields);
    expect(verdict.changed).toMatchObject({ succeeded: true, actor_survived: true });
    expect(alice.world.units.get(armor.id)?.hp).toBeGreaterThan(3);
    expect((await alice.refused('unit_heal', fields)).code).toBe('E130');
  });

  test('paratroopers jump', async () => {
    const troopers = await alice.unit('Paratroopers', HOME);
    const verdict = await alice.does('unit_paradrop', { unit_id: troopers.id, target: { x: 16, y: 16 } });
    expect(verdict.changed).toMatchObject({ succeeded: true, new_position: { x: 16, y: 16 } });
    const landed = await alice.refused('unit_paradrop', { unit_id: troopers.id, target: FIELD });
    expect(landed.code).toBe('E130');
  });

  test('a settler founds a city, under either name of the action', async () => {
    const settlers = await alice.unit('Settlers', { x: 20, y: 12 });
    const verdict = await alice.does('unit_found_city', { unit_id: settlers.id, city_name: 'Third' });
    expect(verdict.changed).toMatchObject({ city_built: true, name: 'Third' });
    const near = await alice.unit('Settlers', { x: 20, y: 12 });
    expect((await alice.refused('unit_build_city', { unit_id: near.id })).code).toBe('E130');
  });
});

test('caravans establish a route between cities far enough apart, or sell their goods', async () => {
  await using stage = await Stage.of(['alice']);
  const [alice] = stage.first();
  await alice.allTechs();
  const home = await alice.city('Home', HOME);
  const far = await alice.city('Far', FAR);
  const near = await alice.city('Near', { x: 17, y: 15 });
  const first = await alice.unit('Caravan', { x: 17, y: 15 }, home);
  const error = await alice.refused('unit_trade_route', { unit_id: first.id, target: { id: near.id } });
  expect(error.code).toBe('E130');
  const route = await alice.unit('Caravan', FAR, home);
  const established = await alice.does('unit_trade_route', { unit_id: route.id });
  expect(established.changed).toMatchObject({ succeeded: true, actor_survived: false });
  expect(alice.world.tradeRoutes.get(far.id)).toHaveLength(1);
  const goods = await alice.unit('Caravan', FAR, home);
  const sold = await alice.does('unit_marketplace', { unit_id: goods.id });
  expect(sold.changed).toMatchObject({ succeeded: true, actor_survived: false });
  expect(sold.changed.gold_change).toBeGreaterThan(0);
});

testShown('unit-acts');
