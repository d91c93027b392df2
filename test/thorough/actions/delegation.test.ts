import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Unit } from '../../../proxy/world/unit.js';
import { must } from '../../support/changed-world.js';
import { type Actor, Stage } from '../../support/stage.js';

let stage: Stage;
let alice: Actor;

beforeAll(async () => {
  stage = await Stage.of(['alice']);
  [alice] = stage.first();
});

afterAll(() => stage[Symbol.asyncDispose]());

const now = (id: number): Unit | undefined => alice.world.units.get(id);
/** Whether a worker works on the land or is on its way. */
const improves = (id: number) => {
  const { activity, detail } = now(id) ?? {};
  return detail?.hasOrders === true || /IRRIGATE|MINE|ROAD/u.test(activity ?? '');
};
const plans = async () => (await alice.agent.state({ format: 'full' })).plans;
const endOf = (id: string) =>
  alice.agent.push('event', (data) => data.event === 'plan_ended' && data.id === id);

test('workers are handed over for two turns: idle ones improve the land, one told something does not', async () => {
  await alice.city('Home', { x: 20, y: 15 });
  const idle = await alice.unit('Workers', { x: 20, y: 15 });
  const own = await alice.unit('Workers', { x: 20, y: 15 });
  const { changed } = await alice.does('delegate', { part: 'workers', turns: 2 });
  const turn = alice.world.game?.turn ?? 0;
  expect(changed).toEqual({ plan: 'delegate-workers', until_turn: turn + 2 });
  expect(improves(idle.id)).toBe(true);
  await alice
    .does('unit_fortify', { unit_id: own.id })
    .catch(() => alice.does('unit_sentry', { unit_id: own.id }));
  expect(await plans()).not.toMatchObject([{ units: expect.arrayContaining([own.id]) }]);
  expect(await plans()).toEqual([
    {
      ...{ id: 'delegate-workers', since: turn, plan: 'delegation', part: 'workers', until: turn + 2 },
      units: expect.arrayContaining([idle.id]),
    },
  ]);
  await stage.nextTurn();
  expect(improves(own.id)).toBe(false);
  await stage.nextTurn();
  expect(await endOf('delegate-workers')).toMatchObject({
    ...{ outcome: 'done', plan: 'delegation' },
    sentence: 'The work of workers is yours again: its turns are over.',
  });
  expect(await plans()).toEqual([]);
});

test('a part is taken back at any time, and what its units do by themselves stops', async () => {
  const scout = await alice.unit('Explorer', { x: 20, y: 15 });
  await alice.does('delegate', { part: 'exploration', turns: 50 });
  expect(now(scout.id)?.activity).toBe('ACTIVITY_EXPLORE');
  const { changed } = await alice.does('plan_cancel', { plan: 'delegate-exploration' });
  expect(changed).toMatchObject({ plans_cancelled: ['delegate-exploration'] });
  expect(now(scout.id)?.activity).toBe('ACTIVITY_IDLE');
  expect(await plans()).toEqual([]);
});

test('cities are held, a front gathers its units at a place, and one without a place is refused', async () => {
  const empty = await alice.city('Empty', { x: 26, y: 15 });
  const warriors = await alice.unit('Warriors', { x: 25, y: 16 });
  await alice.does('delegate', { part: 'defence', turns: 30 });
  for (let turn = 0; turn < 3; turn += 1) await stage.nextTurn();
  expect(now(warriors.id)).toMatchObject({ tile: empty.tile });
  expect(now(warriors.id)?.activity).toMatch(/FORTIF/u);
  await alice.does('plan_cancel', { plan: 'all' });
  const guard = await alice.unit('Archers', { x: 14, y: 17 });
  const far = await alice.unit('Archers', { x: 23, y: 12 });
  const { changed } = await alice.does('delegate', { part: 'front', x: 15, y: 18, radius: 3, turns: 30 });
  expect(changed).toMatchObject({ plan: 'delegate-front-15-18' });
  for (let turn = 0; turn < 4; turn += 1) await stage.nextTurn();
  expect(alice.world.map.position(now(guard.id)?.tile ?? 0)).toEqual({ x: 15, y: 18 });
  expect(now(guard.id)?.activity).toMatch(/FORTIF/u);
  expect(alice.world.map.position(now(far.id)?.tile ?? 0)).toEqual({ x: 23, y: 12 });
  const refused = await alice.refused('delegate', { part: 'front', turns: 3 });
  expect(refused.code).toBe('E130');
  expect(refused.message).toContain('A front needs a place: {x, y}');
});

test('caravans help build a wonder, and those that are told something are left alone', async () => {
  await alice.tech('Bronze Working');
  const city = must([...alice.world.cities.values()].find(({ name }) => name === 'Home'));
  await alice.does('city_production', { city_id: city.id, target: 'Colossus' });
  const stock = () => alice.world.cities.get(city.id)?.detail?.shieldStock ?? 0;
  const before = stock();
  const [near, kept] = [
    await alice.unit('Caravan', { x: 23, y: 15 }),
    await alice.unit('Caravan', { x: 24, y: 15 }),
  ];
  await alice.does('delegate', { part: 'caravans', turns: 10 });
  await alice.does('unit_sentry', { unit_id: kept.id });
  for (let turn = 0; turn < 4; turn += 1) await stage.nextTurn();
  expect(now(near.id)).toBeUndefined();
  expect(stock() - before).toBeGreaterThanOrEqual(50);
  expect(now(kept.id)).toBeDefined();
  await alice.does('plan_cancel', { plan: 'delegate-caravans' });
});
