import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { legalActions } from '../../../proxy/actions/legal-actions.js';
import type { World } from '../../../proxy/world/world.js';
import { type Actor, Stage } from '../../support/stage.js';
import { testShown } from '../../support/unit-action-coverage.js';

describe('units in war', () => {
  let stage: Stage;
  let alice: Actor;
  let bob: Actor;

  beforeAll(async () => {
    stage = await Stage.of(['alice', 'bob'], { ruleset: 'sandbox' });
    [alice, bob] = stage.pair();
    await stage.meet();
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  test('an attack is fought out; there is none where nobody stands', async () => {
    const armor = await alice.unit('Armor', { x: 15, y: 12 });
    const victim = await bob.unit('Workers', { x: 16, y: 12 });
    const guard = await bob.unit('Warriors', { x: 16, y: 12 });
    const empty = { unit_id: armor.id, target: { x: 14, y: 12 } };
    expect(await alice.refused('unit_attack', empty)).toMatchObject({
      code: 'E130',
      details: { path: 'data.target', possible_actions: [] },
    });
    const verdict = await alice.does('unit_attack', { unit_id: armor.id, target: { id: guard.id } });
    expect(verdict.changed).toMatchObject({ action: 'attack', attacker_survived: true, defender_hp: 0 });
    expect(verdict.changed.units_defeated).toEqual(expect.arrayContaining([victim.id, guard.id]));
  });

  test('a lost attack defeats nobody: what was seen by the attacker alone is out of sight, not dead', async () => {
    const place = { x: 22, y: 9 };
    const victims = [await bob.unit('Mech. Inf.', place), await bob.unit('Workers', place)];
    const ids = victims.map(({ id }) => id);
    const warriors = await alice.unit('Warriors', { x: 22, y: 10 }, undefined, 1);
    await alice.sees((world) => ids.every((id) => world.units.has(id)));
    const verdict = await alice.does('unit_attack', { unit_id: warriors.id, target: place });
    expect(verdict.changed).toMatchObject({
      attacker_survived: false,
      attacker_hp: 0,
      defender_id: ids[0],
      defender_hp: victims[0]?.hp,
      units_defeated: [],
    });
    expect(verdict.changed.units_out_of_sight).toEqual(expect.arrayContaining(ids));
    expect(ids.filter((id) => bob.world.units.has(id))).toEqual(ids);
    expect(verdict.changes).toContainEqual(expect.objectContaining({ id: warriors.id, fate: 'died' }));
    for (const id of ids)
      expect(verdict.changes).toContainEqual(expect.objectContaining({ id, fate: 'unknown' }));
  });

  test('the defender killed inside a city is named, and the others in there are not', async () => {
    const place = { x: 25, y: 12 };
    await bob.city('Hidden', place);
    const guards = [await bob.unit('Warriors', place), await bob.unit('Warriors', place)];
    const armor = await alice.unit('Armor', { x: 24, y: 11 });
    const verdict = await alice.does('unit_attack', { unit_id: armor.id, target: place });
    const deadOf = (world: World) => guards.map(({ id }) => id).filter((id) => !world.units.has(id));
    await bob.sees((world) => deadOf(world).length > 0);
    const dead = deadOf(bob.world);
    expect(dead).toHaveLength(1);
    expect(verdict.changed).toMatchObject({ attacker_survived: true, units_defeated: dead, defender_hp: 0 });
  });

  test('unarmed units are captured, armed ones are not', async () => {
    const legion = await alice.unit('Legion', { x: 15, y: 14 });
    const migrants = await bob.unit('Migrants', { x: 16, y: 14 });
    const guarded = await bob.unit('Warriors', { x: 14, y: 14 });
    const armed = { unit_id: legion.id, target: { id: guarded.id } };
    const error = await alice.refused('unit_capture_units', armed);
    expect(error.details.possible_actions).toContain('unit_attack');
    const verdict = await alice.does('unit_capture_units', {
      unit_id: legion.id,
      target: { id: migrants.id },
    });
    expect(verdict.changed).toMatchObject({ succeeded: true });
    // The server gives a new number to what changes its owner, at the same place.
    const [gained] = verdict.changed.units_gained as number[];
    expect(alice.world.units.get(gained ?? -1)?.type).toBe(migrants.type);
    await expect.poll(() => bob.world.units.has(migrants.id)).toBe(false);
  });

  test('to capture a stack is offered only when all in it can be captured', async () => {
    const place = { x: 19, y: 11 };
    const legion = await alice.unit('Legion', { x: 18, y: 11 });
    const migrants = await bob.unit('Migrants', place);
    await alice.sees((world) => world.units.has(migrants.id));
    const captures = async () =>
      (await legalActions(alice.seat)).filter(
        ({ type, unit_id: unit }) => type === 'unit_capture_units' && unit === legion.id,
      );
    expect(await captures()).toMatchObject([{ target: place, certain: true }]);
    const guard = await bob.unit('Warriors', place);
    await alice.sees((world) => world.units.has(guard.id));
    // The server looks at one of them alone, whichever came first.
    await bob.unit('Warriors', { x: 17, y: 10 });
    const last = await bob.unit('Migrants', { x: 17, y: 10 });
    await alice.sees((world) => world.units.has(last.id));
    expect(await captures()).toEqual([]);
  });

  test('units are bombarded from a distance', async () => {
    const gun = await alice.unit('Bomber', { x: 15, y: 16 });
    const victim = await bob.unit('Musketeers', { x: 16, y: 16 });
    const far = await bob.unit('Musketeers', { x: 18, y: 16 });
    const fields = { unit_id: gun.id, target: { id: far.id } };
    expect((await alice.refused('unit_bombard', fields)).code).toBe('E130');
    const verdict = await alice.does('unit_bombard', { unit_id: gun.id, target: { id: victim.id } });
    expect(verdict.changed).toMatchObject({ succeeded: true, actor_survived: true });
    expect(alice.world.units.get(victim.id)?.hp).toBeLessThan(victim.hp);
  });

  test('a defended city is not conquered, an empty one is; one of size 1 is gone then', async () => {
    const city = await bob.city('Bton', { x: 22, y: 13 });
    const guard = await bob.unit('Warriors', { x: 22, y: 13 });
    const armor = await alice.unit('Armor', { x: 21, y: 13 });
    const fields = { unit_id: armor.id, target: { id: city.id } };
    const error = await alice.refused('unit_conquer_city', fields);
    expect(error.details.possible_actions).toContain('unit_attack');
    await bob.does('unit_recycle', { unit_id: guard.id });
    const verdict = await alice.does('unit_conquer_city', fields);
    expect(verdict.changed).toMatchObject({ succeeded: true, new_position: { x: 22, y: 13 } });
    expect(alice.world.cities.has(city.id)).toBe(false);
  });

  test('a larger city is conquered by the common name of the action', async () => {
    const place = { x: 22, y: 17 };
    const city = await bob.city('Large', place);
    for (const _ of [1, 2]) {
      const migrants = await bob.unit('Migrants', place);
      await bob.does('unit_join_city', { unit_id: migrants.id });
    }
    const armor = await alice.unit('Armor', { x: 21, y: 17 });
    const verdict = await alice.does('unit_attack', { unit_id: armor.id, target: place });
    expect(verdict.changed).toMatchObject({ action: 'conquer_city', city_conquered: true });
    expect(alice.world.cities.get(city.id)?.owner).toBe(alice.player);
  });

  test('a nuclear weapon devastates what is around it', async () => {
    const target = { x: 24, y: 19 };
    const victim = await bob.unit('Warriors', target);
    const weak = await alice.unit('Warriors', { x: 24, y: 18 });
    expect((await alice.refused('unit_nuke', { unit_id: weak.id, target })).code).toBe('E130');
    await alice.allTechs();
    await alice.gold(20_000);
    const home = await alice.city('Silo', { x: 15, y: 18 });
    await stage.nextTurn();
    await alice.buys(home, 'Manhattan Project');
    const nuclear = await alice.unit('Nuclear', { x: 15, y: 18 }, home);
    const near = await bob.unit('Warriors', { x: 16, y: 19 });
    const exploded = await alice.does('unit_nuke', { unit_id: nuclear.id, target: { id: near.id } });
    expect(exploded.changed).toMatchObject({
      ...{ succeeded: true, actor_survived: false },
      units_defeated: [near.id],
    });
    await expect.poll(() => bob.world.units.has(near.id)).toBe(false);
    expect(bob.world.units.has(victim.id)).toBe(true);
  });
});

test('a leader destroys a city of his own', async () => {
  await using stage = await Stage.of(['alice'], { ruleset: 'sandbox' });
  const [alice] = stage.first();
  await alice.city('Capital', { x: 16, y: 15 });
  const doomed = await alice.city('Doomed', { x: 20, y: 18 });
  const leader = await alice.unit('Leader', { x: 20, y: 17 });
  const verdict = await alice.does('unit_destroy_city', { unit_id: leader.id, target: { id: doomed.id } });
  expect(verdict.changed).toMatchObject({ succeeded: true });
  expect(alice.world.cities.has(doomed.id)).toBe(false);
  const workers = await alice.unit('Workers', { x: 16, y: 15 });
  expect((await alice.refused('unit_destroy_city', { unit_id: workers.id })).code).toBe('E130');
});

testShown('war');
