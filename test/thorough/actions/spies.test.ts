import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { City } from '../../../proxy/world/city.js';
import { mission as missionOf } from '../../support/mission.js';
import { type Actor, Stage, type Verdict } from '../../support/stage.js';
import { testShown } from '../../support/unit-action-coverage.js';

const AWAY = { x: 14, y: 15 };
/** Beside Bob's city. */
const OUTSIDE = { x: 22, y: 15 };

describe('diplomats and spies', () => {
  let stage: Stage;
  let alice: Actor;
  let bob: Actor;
  let home: City;
  let target: City;

  beforeAll(async () => {
    stage = await Stage.of(['alice', 'bob'], { ruleset: 'sandbox' });
    [alice, bob] = stage.pair();
    await stage.meet();
    home = await alice.city('Aton', { x: 17, y: 15 });
    await bob.city('Bcapital', { x: 26, y: 15 });
    target = await bob.city('Bton', { x: 23, y: 15 });
    await bob.gold(2000);
    await alice.gold(5000);
    await bob.tech('Alphabet', 'Bronze Working', 'Pottery', 'Masonry');
    await alice.tech('Banking');
    await alice.unit('Explorer', OUTSIDE);
    await alice.sees((world) => world.cities.has(target.id));
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  function mission(type: string, fields: Record<string, unknown> = {}, unit = 'Spy'): Promise<Verdict> {
    return missionOf(alice, type, unit, OUTSIDE, { target: { id: target.id }, ...fields });
  }

  test('a mission far away from its city is refused before anything is sent', async () => {
    const spy = await alice.unit('Spy', AWAY);
    const error = await alice.refused('unit_spy_poison_esc', { unit_id: spy.id, target: { id: target.id } });
    expect(error).toMatchObject({ code: 'E130', details: { path: 'data.target', possible_actions: [] } });
    expect(error.details.reasons).toEqual(['No action possible.']);
  });

  test('a mission not possible here is refused with those that are', async () => {
    const spy = await alice.unit('Spy', OUTSIDE);
    const error = await alice.refused('unit_spy_poison', { unit_id: spy.id, target: { id: target.id } });
    expect(error.details.possible_actions).toEqual(expect.arrayContaining(['unit_establish_embassy']));
  });

  test('an embassy lets the seat see the research of its host', async () => {
    const verdict = await mission('unit_establish_embassy');
    expect(verdict.changed).toMatchObject({ action: 'unit_establish_embassy', actor_survived: true });
    expect(alice.world.research.get(bob.player)).toBeDefined();
  });

  test('a diplomat that stays is used up by its embassy; there is no second one', async () => {
    const diplomat = await bob.unit('Diplomat', { x: 18, y: 15 });
    const fields = { unit_id: diplomat.id, target: { value: 'Aton' } };
    const verdict = await bob.does('unit_establish_embassy_stay', fields);
    expect(verdict.changed).toMatchObject({ succeeded: true, actor_survived: false });
    const late = await bob.unit('Diplomat', { x: 18, y: 15 });
    const error = await bob.refused('unit_establish_embassy_stay', { ...fields, unit_id: late.id });
    expect(error.code).toBe('E130');
  });

  test('a diplomat is sent on until it is beside a city, and what it cannot do there is told', async () => {
    const diplomat = await bob.unit('Diplomat', { x: 20, y: 15 });
    const { changed } = await bob.does('go_and', {
      ...{ unit_id: diplomat.id, x: 17, y: 15, do: 'establish_embassy' },
    });
    // Bob has one already: the plan tries for three turns and says why it could not.
    expect(changed).toMatchObject({ plan: `go_and-${diplomat.id}` });
    for (let turn = 0; turn < 6; turn += 1) await stage.nextTurn();
    const end = await bob.agent.push(
      'event',
      (data) => data.event === 'plan_ended' && data.id === `go_and-${diplomat.id}`,
    );
    expect(end).toMatchObject({ outcome: 'failed' });
    expect(bob.world.map.distance(bob.world.units.get(diplomat.id)?.tile ?? 0, home.tile)).toBe(1);
  });

  test('investigating shows the details of the city', async () => {
    const verdict = await mission('unit_spy_investigate_city');
    expect(verdict.changed).toMatchObject({ succeeded: true, actor_survived: true });
  });

  test('stolen gold is counted', async () => {
    const verdict = await mission('unit_spy_steal_gold_esc');
    expect(verdict.changed.gold_change).toBeGreaterThan(0);
  });

  test('maps are stolen', async () => {
    expect((await mission('unit_steal_maps_esc')).changed).toMatchObject({ succeeded: true });
  });

  test('a diplomat steals a technology and is used up', async () => {
    const verdict = await mission('unit_spy_steal_tech', {}, 'Diplomat');
    expect(verdict.changed).toMatchObject({ succeeded: true, actor_survived: false });
  });

  test('a technology to steal can be chosen; one that they have not is refused with those that they have', async () => {
    const spy = await alice.unit('Spy', OUTSIDE);
    const fields = { unit_id: spy.id, target: { id: target.id } };
    const error = await alice.refused('unit_spy_targeted_steal_tech_esc', {
      ...fields,
      sub_target: 'Railroad',
    });
    expect(error).toMatchObject({ code: 'E130', details: { path: 'data.sub_target' } });
    const [wanted] = error.details.possible as string[];
    const verdict = await mission('unit_spy_targeted_steal_tech_esc', { sub_target: wanted });
    expect(verdict.changed.techs_gained).toEqual([wanted]);
  });

  test('a technology that is not chosen is stolen as chance has it', async () => {
    const verdict = await mission('unit_spy_steal_tech_esc');
    expect(verdict.changed.techs_gained).toHaveLength(1);
  });

  test('production is sabotaged, and a building that is not there is refused', async () => {
    const spy = await alice.unit('Spy', OUTSIDE);
    const fields = { unit_id: spy.id, target: { id: target.id }, sub_target: 'Bank' };
    const error = await alice.refused('unit_spy_targeted_sabotage_city_esc', fields);
    expect(error.details.possible).toEqual(expect.arrayContaining(['production']));
    await stage.nextTurn();
    const verdict = await mission('unit_spy_targeted_sabotage_city_esc', { sub_target: 'production' });
    expect(verdict.changed).toMatchObject({ succeeded: true });
    await expect.poll(() => bob.world.cities.get(target.id)?.detail?.shieldStock).toBe(0);
  });

  test.each(['unit_spy_sabotage_city', 'unit_spy_sabotage_city_esc'])('%s hits something', async (type) => {
    await stage.nextTurn();
    const verdict = await mission(type, {}, type.endsWith('_esc') ? 'Spy' : 'Diplomat');
    expect(verdict.changed).toMatchObject({ succeeded: true });
  });

  test('the water of a city is poisoned', async () => {
    const settlers = await bob.unit('Migrants', { x: 23, y: 15 });
    await bob.does('unit_join_city', { unit_id: settlers.id });
    const verdict = await mission('unit_spy_poison_esc');
    expect(verdict.changed).toMatchObject({ succeeded: true });
  });

  test('a unit is bribed for the price the server asks, unless it is more than max_cost', async () => {
    const place = { x: 22, y: 14 };
    const victim = await bob.unit('Warriors', place);
    const diplomat = await alice.unit('Diplomat', OUTSIDE, home);
    const fields = { unit_id: diplomat.id, target: place };
    const error = await alice.refused('unit_spy_bribe_unit', { ...fields, max_cost: 0 });
    expect(error).toMatchObject({ code: 'E130', details: { path: 'data.max_cost' } });
    const verdict = await alice.does('unit_spy_bribe_unit', fields);
    expect(verdict.changed).toMatchObject({ succeeded: true, cost: error.details.cost });
    expect(verdict.changed.gold_change).toBe(-Number(error.details.cost));
    await expect.poll(() => bob.world.units.has(victim.id)).toBe(false);
  });

  test('a unit is sabotaged', async () => {
    const place = { x: 22, y: 16 };
    const victim = await bob.unit('Knights', place);
    const verdict = await mission('unit_spy_sabotage_unit_esc', { target: { id: victim.id } });
    expect(verdict.changed).toMatchObject({ succeeded: true });
    expect(alice.world.units.get(victim.id)?.hp).toBeLessThan(victim.hp);
  });

  test('a city is incited to join, the last mission against it', async () => {
    const verdict = await mission('unit_spy_incite_city', {}, 'Diplomat');
    expect(verdict.changed).toMatchObject({ succeeded: true, cities_gained: [target.id] });
    expect(alice.world.cities.get(target.id)?.owner).toBe(alice.player);
  });

  test('a spy may come back from inciting a city', async () => {
    const other = await bob.city('Cton', { x: 20, y: 18 });
    const beside = { x: 20, y: 17 };
    const fields = { target: { id: other.id } };
    const verdict = await missionOf(alice, 'unit_spy_incite_city_esc', 'Spy', beside, fields);
    expect(verdict.changed).toMatchObject({ succeeded: true, cities_gained: [other.id] });
    const capital = [...bob.world.cities.values()].find(({ name }) => name === 'Bcapital');
    const spy = await alice.unit('Spy', { x: 25, y: 15 });
    const safe = await alice.refused('unit_spy_incite_city_esc', {
      unit_id: spy.id,
      target: { id: capital?.id },
    });
    expect(safe.code).toBe('E130');
  });
});

test('in classic a diplomat is spent on investigating a city', async () => {
  await using stage = await Stage.of(['alice', 'bob']);
  const [alice, bob] = stage.pair();
  await stage.meet();
  const target = await bob.city('Bton', { x: 23, y: 15 });
  const diplomat = await alice.unit('Diplomat', OUTSIDE);
  const error = await alice.refused('unit_spy_investigate_city', { unit_id: diplomat.id, target: 'Bton' });
  expect(error.details.possible_actions).toContain('unit_inv_city_spend');
  const verdict = await alice.does('unit_inv_city_spend', {
    unit_id: diplomat.id,
    target: { id: target.id },
  });
  expect(verdict.changed).toMatchObject({ succeeded: true, actor_survived: false });
});

test('in civ2 a spy explodes a suitcase nuke', async () => {
  await using stage = await Stage.of(['alice', 'bob'], { ruleset: 'civ2' });
  const [alice, bob] = stage.pair();
  await stage.meet();
  await alice.allTechs();
  await alice.gold(20_000);
  const home = await alice.city('Aton', { x: 17, y: 15 });
  await stage.nextTurn();
  await alice.buys(home, 'Manhattan Project');
  const target = await bob.city('Bton', { x: 23, y: 15 });
  const bystander = await bob.unit('Warriors', { x: 24, y: 15 });
  const fields = { target: { id: target.id } };
  const far = await alice.unit('Spy', AWAY);
  expect((await alice.refused('unit_spy_nuke_esc', { ...fields, unit_id: far.id })).code).toBe('E130');
  const spy = await alice.unit('Spy', OUTSIDE);
  const verdict = await alice.does('unit_spy_nuke_esc', { ...fields, unit_id: spy.id });
  expect(verdict.changed).toMatchObject({ succeeded: true });
  await expect.poll(() => bob.world.units.has(bystander.id)).toBe(false);
});

testShown('spies');
