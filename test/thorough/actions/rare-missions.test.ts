import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { City } from '../../../proxy/world/city.js';
import { allActionsRuleset, type ChangedRuleset } from '../../support/changed-ruleset.js';
import { mission } from '../../support/mission.js';
import { type Actor, Stage, type Verdict } from '../../support/stage.js';
import { testShown } from '../../support/unit-action-coverage.js';

/** Beside Bob's city. */
const OUTSIDE = { x: 22, y: 15 };

describe('rare missions', () => {
  let ruleset: ChangedRuleset;
  let stage: Stage;
  let alice: Actor;
  let bob: Actor;
  let target: City;

  beforeAll(async () => {
    ruleset = await allActionsRuleset();
    vi.stubEnv('FREECIV_DATA_PATH', ruleset.dataPath);
    stage = await Stage.of(['alice', 'bob'], { ruleset: ruleset.name });
    [alice, bob] = stage.pair();
    await stage.meet();
    await alice.city('Aton', { x: 17, y: 15 });
    await bob.city('Bcapital', { x: 26, y: 15 });
    target = await bob.city('Bton', { x: 23, y: 15 });
    await bob.gold(2000);
    await bob.tech('Alphabet', 'Bronze Working');
    await alice.unit('Explorer', OUTSIDE);
    await alice.sees((world) => world.cities.has(target.id));
  });

  afterAll(async () => {
    await stage[Symbol.asyncDispose]();
    vi.unstubAllEnvs();
    await ruleset[Symbol.asyncDispose]();
  });

  function diplomat(type: string, fields: Record<string, unknown> = {}): Promise<Verdict> {
    return mission(alice, type, 'Diplomat', OUTSIDE, { target: { id: target.id }, ...fields });
  }

  test('every unit action of the protocol is in the ruleset that allows all actions', () => {
    const enabled = new Set(alice.world.ruleset.actionEnablers.map(({ enabledAction }) => enabledAction));
    expect([...alice.world.ruleset.actions.keys()].filter((action) => !enabled.has(action))).toEqual([]);
  });

  test('a unit is converted to the other form of its type', async () => {
    const warriors = await alice.unit('Warriors', { x: 14, y: 12 });
    const verdict = await alice.does('unit_convert', { unit_id: warriors.id });
    expect(verdict.changed).toMatchObject({ activity: 'convert' });
    await stage.nextTurn();
    const [type] = [...alice.world.ruleset.unitTypes.values()].filter(({ name }) => name === 'Phalanx');
    await alice.sees((world) => world.units.get(warriors.id)?.type === type?.id);
  });

  test('a city is looked into by a unit that is spent on it', async () => {
    const verdict = await diplomat('unit_inv_city_spend');
    expect(verdict.changed).toMatchObject({ succeeded: true, actor_survived: false });
  });

  test('gold is stolen by a unit that is spent on it', async () => {
    const verdict = await diplomat('unit_spy_steal_gold');
    expect(verdict.changed.gold_change).toBeGreaterThan(0);
  });

  test('maps are stolen by a unit that is spent on it', async () => {
    const known = () =>
      [...alice.world.tiles.values()].filter(({ known }) => known !== 'TILE_UNKNOWN').length;
    const before = known();
    expect((await diplomat('unit_steal_maps')).changed).toMatchObject({ actor_survived: false });
    expect(known()).toBeGreaterThan(before);
  });

  test('the technology that was named is stolen by a unit that is spent on it', async () => {
    // Only who has an embassy knows what there is to steal.
    await mission(alice, 'unit_establish_embassy_stay', 'Diplomat', OUTSIDE, { target: { id: target.id } });
    const spy = await alice.unit('Diplomat', OUTSIDE);
    const fields = { target: { id: target.id }, sub_target: 'Railroad' };
    const error = await alice.refused('unit_spy_targeted_steal_tech', { ...fields, unit_id: spy.id });
    const [wanted] = error.details.possible as string[];
    const verdict = await diplomat('unit_spy_targeted_steal_tech', { sub_target: wanted });
    expect(verdict.changed).toMatchObject({ techs_gained: [wanted], actor_survived: false });
  });

  test('the production is sabotaged by a unit that is spent on it', async () => {
    await stage.nextTurn();
    await stage.nextTurn();
    const verdict = await diplomat('unit_spy_targeted_sabotage_city', { sub_target: 'production' });
    expect(verdict.changed).toMatchObject({ succeeded: true, actor_survived: false });
    await bob.sees((world) => world.cities.get(target.id)?.detail?.shieldStock === 0);
  });

  test('the water is poisoned by a unit that is spent on it', async () => {
    const migrants = await bob.unit('Migrants', { x: 23, y: 15 });
    await bob.does('unit_join_city', { unit_id: migrants.id });
    const before = bob.world.cities.get(target.id)?.size ?? 0;
    expect((await diplomat('unit_spy_poison')).changed).toMatchObject({ actor_survived: false });
    await bob.sees((world) => world.cities.get(target.id)?.size === before - 1);
  });

  test('a unit is sabotaged by one that is spent on it', async () => {
    const victim = await bob.unit('Knights', { x: 22, y: 16 });
    const verdict = await diplomat('unit_spy_sabotage_unit', { target: { id: victim.id } });
    expect(verdict.changed).toMatchObject({ succeeded: true, actor_survived: false });
    await bob.sees((world) => (world.units.get(victim.id)?.hp ?? victim.hp) < victim.hp);
  });

  test.each([
    ['unit_spy_nuke', 'Diplomat'],
    ['unit_spy_nuke_esc', 'Spy'],
  ])('a suitcase nuke explodes by %s', async (type, unit) => {
    const bystander = await bob.unit('Warriors', { x: 24, y: 15 });
    await mission(alice, type, unit, OUTSIDE, { target: { id: target.id } });
    await bob.sees((world) => !world.units.has(bystander.id));
  });
});

testShown('rare-missions');
