import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { workedTiles } from '../../../proxy/rules/cities/citizens.js';
import type { City } from '../../../proxy/world/city.js';
import { type Actor, Stage } from '../../support/stage.js';

const PLACE = { x: 20, y: 15 };

/** Lets so many settlers join a city. */
async function grow(actor: Actor, citizens: number): Promise<void> {
  for (let count = 0; count < citizens; count += 1) {
    const settlers = await actor.unit('Settlers', PLACE);
    await actor.does('unit_join_city', { unit_id: settlers.id });
  }
}

/** Has the server place all citizens of a city anew, as it does by itself when it thinks fit. */
async function rearrange(actor: Actor, { id, tile }: City): Promise<void> {
  await actor.seat.request('city_make_specialist', { cityId: id, tileId: tile });
}

async function plansOf(agent: AgentConnection) {
  const { plans = [] } = await agent.state({ format: 'llm_optimized' });
  return plans;
}

/** The plans in the row of the only city. */
async function rowPlans(agent: AgentConnection) {
  const state = await agent.state({ format: 'cities', all: true });
  return 'cities' in state ? state.cities?.[0]?.plans : undefined;
}

describe('city tiles', () => {
  let stage: Stage;
  let alice: Actor;
  let city: City;

  beforeAll(async () => {
    stage = await Stage.of(['alice']);
    [alice] = stage.first();
    await stage.plain(PLACE, 20);
    await stage.plain({ x: 20, y: 18 }, 2, 'Mountains');
    city = await alice.city('Aton', PLACE);
    await grow(alice, 2);
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  const now = () => alice.world.cities.get(city.id) ?? city;
  const steps = { n: { x: 20, y: 14 }, e: { x: 21, y: 15 }, ss: { x: 20, y: 17 }, sse: { x: 21, y: 17 } };

  /** Where the citizens are, as the server has it. */
  function worked() {
    const tiles = workedTiles(alice.world, now()).filter((tile) => tile !== city.tile);
    return tiles.map((tile) => alice.world.map.position(tile));
  }

  test('tiles that are asked for are worked, by places or steps; other citizens become specialists', async () => {
    const size = now().size;
    expect(size).toBeGreaterThanOrEqual(3);
    const three = [steps.n, 'ss', { x: 21, y: 17 }];
    const { changed } = await alice.does('set_city_tiles', { city_id: city.id, tiles: three });
    expect(worked()).toHaveLength(3);
    expect(worked()).toEqual(expect.arrayContaining([steps.n, steps.ss, steps.sse]));
    expect(changed.worked_tiles).toContainEqual(expect.objectContaining({ ...steps.n, food: 2 }));
    expect(changed).toMatchObject({
      plan: `city_tiles-${city.id}`,
      surplus: { food: now().detail?.surplus[0] },
    });
    const one = await alice.does('set_city_tiles', {
      ...{ city_id: city.id, tiles: ['e'] },
      specialists: 'entertainers',
    });
    expect(worked()).toEqual([steps.e]);
    expect(one.changed).toMatchObject({ specialists: { Entertainers: size - 1 } });
  });

  test('tiles that cannot be worked are refused with the reason and the tiles that are possible', async () => {
    const ask = (tiles: readonly unknown[], more: object = {}) =>
      alice.refused('set_city_tiles', { city_id: city.id, tiles, ...more });
    const far = await ask([{ x: 30, y: 15 }]);
    expect(far).toMatchObject({ code: 'E130', details: { path: 'data.tiles.0' } });
    expect(far.message).toContain('(30, 15) is outside the city radius of Aton');
    expect(far.details.possible).toContainEqual(expect.objectContaining({ ...steps.n, food: 2 }));
    const many = await ask(['n', 'e', 's', 'w', 'ne', 'nw', 'se', 'sw']);
    expect(many.message).toContain('no more tiles than that');
    expect((await ask(['e'], { specialists: 'Kings' })).details.path).toBe('data.specialists');
    expect((await ask(['e'], { specialists: { Entertainers: 9 } })).message).toContain('have no tile');
  });

  test('tiles of a city that the server changes are told, once', async () => {
    await alice.does('set_city_tiles', { city_id: city.id, tiles: ['ss', 'sse'] });
    await rearrange(alice, city);
    expect(worked()).not.toEqual(expect.arrayContaining([steps.ss, steps.sse]));
    await stage.nextTurn();
    const event = await alice.agent.push('event', (data) => data.event === 'plan_ended');
    expect(event).toMatchObject({ plan: 'city_tiles', id: `city_tiles-${city.id}` });
    expect(event).toHaveProperty('sentence', expect.stringContaining('The server moved citizens of Aton'));
    const brief = await alice.agent.state({ format: 'brief' });
    expect(JSON.stringify(brief)).toContain('The server moved citizens of Aton');
    expect(await plansOf(alice.agent)).toEqual([]);
  });

  test('tiles of a city that are kept are worked again in the next turn', async () => {
    const tiles = ['nn', 'nne', 'ss', 'nnw', 'n', 'e'];
    await alice.does('set_city_tiles', { city_id: city.id, tiles, keep: true });
    const before = worked();
    expect(before).toHaveLength(now().size);
    await rearrange(alice, city);
    expect(worked()).not.toEqual(expect.arrayContaining(before));
    await stage.nextTurn();
    expect(worked()).toEqual(expect.arrayContaining(before));
    expect(await plansOf(alice.agent)).toMatchObject([{ plan: 'city_tiles', keep: true }]);
    expect(await rowPlans(alice.agent)).toEqual([{ id: `city_tiles-${city.id}` }]);
  });

  test('tiles of a city are kept no longer after another action for its citizens', async () => {
    const place = alice.world.map.position(
      workedTiles(alice.world, now()).find((tile) => tile !== city.tile) ?? -1,
    );
    const { changed } = await alice.does('city_make_specialist', { city_id: city.id, target: place });
    expect(changed).toMatchObject({ plans_ended: [`city_tiles-${city.id}`] });
    expect(await plansOf(alice.agent)).toEqual([]);
  });
});

describe('city focus', () => {
  let stage: Stage;
  let alice: Actor;
  let city: City;

  beforeAll(async () => {
    stage = await Stage.of(['alice']);
    [alice] = stage.first();
    await stage.plain(PLACE, 2);
    await stage.plain({ x: 20, y: 18 }, 2, 'Forest');
    await stage.plain({ x: 20, y: 12 }, 2, 'Lake');
    city = await alice.city('Aton', PLACE);
    await alice.tech('Bronze Working', 'Ceremonial Burial', 'Alphabet');
    await grow(alice, 3);
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  const surplus = () => alice.world.cities.get(city.id)?.detail?.surplus ?? [];

  test.each([
    ['food', 0],
    ['shields', 1],
    ['trade', 2],
    ['science', 5],
  ] as const)('a focus on %s makes no less of it than before, without hunger', async (focus, output) => {
    await alice.does('city_arrange_citizens', { city_id: city.id }).catch(() => undefined);
    const before = surplus()[output] ?? 0;
    const { changed } = await alice.does('city_focus', { city_id: city.id, focus });
    expect(changed).toMatchObject({ plan: `city_focus-${city.id}` });
    expect(surplus()[output]).toBeGreaterThanOrEqual(before);
    expect(surplus()[0]).toBeGreaterThanOrEqual(0);
    expect(await plansOf(alice.agent)).toMatchObject([{ plan: 'city_focus', cities: city.id, focus }]);
  });

  test('a focus may be written as the target', async () => {
    const { changed } = await alice.does('city_focus', { city_id: city.id, target: 'food' });
    expect(changed).toMatchObject({ plan: `city_focus-${city.id}` });
    expect(await plansOf(alice.agent)).toMatchObject([{ plan: 'city_focus', focus: 'food' }]);
  });

  test('a focus changes what a city makes, and goes on when the server has moved its citizens', async () => {
    await alice.does('city_focus', { city_id: city.id, focus: 'food' });
    const [food = 0, shields = 0] = surplus();
    await alice.does('city_focus', { city_id: city.id, focus: 'shields' });
    expect(surplus()[0]).toBeLessThan(food);
    expect(surplus()[1]).toBeGreaterThan(shields);
    await rearrange(alice, city);
    await stage.nextTurn();
    expect(surplus()[1]).toBeGreaterThan(shields);
    expect(await rowPlans(alice.agent)).toEqual([{ id: `city_focus-${city.id}`, focus: 'shields' }]);
  });

  test('a focus of all cities leaves out one with tiles of its own', async () => {
    const { changed } = await alice.does('set_city_tiles', { city_id: city.id, tiles: ['s'] });
    expect(changed).toMatchObject({ plans_ended: [`city_focus-${city.id}`] });
    await alice.does('city_focus', { cities: 'all', focus: 'trade' });
    const worked = workedTiles(alice.world, alice.world.cities.get(city.id) ?? city);
    expect(worked).toHaveLength(2);
    expect(await plansOf(alice.agent)).toMatchObject([{ plan: 'city_tiles' }, { id: 'city_focus-all' }]);
  });

  test('a city that would riot with one citizen more has a specialist more when it has grown', async () => {
    await alice.does('plan_cancel', { plan: 'all' });
    const row = async () => {
      const state = await alice.agent.state({ format: 'cities', all: true });
      return 'cities' in state ? state.cities?.[0] : undefined;
    };
    const idlers = async () => {
      const { specialists = {}, happy = 0, unhappy = 0 } = (await row())?.citizens ?? {};
      return Object.values(specialists).reduce((sum, count) => sum + count, 0) + Math.max(0, unhappy - happy);
    };
    const told: boolean[] = [];
    const came: boolean[] = [];
    for (let more = 0; more < 3; more += 1) {
      await rearrange(alice, city);
      const before = await idlers();
      told.push((await row())?.unrest_next === true);
      await grow(alice, 1);
      came.push((await idlers()) > before);
    }
    expect(told).toEqual(came);
    expect(told).toContain(true);
  });
});
