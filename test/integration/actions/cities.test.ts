import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { economyWith, economyWithout } from '../../../features/advisor/rules/tile-swap.js';
import { yieldsAt } from '../../../features/advisor/rules/work-outcome.js';
import { legalActions } from '../../../proxy/actions/legal-actions.js';
import { cityBasis } from '../../../proxy/rules/cities/city-economy.js';
import type { City } from '../../../proxy/world/city.js';
import { type Actor, Stage } from '../../support/stage.js';

const PLACE = { x: 20, y: 15 };

describe('cities', () => {
  let stage: Stage;
  let alice: Actor;
  let city: City;

  beforeAll(async () => {
    stage = await Stage.of(['alice']);
    [alice] = stage.first();
    city = await alice.city('Aton', PLACE);
    for (let count = 0; count < 2; count += 1) {
      const settlers = await alice.unit('Settlers', PLACE);
      await alice.does('unit_join_city', { unit_id: settlers.id });
    }
    await alice.tech('Bronze Working', 'Ceremonial Burial', 'Alphabet', 'Pottery');
    await alice.gold(5000);
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  const detail = () => alice.world.cities.get(city.id)?.detail;

  test('buying is refused in the turn of the founding, and for more than max_cost', async () => {
    const early = await alice.refused('city_buy', { city_id: city.id });
    expect(early).toMatchObject({ code: 'E130', message: expect.stringContaining('founded') });
    await stage.nextTurn();
    const dear = await alice.refused('city_buy', { city_id: city.id, max_cost: 1 });
    expect(dear).toMatchObject({ code: 'E130', details: { path: 'data.max_cost' } });
  });

  test('what a city buys is there next turn, and can then be sold once', async () => {
    await alice.does('city_production', { city_id: city.id, target: 'Temple' });
    const bought = await alice.does('city_buy', { city_id: city.id });
    expect(bought.changed.gold_spent).toBeGreaterThan(0);
    expect(await alice.refused('city_buy', { city_id: city.id })).toMatchObject({
      message: expect.stringContaining('already'),
    });
    await stage.nextTurn();
    const missing = await alice.refused('city_sell', { city_id: city.id, target: 'Bank' });
    expect(missing.details.possible).toEqual(['temple']);
    const sold = await alice.does('city_sell', { city_id: city.id, target: 'Temple' });
    expect(sold.changed).toMatchObject({ sold: 'temple' });
    expect((await alice.refused('city_sell', { city_id: city.id, target: 'Temple' })).code).toBe('E130');
  });

  test('units and buildings are built by actions of their own, and each refuses the other kind', async () => {
    const id = { city_id: city.id };
    const unit = await alice.does('city_build_unit', { ...id, target: 'warriors' });
    expect(unit.changed).toEqual({ city_id: city.id, production: 'Warriors' });
    const building = await alice.does('city_build_improvement', { ...id, target: 'Barracks' });
    expect(building.changed).toEqual({ city_id: city.id, production: 'Barracks' });
    expect((await alice.refused('city_build_unit', { ...id, target: 'Barracks' })).code).toBe('E130');
    expect((await alice.refused('city_build_improvement', { ...id, target: 'Warriors' })).code).toBe('E130');
    expect(detail()?.productionKind).toBe('VUT_IMPROVEMENT');
  });

  test('a worklist is set, added to, and taken from', async () => {
    const id = { city_id: city.id };
    await alice.does('city_worklist', { ...id, items: ['warriors', 'Settlers'] });
    await alice.does('city_worklist_append', { ...id, items: ['Great Library'] });
    const inserted = await alice.does('city_worklist_insert', { ...id, items: ['Workers'], position: 1 });
    expect(inserted.changed).toMatchObject({
      worklist: ['warriors', 'workers', 'settlers', 'great_library'],
      not_possible_yet: ['great_library'],
    });
    await alice.does('city_worklist_remove', { ...id, position: 0 });
    const removed = await alice.does('city_worklist_remove', { ...id, target: 'settlers' });
    expect(removed.changed).toMatchObject({ worklist: ['workers', 'great_library'] });
  });

  test('a worklist takes nothing that is not in the rules, and says what it may be', async () => {
    const error = await alice.refused('city_worklist_append', {
      city_id: city.id,
      items: ['Warriors', 'Grat Library'],
    });
    expect(error).toMatchObject({
      code: 'E130',
      details: { path: 'data.items.1', did_you_mean: expect.arrayContaining(['Great Library']) },
    });
    const gone = await alice.refused('city_worklist_remove', { city_id: city.id, position: 9 });
    expect(gone.code).toBe('E130');
    expect(detail()?.worklist).toHaveLength(2);
  });

  test('a citizen leaves a tile, becomes another specialist, and works another tile', async () => {
    const [worked] = [...alice.world.tiles.values()].filter(
      (tile) => tile.worked === city.id && tile.tile !== city.tile,
    );
    const place = alice.world.map.position(worked?.tile ?? -1);
    const now = () => alice.world.cities.get(city.id) ?? city;
    const before = now().detail?.surplus;
    const tile = worked?.tile ?? -1;
    const foretold = economyWithout(alice.world, cityBasis(alice.world, now()), tile).surplus;
    const [offer] = (await legalActions(alice.seat, city.id)).filter(
      ({ type, target }) =>
        type === 'city_make_specialist' && JSON.stringify(target) === JSON.stringify(place),
    );
    const [food, shield, trade] = yieldsAt(alice.world, tile, now());
    expect(offer?.label).toContain(
      `(${place.x}, ${place.y}), food ${food}, shields ${shield}, trade ${trade}`,
    );
    const left = await alice.does('city_make_specialist', { city_id: city.id, target: place });
    const ofThree = (six: readonly number[] = []) => ({ food: six[0], shield: six[1], trade: six[2] });
    expect(left.changed.surplus_before).toMatchObject(ofThree(before));
    expect(left.changed.surplus).toMatchObject(ofThree(foretold));
    const after = economyWith(alice.world, cityBasis(alice.world, now()), tile).surplus;
    const counts = Object.values(left.changed.specialists as Record<string, number>);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
    const again = await alice.refused('city_make_specialist', { city_id: city.id, target: place });
    expect(again).toMatchObject({ code: 'E130', details: { path: 'data.target' } });
    const back = await alice.does('city_make_worker', { city_id: city.id, target: place });
    expect(back.changed.worked_tiles).toContainEqual({ ...place, food, shield, trade });
    expect(back.changed).toMatchObject({ surplus: ofThree(after), surplus_before: left.changed.surplus });
    expect((await alice.refused('city_make_worker', { city_id: city.id, target: place })).code).toBe('E130');
  });

  test('a specialist of a kind the city is too small for is refused', async () => {
    const error = await alice.refused('city_change_specialist', {
      city_id: city.id,
      from: 'Entertainers',
      to: 'Scientists',
    });
    expect(error.code).toBe('E130');
  });

  test('specialists change their kind in a city of size 5, and the server can arrange all anew', async () => {
    for (let count = 0; count < 3; count += 1) {
      const settlers = await alice.unit('Settlers', PLACE);
      await alice.does('unit_join_city', { unit_id: settlers.id });
    }
    const [worked] = [...alice.world.tiles.values()].filter(
      (tile) => tile.worked === city.id && tile.tile !== city.tile,
    );
    await alice.does('city_make_specialist', {
      city_id: city.id,
      target: alice.world.map.position(worked?.tile ?? -1),
    });
    const changed = await alice.does('city_change_specialist', {
      city_id: city.id,
      from: 'Entertainers',
      to: 'Scientists',
    });
    expect(changed.changed.specialists).toMatchObject({ Scientists: 1 });
    const arranged = await alice.does('city_arrange_citizens', { city_id: city.id });
    expect(arranged.changed.specialists).toMatchObject({ Scientists: 0 });
  });

  test('a city is renamed; a name the server does not allow is refused in its words', async () => {
    const renamed = await alice.does('city_rename', { city_id: city.id, name: 'Neustadt' });
    expect(renamed.changed).toMatchObject({ name: 'Neustadt', old_name: 'Aton' });
    const error = await alice.refused('city_rename', { city_id: city.id, name: 'Ünmöglich' });
    expect(error).toMatchObject({ code: 'E131', message: expect.stringContaining('not a valid name') });
  });

  test('the options of a city are set one by one', async () => {
    await alice.does('city_options', { city_id: city.id, disband: true, science_specialists: true });
    const changed = await alice.does('city_options', { city_id: city.id, disband: false });
    expect(changed.changed.options).toMatchObject({ disband: false, science_specialists: true });
    expect((await alice.refused('city_options', { city_id: 9999, disband: true })).code).toBe('E130');
  });

  test('workers are asked for something on a tile, and asked no more', async () => {
    const target = { x: 21, y: 15 };
    const asked = await alice.does('city_worker_task', { city_id: city.id, target, task: 'road' });
    expect(asked.changed).toMatchObject({ task: 'road', extra: 'road' });
    const over = await alice.does('city_worker_task', { city_id: city.id, target, task: 'none' });
    expect(over.changed).toMatchObject({ task: 'none' });
    const far = await alice.refused('city_worker_task', {
      city_id: city.id,
      target: { x: 1, y: 1 },
      task: 'road',
    });
    expect(far).toMatchObject({ code: 'E130', details: { path: 'data.target' } });
    const none = await alice.refused('city_worker_task', { city_id: city.id, target, task: 'clean_fallout' });
    expect(none).toMatchObject({ code: 'E130', details: { path: 'data.task' } });
  });
});
