import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { legalActions } from '../../../proxy/actions/legal-actions.js';
import type { City } from '../../../proxy/world/city.js';
import type { Position } from '../../../proxy/world/map-geometry.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { ensureUnpackedServer } from '../../../tools/steps/unpacked-servers.mjs';
import { changedRuleset, dataOfUnpacked } from '../../support/changed-ruleset.js';
import { mission } from '../../support/mission.js';
import { type Actor, Stage } from '../../support/stage.js';
import { testShown } from '../../support/unit-action-coverage.js';

afterEach(() => vi.unstubAllEnvs());

/** Beside Bob's city. */
const OUTSIDE = { x: 22, y: 15 };

describe('server 3.2', () => {
  let stage: Stage;
  let alice: Actor;
  let bob: Actor;
  let target: City;

  beforeAll(async () => {
    const FREECIV_SERVER = await ensureUnpackedServer('3.2');
    stage = await Stage.of(['alice', 'bob'], { ruleset: 'sandbox' }, { FREECIV_SERVER });
    [alice, bob] = stage.pair();
    await stage.meet();
    await alice.city('Aton', { x: 17, y: 15 });
    await bob.city('Bcapital', { x: 26, y: 15 });
    target = await bob.city('Bton', { x: 23, y: 15 });
    await bob.tech('Alphabet', 'Writing', 'Bronze Working', 'Currency', 'Trade');
    await bob.gold(2000);
    await alice.unit('Explorer', OUTSIDE);
    await alice.sees((world) => world.cities.has(target.id));
    await stage.nextTurn();
    for (const building of ['Library', 'Marketplace']) await bob.buys(target, building);
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  test('on a server of 3.2 the named building alone is sabotaged, and production is no building', async () => {
    const where = { target: { id: target.id } };
    const spy = await alice.unit('Spy', OUTSIDE);
    const wish = { unit_id: spy.id, ...where, sub_target: 'production' };
    const error = await alice.refused('unit_spy_targeted_sabotage_city_esc', wish);
    expect(error.details.possible).toEqual(['library', 'marketplace']);
    const library = { ...where, sub_target: 'library' };
    const verdict = await mission(alice, 'unit_spy_targeted_sabotage_city_esc', 'Spy', OUTSIDE, library);
    expect(verdict.messages).toContain('Your Spy destroyed the Library in Bton.');
  });

  test('on a server of 3.2 production is sabotaged by an action of its own', async () => {
    await stage.nextTurn();
    const where = { target: { id: target.id } };
    await mission(alice, 'unit_spy_sabotage_city_production_esc', 'Spy', OUTSIDE, where);
    await bob.sees((world) => world.cities.get(target.id)?.detail?.shieldStock === 0);
  });

  test('on a server of 3.2 a spy eliminates a diplomat', async () => {
    const place = { x: 16, y: 12 };
    const victim = await bob.unit('Diplomat', place);
    await mission(alice, 'unit_spy_attack', 'Spy', { x: 15, y: 12 }, { target: place });
    await bob.sees((world) => !world.units.has(victim.id));
  });

  test('on a server of 3.2 a unit that does something boards from the tile beside', async () => {
    const [lake, beside] = [
      { x: 14, y: 16 },
      { x: 14, y: 17 },
    ];
    await stage.lua(`edit.change_terrain(find.tile(${lake.x}, ${lake.y}), find.terrain("Lake"))`);
    const boat = await alice.unit('Transport', lake);
    for (const [type, activity] of [
      ['Warriors', 'unit_sentry'],
      ['Warriors', 'unit_fortify'],
      ['Workers', 'unit_build_road'],
      ['Workers', 'unit_build_mine'],
    ] as const) {
      const unit = await alice.unit(type, beside);
      await alice.does(activity, { unit_id: unit.id });
      const { outcome, changed } = await alice.does('unit_load', {
        unit_id: unit.id,
        target: { id: boat.id },
      });
      expect({ activity, outcome, changed }).toMatchObject({ outcome: 'applied', changed: { loaded: true } });
    }
  });

  test('on a server of 3.2 a leader of barbarians brings a ransom, or is wiped out', async () => {
    const barbarians = [...alice.world.players.values()].find(
      ({ barbarianType }) => barbarianType !== 'NOT_A_BARBARIAN',
    );
    const beside = async ({ x, y }: Position) => {
      await stage.lua(
        `edit.create_unit(find.player(${barbarians?.playerno}), find.tile(${x}, ${y}), find.unit_type("Barbarian Leader"), 0, nil, -1)`,
      );
      return { unit_id: (await alice.unit('Horsemen', { x, y: y - 1 })).id, target: { x, y } };
    };
    const ransom = await alice.does('unit_collect_ransom', await beside({ x: 15, y: 18 }));
    expect(ransom.changed).toMatchObject({ succeeded: true, gold_change: 100 });
    const wiped = await alice.does('unit_wipe_units', await beside({ x: 19, y: 19 }));
    expect(wiped.changed).toMatchObject({ succeeded: true });
    const isLeader = ({ type }: Unit) =>
      alice.world.ruleset.unitTypes.get(type)?.ruleName === 'Barbarian Leader';
    expect([...alice.world.units.values()].filter(isLeader)).toEqual([]);
  });
});

test('on a server of 3.1 a unit takes an enemy fortress by entering its tile, and goes on behind it', async () => {
  const FREECIV_SERVER = await ensureUnpackedServer('3.1');
  await using stage = await Stage.of(['alice', 'bob'], {}, { FREECIV_SERVER });
  const [alice, bob] = stage.pair();
  await stage.meet();
  const moved = async (fort: Position, goal: Position) => {
    await stage.lua(
      `edit.create_base(find.tile(${fort.x}, ${fort.y}), "Fortress", find.player(${bob.player}))`,
    );
    const armor = await alice.unit('Armor', { x: fort.x - 1, y: fort.y });
    return (await alice.does('unit_move', { unit_id: armor.id, target: goal })).changed;
  };
  const fort = { x: 21, y: 17 };
  expect(await moved(fort, fort)).toMatchObject({ new_position: fort, arrived: true });
  const behind = { x: 18, y: 13 };
  expect(await moved({ x: 17, y: 13 }, behind)).toMatchObject({ new_position: behind, arrived: true });
});

test('on a server of 3.1 with infra points an extra is placed on own land for them, and nowhere else', async () => {
  const FREECIV_SERVER = await ensureUnpackedServer('3.1');
  await using ruleset = await changedRuleset('classic', dataOfUnpacked(FREECIV_SERVER), {
    'terrain.ruleset': (text) => text.replace(/^\[extra_(irrigation|road)\]$/gmu, '$&\ninfracost = 3'),
    'effects.ruleset': (text) => `${text}\n[effect_infra]\ntype = "Infra_Points"\nvalue = 50\n`,
  });
  vi.stubEnv('FREECIV_DATA_PATH', ruleset.dataPath);
  await using stage = await Stage.of(['alice'], { ruleset: ruleset.name }, { FREECIV_SERVER });
  const [alice] = stage.first();
  const centre = { x: 17, y: 15 };
  await stage.plain(centre, 9);
  await alice.city('Aton', centre);
  await stage.nextTurn();
  const points = alice.world.players.get(alice.player)?.infrapoints ?? 0;
  expect(points).toBeGreaterThanOrEqual(50);
  const target = { x: 18, y: 15 };
  const offered = (await legalActions(alice.seat)).flatMap((offer) =>
    offer.type === 'player_place_infra' ? [[offer.sub_target, offer.target]] : [],
  );
  expect(offered).toContainEqual(['road', target]);
  const { changed } = await alice.does('player_place_infra', { sub_target: 'Road', target });
  expect(changed).toEqual({ sub_target: 'road', target, infra_points: points - 3 });
  const refused = async (fields: object) =>
    (await alice.refused('player_place_infra', { target, ...fields })).message;
  expect(await refused({ sub_target: 'Road' })).toMatch(/being placed there already/);
  expect(await refused({ sub_target: 'Mine' })).toMatch(/no extra that can be chosen/);
  expect(await refused({ sub_target: 'Road', target: { x: 30, y: 15 } })).toMatch(/do not see|not your land/);
});

testShown('later-versions');
