import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eventDataSchema } from '#shared/protocol/event.js';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { forkGame } from '../../../features/forks/fork.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { must } from '../../support/changed-world.js';
import { SplitStack } from '../../support/services/split-stack.js';
import { startStack } from '../../support/stack.js';
import { type Actor, Stage } from '../../support/stage.js';
import { TwoAgents } from '../../support/two-agents.js';

/** The end of one plan, as the documents describe events. */
async function endOf(agent: AgentConnection, id: string) {
  const event = await agent.push('event', (data) => data.event === 'plan_ended' && data.id === id);
  expect(eventDataSchema.parse(event)).toEqual(event);
  if (event.event !== 'plan_ended') throw new Error('another event came');
  return event;
}

describe('units of a plan', () => {
  let stage: Stage;
  let alice: Actor;

  beforeAll(async () => {
    stage = await Stage.of(['alice']);
    [alice] = stage.first();
    for (const y of [12, 15, 18])
      for (const x of [14, 17, 20, 23, 26]) {
        const { id } = await alice.unit('Explorer', { x, y });
        await alice.does('unit_sentry', { unit_id: id });
      }
    await alice.tech('Bronze Working');
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  const now = (id: number): Unit | undefined => alice.world.units.get(id);
  const plans = async () => (await alice.agent.state({ format: 'full' })).plans;

  test('units of a plan go somewhere and fortify, with the plan in the state and one event at the end', async () => {
    const { id } = await alice.unit('Warriors', { x: 14, y: 12 });
    const goal = { x: 17, y: 12 };
    const { changed } = await alice.does('go_and', { unit_id: id, ...goal, do: 'fortify' });
    expect(changed).toEqual({ plan: `go_and-${id}`, turns: 2 });
    expect(await plans()).toEqual([
      { id: `go_and-${id}`, since: 1, plan: 'go_and', unit_id: id, goal, do: 'fortify' },
    ]);
    for (let turn = 0; turn < 3; turn += 1) await stage.nextTurn();
    const { sentence } = await endOf(alice.agent, `go_and-${id}`);
    expect(sentence).toBe(`Warriors ${id} fortifies at (17, 12).`);
    expect(alice.world.map.position(now(id)?.tile ?? 0)).toEqual(goal);
    expect(now(id)?.activity).toMatch(/FORTIF/u);
    expect(await plans()).toEqual([]);
  });

  test('units of a plan go to a city and join it, as soon as they have moves there', async () => {
    const city = await alice.city('Target', { x: 26, y: 12 });
    const settlers = await alice.unit('Settlers', { x: 23, y: 12 });
    await alice.does('go_and', { unit_id: settlers.id, x: 26, y: 12, do: 'join_city' });
    for (let turn = 0; turn < 4; turn += 1) await stage.nextTurn();
    expect(await endOf(alice.agent, `go_and-${settlers.id}`)).toMatchObject({
      outcome: 'done',
      sentence: `Settlers ${settlers.id} has joined Target (26, 12).`,
    });
    expect(alice.world.cities.get(city.id)?.size).toBe(2);
    const warriors = await alice.unit('Warriors', { x: 23, y: 12 });
    const wrong = await alice.refused('go_and', { unit_id: warriors.id, x: 26, y: 12, do: 'join_city' });
    expect(wrong.message).toContain('Warriors cannot join cities');
  });

  test('units of a plan go somewhere and pillage, and fail with the reason where there is nothing', async () => {
    await stage.lua('edit.create_extra(find.tile(21, 16), "Road")');
    const { id } = await alice.unit('Warriors', { x: 20, y: 16 });
    const { changed } = await alice.does('go_and', { unit_id: id, x: 21, y: 16, do: 'pillage' });
    expect(changed).toMatchObject({
      plan_outcome: 'done',
      plan_sentence: `Warriors ${id} pillages at (21, 16).`,
    });
    expect(now(id)?.activity).toBe('ACTIVITY_PILLAGE');
    const other = await alice.unit('Warriors', { x: 23, y: 16 });
    await alice.does('go_and', { unit_id: other.id, x: 23, y: 16, do: 'pillage' });
    for (let turn = 0; turn < 4; turn += 1) await stage.nextTurn();
    const failed = await endOf(alice.agent, `go_and-${other.id}`);
    expect(failed).toMatchObject({ outcome: 'failed' });
    expect(failed.sentence).toContain('cannot do unit_pillage');
    await alice.does('unit_disband', { unit_id: other.id });
  });

  test('units of a plan go somewhere and patrol from there', async () => {
    const { id } = await alice.unit('Warriors', { x: 14, y: 18 });
    const ends = { target: { x: 16, y: 18 }, patrol_to: { x: 17, y: 18 } };
    await alice.does('go_and', { unit_id: id, ...ends, do: 'patrol' });
    for (let turn = 0; turn < 3; turn += 1) await stage.nextTurn();
    expect(await endOf(alice.agent, `go_and-${id}`)).toMatchObject({ outcome: 'done' });
    expect(now(id)?.detail).toMatchObject({ hasOrders: true, ordersRepeat: true });
    await alice.refused('go_and', { unit_id: id, x: 14, y: 17, do: 'sentry', patrol_to: { x: 17, y: 18 } });
    await alice.does('unit_disband', { unit_id: id });
  });

  test('units of a plan help build a wonder from beside its city, and open a trade route', async () => {
    const city = must([...alice.world.cities.values()].find(({ name }) => name === 'Target'));
    const home = await alice.city('Far', { x: 14, y: 15 });
    await alice.does('city_production', { city_id: city.id, target: 'Colossus' });
    const stock = () => alice.world.cities.get(city.id)?.detail?.shieldStock ?? 0;
    const before = stock();
    const helper = await alice.unit('Caravan', { x: 23, y: 12 }, home);
    await alice.does('go_and', { unit_id: helper.id, x: 26, y: 12, do: 'help_wonder' });
    const trader = await alice.unit('Caravan', { x: 23, y: 13 }, home);
    await alice.does('go_and', { unit_id: trader.id, x: 26, y: 12, do: 'trade_route' });
    for (let turn = 0; turn < 4; turn += 1) await stage.nextTurn();
    expect(await endOf(alice.agent, `go_and-${helper.id}`)).toMatchObject({
      ...{ outcome: 'done', sentence: `Caravan ${helper.id} has helped build in Target (26, 12).` },
    });
    expect(stock() - before).toBeGreaterThanOrEqual(50);
    expect(await endOf(alice.agent, `go_and-${trader.id}`)).toMatchObject({
      ...{ outcome: 'done', sentence: `Caravan ${trader.id} trades with Target (26, 12).` },
    });
    expect(now(trader.id)).toBeUndefined();
    const warriors = await alice.unit('Warriors', { x: 23, y: 12 });
    const wrong = { unit_id: warriors.id, x: 26, y: 12 };
    const refused = await alice.refused('go_and', { ...wrong, do: 'help_wonder' });
    expect(refused.message).toContain('Warriors cannot help build wonders');
    const none = await alice.refused('go_and', { ...wrong, do: 'establish_embassy' });
    expect(none.message).toContain('You know of no foreign city there');
    await alice.does('unit_disband', { unit_id: warriors.id });
  });

  test('units of a plan go with another unit, in the same turn too, until that has founded its city', async () => {
    const settlers = await alice.unit('Settlers', { x: 20, y: 18 });
    const guard = await alice.unit('Warriors', { x: 20, y: 18 });
    const own = await alice.refused('escort', { unit_id: guard.id, with_unit: guard.id });
    expect(own.message).toContain('A unit cannot go with itself');
    await alice.does('escort', { unit_id: guard.id, with_unit: settlers.id });
    await alice.does('unit_move', { unit_id: settlers.id, target: { x: 21, y: 18 } });
    await alice.sees(() => now(guard.id)?.tile === now(settlers.id)?.tile);
    expect(alice.world.map.position(now(guard.id)?.tile ?? 0)).toEqual({ x: 21, y: 18 });
    const { units_needing_orders: idle } = await alice.agent.state({ format: 'llm_optimized' });
    expect(idle.map(({ id }) => id)).not.toContain(guard.id);
    await alice.does('settle', { unit_id: settlers.id, x: 23, y: 18 });
    for (let turn = 0; turn < 4; turn += 1) await stage.nextTurn();
    expect(await endOf(alice.agent, `escort-${guard.id}`)).toMatchObject({ outcome: 'done' });
    expect(alice.world.map.position(now(guard.id)?.tile ?? 0)).toEqual({ x: 23, y: 18 });
  });

  test('units end their plan when they are told something else, or what they go with is lost', async () => {
    const lost = await alice.unit('Workers', { x: 17, y: 15 });
    const guard = await alice.unit('Warriors', { x: 17, y: 15 });
    await alice.does('escort', { unit_id: guard.id, with_unit: lost.id });
    await alice.does('unit_disband', { unit_id: lost.id });
    await stage.nextTurn();
    expect(await endOf(alice.agent, `escort-${guard.id}`)).toMatchObject({
      outcome: 'failed',
      sentence: `Warriors ${guard.id} no longer goes with Workers ${lost.id}: Workers ${lost.id} is gone.`,
    });
    await alice.does('go_and', { unit_id: guard.id, x: 14, y: 15, do: 'sentry' });
    const { changed } = await alice.does('unit_fortify', { unit_id: guard.id });
    expect(changed).toMatchObject({ plans_ended: [`go_and-${guard.id}`] });
    await alice.does('unit_disband', { unit_id: guard.id });
  });
});

describe('defended city', () => {
  let stage: Stage;
  let alice: Actor;

  beforeAll(async () => {
    stage = await Stage.of(['alice']);
    [alice] = stage.first();
    for (const x of [17, 20, 23]) {
      const { id } = await alice.unit('Explorer', { x, y: 15 });
      await alice.does('unit_sentry', { unit_id: id });
    }
    await alice.tech('Bronze Working');
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  const activity = (id: number) => alice.world.units.get(id)?.activity;

  test('a defended city uses idle and near units, builds what is missing, and heeds what the agent keeps', async () => {
    const city = await alice.city('Hold', { x: 20, y: 15 });
    await alice.does('city_production', { city_id: city.id, target: 'Settlers' });
    const inside = await alice.unit('Phalanx', { x: 20, y: 15 });
    const near = await alice.unit('Warriors', { x: 18, y: 15 });
    const kept = await alice.unit('Warriors', { x: 22, y: 15 });
    const strange = await alice.refused('plan_everything_but', { except: [kept.id, 999_999] });
    expect(strange.message).toContain('999999 is neither your unit nor your city');
    await alice.does('plan_everything_but', { except: [kept.id] });
    await alice.does('defend', { city_id: city.id, number: 3 });
    expect(activity(inside.id)).toMatch(/FORTIF/u);
    expect((await alice.agent.state({ format: 'full' })).plans).toEqual([
      { id: 'plan_everything_but', since: 1, plan: 'everything_but', except: [kept.id] },
      {
        ...{ id: `defend-${city.id}`, since: 1, plan: 'defend', city_id: city.id, number: 3 },
        ...{ there: 1, coming: [near.id] },
      },
    ]);
    expect(planned(city.id)).toEqual(['Settlers', 'Phalanx']);
    for (let turn = 0; turn < 3; turn += 1) await stage.nextTurn();
    expect(activity(near.id)).toMatch(/FORTIF/u);
    expect(alice.world.units.get(near.id)?.tile).toBe(city.tile);
    expect(alice.world.units.get(kept.id)?.tile).toBe(kept.tile);
    expect(planned(city.id)).toEqual(['Settlers', 'Phalanx']);
  });

  test('a defended city leaves a unit alone that the agent has told something else', async () => {
    const [city] = [...alice.world.cities.values()];
    const guard = [...alice.world.units.values()].find(
      ({ tile, activity: what }) => tile === city?.tile && what.includes('FORTIF'),
    );
    if (city === undefined || guard === undefined) throw new Error('nobody defends');
    await alice.does('unit_move', { unit_id: guard.id, target: { x: 21, y: 15 } });
    for (let turn = 0; turn < 2; turn += 1) await stage.nextTurn();
    expect(alice.world.map.position(alice.world.units.get(guard.id)?.tile ?? 0)).toEqual({ x: 21, y: 15 });
    await alice.does('plan_cancel', { plan: `defend-${city.id}` });
  });

  test('defending a city is offered while nobody holds it, and plans can be cancelled by an offer', async () => {
    const empty = await alice.city('Empty', { x: 17, y: 15 });
    const offered = async () => {
      const query = {
        format: 'full',
        sections: ['plans', 'legal_actions'],
        include_legal_actions: true,
      } as const;
      const { legal_actions: offers = [] } = await alice.agent.state(query);
      return offers.filter(({ type }) => type === 'defend' || type === 'plan_cancel');
    };
    const before = await offered();
    const offer = before.find(({ type }) => type === 'defend');
    expect(offer).toMatchObject({ city_id: empty.id, certain: true });
    const { changed } = await alice.does('defend', { city_id: empty.id });
    expect(changed).toMatchObject({ plan: `defend-${empty.id}` });
    const after = await offered();
    expect(after.some(({ type }) => type === 'defend')).toBe(false);
    const cancel = after.find(({ label }) => label.includes('Empty'));
    await alice.does('plan_cancel', { target: cancel?.target });
    expect((await offered()).some(({ label }) => label.includes('Empty') && label.startsWith('End'))).toBe(
      false,
    );
  });

  /** What a city builds and has on its worklist. */
  function planned(cityId: number): readonly string[] {
    const { detail } = alice.world.cities.get(cityId) ?? {};
    const { unitTypes, improvements } = alice.world.ruleset;
    const things =
      detail === undefined ? [] : [{ kind: detail.productionKind, value: detail.productionValue }];
    return [...things, ...(detail?.worklist ?? [])].map(({ kind, value }) => {
      const table = kind === 'VUT_UTYPE' ? unitTypes : improvements;
      return table.get(value)?.ruleName ?? '';
    });
  }
});

/** Founds a city and sets one plan of each new kind; their ids. */
async function setPlans(agent: AgentConnection) {
  const { units, player_id: me } = await agent.state({ format: 'full' });
  const own = units.filter(({ owner }) => owner === me);
  const ofType = (type: string) => own.filter((unit) => unit.type === type).map(({ id }) => id);
  const [first, second] = ofType('settlers');
  const [workers] = ofType('workers');
  const [explorer] = ofType('explorer');
  const { result } = await agent.act('unit_build_city', { unit_id: first });
  const city = Number(result.state_change.city_id);
  await agent.act('city_production', { city_id: city, target: 'Settlers' });
  await agent.act('defend', { city_id: city });
  await agent.act('escort', { unit_id: workers, with_unit: second });
  await agent.act('plan_everything_but', { except: [explorer] });
  await agent.act('delegate', { part: 'exploration', turns: 40 });
  await agent.act('city_focus', { cities: 'new', focus: 'shields' });
  const [, worked] = await tilesOf(agent);
  const other = await freeTile(agent, city, worked);
  await agent.act('set_city_tiles', { city_id: city, tiles: [other], keep: true });
  const ofCities = ['city_focus-new', `city_tiles-${city}`];
  const ofRealm = ['plan_everything_but', 'delegate-exploration'];
  return { city, plans: [`defend-${city}`, `escort-${workers}`, ...ofRealm, ...ofCities] };
}

/** The tiles that the only city works, its centre first. */
async function tilesOf(agent: AgentConnection) {
  const state = await agent.state({ format: 'cities', all: true });
  const [row] = 'cities' in state ? (state.cities ?? []) : [];
  return (row?.tiles ?? []).map(({ x, y }) => ({ x, y }));
}

/** A tile that the city could work besides the one that it works: the refusal of a wrong one names them. */
async function freeTile(agent: AgentConnection, city: number, worked: object | undefined) {
  const refused: unknown = await agent
    .act('set_city_tiles', { city_id: city, tiles: [{ x: 0, y: 0 }] })
    .catch((error: unknown) => error);
  const { possible } = z
    .object({ details: z.object({ possible: z.array(z.object({ x: z.int(), y: z.int() })) }) })
    .parse(refused).details;
  const free = possible.find((tile) => JSON.stringify(tile) !== JSON.stringify(worked));
  if (free === undefined) throw new Error('the city has one tile only');
  return free;
}

async function stateOf(agent: AgentConnection, city: number) {
  const { plans, cities } = await agent.state({ format: 'full' });
  const { worklist } = cities.find(({ id }) => id === city) ?? {};
  const ofCities = plans?.filter(({ plan }) => plan === 'city_focus' || plan === 'city_tiles');
  return { ids: plans?.map(({ id }) => id), worklist, ofCities, tiles: await tilesOf(agent) };
}

test('the plans go on after the proxy was killed, and nothing is done twice', async () => {
  await using stack = await SplitStack.start();
  const game = await TwoAgents.begin(stack, 'killed');
  const [ann] = game.agents;
  if (ann === undefined) throw new Error('nobody plays');
  const { city, plans } = await setPlans(ann);
  const before = await stateOf(ann, city);
  expect(before).toMatchObject({ ids: plans, worklist: ['warriors'] });
  expect(before.ofCities).toMatchObject([
    { cities: 'new', focus: 'shields' },
    { city_id: city, keep: true, tiles: [before.tiles[1]] },
  ]);
  await stack.killProxy();
  await stack.startProxy();
  for (const agent of game.agents) await agent.push('status', ({ status }) => status === 'recovered');
  expect(await stateOf(ann, city)).toEqual(before);
  await game.nextTurn();
  expect(await stateOf(ann, city)).toEqual(before);
});

test('a fork has the plans of its turn', async () => {
  await using stack = await startStack({ MAX_CONNECTIONS_PER_AGENT: '4' });
  const game = await TwoAgents.begin(stack, 'trunk');
  const [ann] = game.agents;
  if (ann === undefined) throw new Error('nobody plays');
  const { city, plans } = await setPlans(ann);
  await game.nextTurn();
  const { ofCities, tiles } = await stateOf(ann, city);
  await ann.act('plan_cancel', { plan: 'all' });
  expect(await forkGame(stack, { gameId: 'trunk', turn: 2, forkId: 'branch' })).toMatchObject({ ok: true });
  const branch = await TwoAgents.rejoin(stack, 'branch', 2);
  const [there] = branch.agents;
  if (there === undefined) throw new Error('nobody plays');
  expect(await stateOf(there, city)).toMatchObject({ ids: plans, ofCities, tiles });
});
