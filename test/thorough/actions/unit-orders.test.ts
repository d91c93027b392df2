import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { legalActions } from '../../../proxy/actions/legal-actions.js';
import { type Actor, Stage } from '../../support/stage.js';

describe('lasting orders', () => {
  let stage: Stage;
  let alice: Actor;

  beforeAll(async () => {
    stage = await Stage.of(['alice']);
    [alice] = stage.first();
    for (const x of [16, 18, 20, 22]) await alice.unit('Explorer', { x, y: 15 });
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  test('a unit fortifies and is sentried; what cannot fortify is refused', async () => {
    const warriors = await alice.unit('Warriors', { x: 18, y: 13 });
    const settlers = await alice.unit('Settlers', { x: 18, y: 13 });
    const dug = await alice.does('unit_fortify', { unit_id: warriors.id });
    expect(dug.changed).toMatchObject({ activity: 'fortifying' });
    const waits = await alice.does('unit_sentry', { unit_id: warriors.id });
    expect(waits.changed).toMatchObject({ activity: 'sentry' });
    expect((await alice.does('unit_sentry', { unit_id: warriors.id })).outcome).toBe('no_effect');
    expect((await alice.refused('unit_fortify', { unit_id: settlers.id })).code).toBe('E130');
  });

  test('a worker works by itself until it is stopped; what does nothing cannot be stopped', async () => {
    const workers = await alice.unit('Workers', { x: 18, y: 14 });
    const warriors = await alice.unit('Warriors', { x: 18, y: 14 });
    expect((await alice.refused('unit_auto_work', { unit_id: warriors.id })).code).toBe('E130');
    const works = await alice.does('unit_auto_work', { unit_id: workers.id });
    expect(works.changed).toMatchObject({ works_by_itself: true });
    const stopped = await alice.does('unit_cancel_orders', { unit_id: workers.id });
    expect(stopped.changed).toMatchObject({ activity: 'idle', has_orders: false });
    expect((await alice.refused('unit_cancel_orders', { unit_id: workers.id })).code).toBe('E130');
  });

  test('a patrol comes back to where it began, and goes again', async () => {
    const horsemen = await alice.unit('Horsemen', { x: 18, y: 15 });
    const far = { x: 21, y: 15 };
    const verdict = await alice.does('unit_patrol', { unit_id: horsemen.id, target: far });
    expect(verdict.changed).toMatchObject({ unit_moved: true });
    const seen = new Set<number>();
    for (let turn = 0; turn < 4; turn += 1) {
      await stage.nextTurn();
      seen.add(alice.world.units.get(horsemen.id)?.tile ?? -1);
    }
    expect(seen).toContain(horsemen.tile);
    expect(alice.world.units.get(horsemen.id)?.detail?.ordersRepeat).toBe(true);
    const here = alice.world.map.position(alice.world.units.get(horsemen.id)?.tile ?? -1);
    expect((await alice.refused('unit_patrol', { unit_id: horsemen.id, target: here })).code).toBe('E130');
  });

  test('orders of several turns can be cancelled under way', async () => {
    const warriors = await alice.unit('Warriors', { x: 16, y: 16 });
    const moved = await alice.does('unit_move', { unit_id: warriors.id, target: { x: 22, y: 16 } });
    expect(moved.changed).toMatchObject({ arrived: false });
    await alice.does('unit_cancel_orders', { unit_id: warriors.id });
    expect(alice.world.units.get(warriors.id)?.detail?.hasOrders).toBe(false);
  });

  test('a type without another form is not converted', async () => {
    const warriors = await alice.unit('Warriors', { x: 16, y: 17 });
    expect((await alice.refused('unit_convert', { unit_id: warriors.id })).code).toBe('E130');
  });
});

describe('land work', () => {
  let stage: Stage;
  let alice: Actor;
  const place = { x: 20, y: 15 };

  beforeAll(async () => {
    stage = await Stage.of(['alice']);
    [alice] = stage.first();
    await alice.tech('Bronze Working', 'Alphabet', 'Masonry', 'Construction', 'Pottery', 'Seafaring');
    await alice.tech(
      'Mathematics',
      'Astronomy',
      'University',
      'Physics',
      'Code of Laws',
      'Writing',
      'Literacy',
    );
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  /** A tile of its own for each test, with what it needs. */
  async function site(x: number, y: number, terrain: string, ...extras: readonly string[]) {
    await stage.lua(`edit.change_terrain(find.tile(${x},${y}), find.terrain("${terrain}"))`);
    for (const extra of extras) await stage.lua(`edit.create_extra(find.tile(${x},${y}), "${extra}")`);
    return { x, y };
  }

  test('a road is built, and a second one on the same tile refused', async () => {
    const at = await site(16, 13, 'Grassland');
    const workers = await alice.unit('Workers', at);
    const begun = await alice.does('unit_build_road', { unit_id: workers.id });
    expect(begun.changed).toMatchObject({ working_on: 'road' });
    const done = await site(17, 13, 'Grassland', 'Road');
    const others = await alice.unit('Workers', done);
    const error = await alice.refused('unit_build_road', { unit_id: others.id });
    expect(error.details.possible_actions).toContain('unit_pillage');
  });

  test('a worker at a mine is offered irrigation, and turns to it', async () => {
    await site(22, 13, 'Lake');
    const at = await site(22, 14, 'Hills');
    const workers = await alice.unit('Workers', at);
    const mining = await alice.does('unit_build_mine', { unit_id: workers.id });
    expect(mining.changed).toMatchObject({ working_on: 'mine' });
    const offers = await legalActions(alice.seat);
    const offer = offers.find((one) => one.type === 'unit_build_irrigation' && one.unit_id === workers.id);
    expect(offer).toMatchObject({ certain: true });
    const turned = await alice.does('unit_build_irrigation', { ...offer });
    expect(turned.changed).toMatchObject({ working_on: 'irrigation' });
  });

  test('a fortress is built by its name; one that is none is refused', async () => {
    const at = await site(18, 13, 'Hills');
    const workers = await alice.unit('Workers', at);
    const error = await alice.refused('unit_build_base', { unit_id: workers.id, target: 'Airbase' });
    expect(error.details.possible).toEqual(['fortress']);
    const begun = await alice.does('unit_build_fortress', { unit_id: workers.id, target: 'fortress' });
    expect(begun.changed).toMatchObject({ working_on: 'fortress' });
  });

  test('a mine is dug in hills and not in grassland', async () => {
    const hills = await alice.unit('Workers', await site(19, 13, 'Hills'));
    expect((await alice.does('unit_build_mine', { unit_id: hills.id })).changed).toMatchObject({
      working_on: 'mine',
    });
    const meadow = await alice.unit('Workers', await site(20, 13, 'Grassland'));
    expect((await alice.does('unit_build_mine', { unit_id: meadow.id })).changed).toMatchObject({
      working_on: 'terrain',
    });
  });

  test('a tile by a lake is irrigated', async () => {
    await site(16, 17, 'Lake');
    const workers = await alice.unit('Workers', await site(16, 16, 'Plains'));
    expect((await alice.does('unit_irrigate', { unit_id: workers.id })).changed).toMatchObject({
      working_on: 'irrigation',
    });
    const dry = await alice.unit('Workers', await site(24, 13, 'Plains'));
    expect((await alice.refused('unit_build_irrigation', { unit_id: dry.id })).code).toBe('E130');
  });

  test('engineers transform, workers do not', async () => {
    const at = await site(18, 17, 'Hills');
    const workers = await alice.unit('Workers', at);
    expect((await alice.refused('unit_transform', { unit_id: workers.id })).code).toBe('E130');
    const engineers = await alice.unit('Engineers', at);
    expect((await alice.does('unit_transform', { unit_id: engineers.id })).changed).toMatchObject({
      working_on: 'terrain',
    });
  });

  test.each([
    ['unit_clean_pollution', 'Pollution', 20],
    ['unit_clean_fallout', 'Fallout', 22],
  ])('%s takes the pollution or fallout off its tile', async (type, extra, x) => {
    const workers = await alice.unit('Workers', await site(x, 17, 'Grassland', extra));
    expect((await alice.does(type, { unit_id: workers.id })).changed).toMatchObject({
      working_on: extra.toLowerCase(),
    });
    const clean = await alice.unit('Workers', await site(x, 18, 'Grassland'));
    expect((await alice.refused(type, { unit_id: clean.id })).code).toBe('E130');
  });

  test('what is pillaged can be chosen, but not what something else rests on', async () => {
    const warriors = await alice.unit('Warriors', await site(24, 17, 'Hills', 'Road', 'Railroad', 'Mine'));
    const error = await alice.refused('unit_pillage', { unit_id: warriors.id, target: 'Road' });
    expect(error.details.possible).toEqual(expect.arrayContaining(['railroad', 'mine']));
    expect(error.details.possible).not.toContain('road');
    const begun = await alice.does('unit_pillage', { unit_id: warriors.id, target: 'Railroad' });
    expect(begun.changed).toMatchObject({ working_on: 'railroad' });
  });

  test('nothing is built where nothing can be', async () => {
    const warriors = await alice.unit('Warriors', place);
    const error = await alice.refused('unit_build_road', { unit_id: warriors.id });
    expect(error).toMatchObject({ code: 'E130', details: { possible_actions: [] } });
  });
});

describe('ships', () => {
  let stage: Stage;
  let alice: Actor;

  beforeAll(async () => {
    stage = await Stage.of(['alice']);
    [alice] = stage.first();
    for (const x of [22, 23]) {
      await stage.lua(`edit.change_terrain(find.tile(${x}, 15), find.terrain("Ocean"))`);
    }
    await alice.city('Port', { x: 21, y: 15 });
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  test('units board a ship in port and beside it, and leave it where they can stand', async () => {
    const boat = await alice.unit('Transport', { x: 21, y: 15 });
    const inPort = await alice.unit('Warriors', { x: 21, y: 15 });
    const beside = await alice.unit('Warriors', { x: 21, y: 14 });
    expect((await alice.does('unit_load', { unit_id: inPort.id })).changed).toMatchObject({
      loaded: true,
      transport: { id: boat.id, type: 'transport' },
    });
    const boarded = await alice.does('unit_load', { unit_id: beside.id, target: { id: boat.id } });
    expect(boarded.changed).toMatchObject({ loaded: true, unit_moved: true });
    expect((await alice.does('unit_unload', { unit_id: inPort.id })).changed).toEqual({ loaded: false });
    expect((await alice.refused('unit_unload', { unit_id: inPort.id })).code).toBe('E130');
    const all = await alice.does('unit_unload_all', { unit_id: boat.id });
    expect(all.changed).toMatchObject({ unloaded: [beside.id], still_on_board: 0 });
  });

  test('no unit leaves a ship into the sea, and none boards what carries no such thing', async () => {
    const boat = await alice.unit('Transport', { x: 22, y: 15 });
    const soldier = await alice.unit('Warriors', { x: 22, y: 14 });
    await alice.does('unit_load', { unit_id: soldier.id, target: { id: boat.id } });
    expect(await alice.refused('unit_unload', { unit_id: soldier.id })).toMatchObject({
      code: 'E130',
      message: expect.stringContaining('cannot leave'),
    });
    expect((await alice.refused('unit_unload_all', { unit_id: boat.id })).details.cargo).toHaveLength(1);
    const horse = await alice.unit('Horsemen', { x: 21, y: 13 });
    const error = await alice.refused('unit_load', { unit_id: horse.id, target: { id: soldier.id } });
    expect(error).toMatchObject({ code: 'E130', details: { path: 'data.target' } });
  });
});

test('all units of a type are upgraded in cities; a type without a better one is refused', async () => {
  await using stage = await Stage.of(['alice']);
  const [alice] = stage.first();
  await alice.city('Aton', { x: 20, y: 15 });
  const units = [
    await alice.unit('Phalanx', { x: 20, y: 15 }),
    await alice.unit('Phalanx', { x: 20, y: 15 }),
  ];
  const early = await alice.refused('unit_type_upgrade', { target: 'Phalanx' });
  expect(early).toMatchObject({ code: 'E130', details: { path: 'data.target' } });
  await alice.gold(1000);
  await alice.tech('Bronze Working', 'Horseback Riding', 'Alphabet', 'Ceremonial Burial', 'Code of Laws');
  await alice.tech('Warrior Code', 'Iron Working', 'Monarchy', 'Feudalism');
  const verdict = await alice.does('unit_type_upgrade', { target: 'Phalanx' });
  expect(verdict.changed).toMatchObject({ upgraded: units.map(({ id }) => id) });
  expect(verdict.changed.gold_spent).toBeGreaterThan(0);
});
