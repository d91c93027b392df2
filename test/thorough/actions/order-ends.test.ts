import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventDataSchema } from '#shared/protocol/event.js';
import { stepsFrom } from '../../../proxy/rules/lookup/adjacency.js';
import { routeOf } from '../../../proxy/rules/movement/path.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { type Actor, Stage } from '../../support/stage.js';
import { isAbout } from '../../support/unit-events.js';

describe('ends of orders', () => {
  let stage: Stage;
  let alice: Actor;
  let bob: Actor;

  beforeAll(async () => {
    stage = await Stage.of(['alice', 'bob']);
    [alice, bob] = stage.pair();
    for (const y of [12, 15, 18])
      for (const x of [14, 17, 20, 23, 26]) {
        const explorer = await alice.unit('Explorer', { x, y });
        await alice.does('unit_disband', { unit_id: explorer.id });
      }
    await stage.meet();
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  /** The one event that tells the end of what a unit did, as the documents describe events. */
  async function ended(unit: Unit) {
    const event = await alice.agent.push('event', isAbout(unit));
    expect(eventDataSchema.parse(event)).toEqual(event);
    expect(event.event).toBe('order_ended');
    return event;
  }

  function nextTileOf({ id }: Unit): number {
    const underWay = alice.world.units.get(id)?.detail;
    return (underWay && routeOf(alice.world.map, underWay)[0]) ?? -1;
  }

  const kill = (unit: Unit) =>
    stage.lua(`edit.unit_kill(find.unit(find.player(${alice.player}), ${unit.id}), "killed", nil)`);

  test('a go-to tells how long it takes, and that it has arrived', async () => {
    const warriors = await alice.unit('Warriors', { x: 15, y: 12 });
    const goal = { x: 18, y: 12 };
    const started = await alice.does('unit_move', { unit_id: warriors.id, target: goal });
    expect(started.changed).toMatchObject({ arrived: false, under_way_to: goal, turns_left: 2 });
    await stage.nextTurn();
    await stage.nextTurn();
    expect(await ended(warriors)).toMatchObject({
      order: 'goto',
      outcome: 'arrived',
      turn: alice.world.game?.turn,
      unit: 'Warriors',
      goal,
      ...goal,
      sentence: `Warriors ${warriors.id} arrived at (18, 12).`,
    });
  });

  test('a go-to that is blocked tells by whom', async () => {
    const warriors = await alice.unit('Warriors', { x: 15, y: 18 });
    await alice.does('unit_move', { unit_id: warriors.id, target: { x: 19, y: 18 } });
    const place = alice.world.map.position(nextTileOf(warriors));
    const archers = await bob.unit('Archers', place);
    await stage.nextTurn();
    const told = await ended(warriors);
    expect(told).toMatchObject({
      outcome: 'blocked',
      obstacle: 'occupied',
      by: [{ kind: 'unit', id: archers.id, name: 'Archers', player_id: bob.player, ...place }],
      server_messages: [expect.stringContaining('units in the way')],
    });
    expect(told.sentence).toContain(`Archers ${archers.id} at (${place.x}, ${place.y}) is in the way`);
  });

  test('a go-to that a zone of control ends tells whose', async () => {
    const warriors = await alice.unit('Warriors', { x: 21, y: 18 });
    await alice.does('unit_move', { unit_id: warriors.id, target: { x: 25, y: 18 } });
    const next = nextTileOf(warriors);
    const { map, units } = alice.world;
    const beside = stepsFrom(map, units.get(warriors.id)?.tile ?? -1).find(
      ({ tile }) => tile !== next && map.distance(tile, next) === 1,
    );
    const archers = await bob.unit('Archers', map.position(beside?.tile ?? -1));
    await stage.nextTurn();
    const told = await ended(warriors);
    expect(told).toMatchObject({ outcome: 'blocked', obstacle: 'zone_of_control' });
    expect(told.by).toContainEqual(expect.objectContaining({ id: archers.id, player_id: bob.player }));
  });

  test('a unit that is lost on its way is told of, with where it was going', async () => {
    const warriors = await alice.unit('Warriors', { x: 21, y: 12 });
    await alice.does('unit_move', { unit_id: warriors.id, target: { x: 25, y: 12 } });
    const { x, y } = alice.world.map.position(alice.world.units.get(warriors.id)?.tile ?? -1);
    const armor = await bob.unit('Armor', { x, y: y + 1 });
    await bob.does('unit_attack', { unit_id: armor.id, target: { x, y } });
    expect(await ended(warriors)).toMatchObject({
      outcome: 'lost',
      sentence: expect.stringMatching(/lost while it was going to \(25, 12\): .*lost to an attack/),
    });
  });

  test('work on the land tells how long it takes, and that it is done', async () => {
    const workers = await alice.unit('Workers', { x: 17, y: 14 });
    const started = await alice.does('unit_build_road', { unit_id: workers.id });
    expect(started.changed).toMatchObject({ working_on: 'road', turns_left: 2 });
    await stage.nextTurn();
    await stage.nextTurn();
    expect(await ended(workers)).toMatchObject({
      order: 'work',
      outcome: 'finished',
      turn: alice.world.game?.turn,
      sentence: `Workers ${workers.id} finished its work on Road.`,
    });
  });

  test.each([
    ['unit_clean_pollution', 'Grassland', 'Pollution', 'Pollution'],
    ['unit_clean_fallout', 'Grassland', 'Fallout', 'Fallout'],
    ['unit_pillage', 'Grassland', 'Road', 'Road'],
    ['unit_build_mine', 'Hills', undefined, 'Mine'],
    ['unit_build_irrigation', 'Swamp', undefined, 'the terrain'],
  ])('the order %s is over when it said that it would be', async (type, terrain, extra, about) => {
    const at = { x: 19, y: 13 };
    await stage.lua(`edit.change_terrain(find.tile(${at.x}, ${at.y}), find.terrain("${terrain}"))`);
    if (extra !== undefined) await stage.lua(`edit.create_extra(find.tile(${at.x}, ${at.y}), "${extra}")`);
    const who = type === 'unit_pillage' ? 'Legion' : 'Engineers';
    const unit = await alice.unit(who, at);
    const { changed } = await alice.does(type, { unit_id: unit.id });
    for (let turn = 0; turn < Number(changed.turns_left); turn += 1) await stage.nextTurn();
    expect(await ended(unit)).toMatchObject({
      order: 'work',
      outcome: 'finished',
      turn: alice.world.game?.turn,
      sentence: `${who} ${unit.id} finished its work on ${about}.`,
    });
    await alice.does('unit_disband', { unit_id: unit.id });
  });

  test('an explorer that finds nowhere to go is done', async () => {
    const explorer = await alice.unit('Explorer', { x: 20, y: 17 });
    await alice.does('unit_explore', { unit_id: explorer.id });
    const { map } = alice.world;
    const tile = alice.world.units.get(explorer.id)?.tile ?? -1;
    const { x, y } = map.position(tile);
    for (const step of stepsFrom(map, tile)) {
      const at = map.position(step.tile);
      await stage.lua(`edit.change_terrain(find.tile(${at.x}, ${at.y}), find.terrain("Ocean"))`);
    }
    await stage.nextTurn();
    expect(await ended(explorer)).toMatchObject({ order: 'explore', outcome: 'finished', x, y });
  });

  test('a sentry that has recovered is done', async () => {
    await alice.city('Rest', { x: 24, y: 17 });
    const hurt = await alice.unit('Warriors', { x: 24, y: 17 }, undefined, 9);
    await alice.does('unit_sentry', { unit_id: hurt.id });
    await stage.nextTurn();
    expect(await ended(hurt)).toMatchObject({ order: 'sentry', outcome: 'finished' });
  });

  test('a worklist that has come to its end is told of, with what the city builds then', async () => {
    const city = await alice.city('Works', { x: 25, y: 13 });
    await stage.nextTurn();
    await alice.gold(1000);
    await alice.does('city_production', { city_id: city.id, target: 'Barracks' });
    await alice.does('city_worklist', { city_id: city.id, items: ['Warriors'] });
    await alice.does('city_buy', { city_id: city.id });
    await stage.nextTurn();
    const told = await alice.agent.push('event', ({ event }) => event === 'worklist_ended');
    expect(told).toMatchObject({ city_id: city.id, city: 'Works', building: 'Warriors' });
  });

  test('an order that the agent itself ends has its verdict and no event', async () => {
    const warriors = await alice.unit('Warriors', { x: 15, y: 15 });
    await alice.does('unit_move', { unit_id: warriors.id, target: { x: 19, y: 14 } });
    const answer = await alice.agent.request('stop', { unit_id: warriors.id });
    expect(answer).toEqual({ stopped: { unit_id: warriors.id, outcome: 'applied' } });
    expect(alice.world.units.get(warriors.id)?.detail?.hasOrders).toBe(false);
    await alice.does('unit_fortify', { unit_id: warriors.id });
    await alice.does('unit_disband', { unit_id: warriors.id });
    const later = await alice.unit('Warriors', { x: 15, y: 15 });
    await alice.does('unit_sentry', { unit_id: later.id });
    await kill(later);
    const told = await alice.agent.push(
      'event',
      (event) => isAbout(warriors)(event) || isAbout(later)(event),
    );
    expect(told).toMatchObject({ unit_id: later.id, outcome: 'lost' });
  });
});
