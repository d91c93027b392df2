import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eventDataSchema } from '#shared/protocol/event.js';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { forkGame } from '../../../features/forks/fork.js';
import { SplitStack } from '../../support/services/split-stack.js';
import { startStack } from '../../support/stack.js';
import { type Actor, Stage } from '../../support/stage.js';
import { TwoAgents } from '../../support/two-agents.js';

/** The next plan of an agent to end, as the documents describe events. */
async function planEnded(agent: AgentConnection) {
  const event = await agent.push('event', (data) => data.event === 'plan_ended');
  expect(eventDataSchema.parse(event)).toEqual(event);
  return event;
}

describe('settlers', () => {
  let stage: Stage;
  let alice: Actor;
  let bob: Actor;

  beforeAll(async () => {
    stage = await Stage.of(['alice', 'bob']);
    [alice, bob] = stage.pair();
    for (const y of [12, 15, 18])
      for (const x of [14, 17, 20, 23, 26]) await alice.unit('Explorer', { x, y });
    await stage.meet();
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  test('settlers of a plan go there and found, with the plan in the state and one event at the end', async () => {
    const settlers = await alice.unit('Settlers', { x: 17, y: 12 });
    const site = { x: 20, y: 12 };
    const { changed } = await alice.does('settle', { unit_id: settlers.id, ...site });
    expect(changed).toMatchObject({ plan: `settle-${settlers.id}`, site });
    const { plans } = await alice.agent.state({ format: 'llm_optimized' });
    expect(plans).toEqual([
      { id: `settle-${settlers.id}`, since: 1, plan: 'settle', unit_id: settlers.id, site, best: false },
    ]);
    for (let turn = 0; turn < 3; turn += 1) await stage.nextTurn();
    const event = await planEnded(alice.agent);
    expect(event).toMatchObject({ plan: 'settle', outcome: 'done', unit_id: settlers.id });
    const city = alice.world.cities.get('city_id' in event ? (event.city_id ?? -1) : -1);
    expect(city?.tile).toBe(alice.world.map.tileAt(site));
    expect(await alice.agent.state({ format: 'full' })).toMatchObject({ plans: [] });
  });

  test('settlers that stand on their site found at once, without a plan', async () => {
    const settlers = await alice.unit('Settlers', { x: 17, y: 18 });
    const { changed } = await alice.does('settle', { unit_id: settlers.id, x: 17, y: 18 });
    expect(changed).toMatchObject({ city_built: true });
    expect(changed).not.toHaveProperty('plan_outcome');
  });

  test('settlers are refused a site where no city can be, with the reason', async () => {
    const settlers = await alice.unit('Settlers', { x: 23, y: 12 });
    const near = await alice.refused('settle', { unit_id: settlers.id, x: 21, y: 12 });
    expect(near.message).toContain('is nearer than 2 tiles');
    const explorer = await alice.unit('Explorer', { x: 23, y: 12 });
    const other = await alice.refused('settle', { unit_id: explorer.id, x: 23, y: 14 });
    expect(other.message).toContain('Explorer cannot found cities');
    await alice.does('unit_disband', { unit_id: settlers.id });
  });

  test('settlers whose site others take fail with the reason, and take another one for "best"', async () => {
    const fixed = await alice.unit('Settlers', { x: 23, y: 18 });
    // Beside the city at (20, 12), where it cannot stay.
    const flexible = await alice.unit('Settlers', { x: 21, y: 13 });
    await alice.does('settle', { unit_id: fixed.id, x: 25, y: 19 });
    const { changed } = await alice.does('settle', { unit_id: flexible.id, target: 'best' });
    expect(changed).toHaveProperty('plan');
    const place = z.object({ site: z.object({ x: z.int(), y: z.int() }) }).safeParse(changed);
    await bob.city('Taken', { x: 25, y: 19 });
    if (place.success) await bob.city('Also taken', freeBeside(place.data.site));
    await stage.nextTurn();
    const failed = await planEnded(alice.agent);
    const turn = alice.world.game?.turn;
    expect(failed).toMatchObject({ outcome: 'failed', unit_id: fixed.id, turn });
    expect(failed).toHaveProperty('sentence', expect.stringContaining('Taken'));
    for (let turn = 0; turn < 6 && alice.world.units.has(flexible.id); turn += 1) await stage.nextTurn();
    const done = await planEnded(alice.agent);
    expect(done).toMatchObject({ unit_id: flexible.id, outcome: 'done' });
  });

  test('settlers of a plan are the agent’s own again after another order', async () => {
    const settlers = await alice.unit('Settlers', { x: 14, y: 15 });
    await alice.does('settle', { unit_id: settlers.id, x: 17, y: 15 });
    const { plans: told } = await alice.agent.state({ format: 'delta' });
    expect(told).toMatchObject([{ id: `settle-${settlers.id}` }]);
    const { changed } = await alice.does('unit_sentry', { unit_id: settlers.id });
    expect(changed).toMatchObject({ plans_ended: [`settle-${settlers.id}`] });
    const { plans } = await alice.agent.state({ format: 'delta' });
    expect(plans).toEqual([]);
    // A state that replaces the one before has every section.
    const whole = await alice.agent.state({ format: 'delta', since_version: alice.world.version + 1 });
    expect(whole).toMatchObject({ full_resync: true, plans: [], standing_orders: expect.anything() });
    await alice.refused('plan_cancel', { plan: `settle-${settlers.id}` });
  });
});

test('a turn that begins while the plans of the last one are still carried out has its plans too', async () => {
  await using stage = await Stage.of(['alice']);
  const [alice] = stage.first();
  const settlers = await alice.unit('Settlers', { x: 17, y: 12 });
  await alice.does('settle', { unit_id: settlers.id, x: 18, y: 12 });
  const { seat } = alice;
  const request = seat.request.bind(seat);
  let answer = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  // The plan gets the server's answer only when the next turn has begun.
  seat.request = async (name, fields) => {
    const reply = await request(name, fields);
    await late;
    return reply;
  };
  const endTurn = (turn: number) => request('player_phase_done', { turn });
  await endTurn(1);
  await expect.poll(() => alice.world.game?.turn).toBe(2);
  await endTurn(2);
  await expect.poll(() => alice.world.turn.beganAt.has(3)).toBe(true);
  answer();
  expect(await planEnded(alice.agent)).toMatchObject({ outcome: 'done', unit_id: settlers.id });
  const file = join(stage.stack.dataDir, 'games/stage/plans/alice.jsonl');
  await expect.poll(() => readFile(file, 'utf8')).toContain('"ran"');
});

/** A tile beside one, and not in the rows with explorers. */
function freeBeside({ x, y }: { readonly x: number; readonly y: number }) {
  return { x: x + 1, y: (y + 1) % 3 === 0 ? y - 1 : y + 1 };
}

/** What an agent researches, and what it knows. */
async function research(agent: AgentConnection) {
  const { research: now, technologies } = await agent.state({ format: 'full' });
  if (now === null) throw new Error('no research');
  return { ...now, known: technologies };
}

test('a research queue goes from one technology to the next without a turn between or a bulb lost', async () => {
  await using stack = await startStack();
  const game = await TwoAgents.begin(stack, 'queue', {}, ['ann']);
  const [ann] = game.agents;
  if (ann === undefined) throw new Error('nobody plays');
  const { units, player_id: me } = await ann.state();
  // The second ones may stand beside the first city.
  for (const { id, owner, type } of units)
    if (owner === me && type === 'settlers')
      await ann.act('unit_build_city', { unit_id: id }).catch(() => undefined);
  const { result } = await ann.act('research_queue', { techs: ['Bronze Working', 'Alphabet'] });
  expect(result.state_change).toMatchObject({ techs: ['bronze_working', 'alphabet'] });
  let before = await research(ann);
  expect(before.researching).toBe('bronze_working');
  for (let turn = 0; turn < 90 && !before.known.includes('alphabet'); turn += 1) {
    await game.nextTurn();
    const now = await research(ann);
    if (!now.known.includes('alphabet'))
      expect(now.researching).toBe(now.known.includes('bronze_working') ? 'alphabet' : 'bronze_working');
    if (now.researching === before.researching) expect(now.bulbs).toBeGreaterThanOrEqual(before.bulbs);
    before = now;
  }
  expect(before.known).toEqual(expect.arrayContaining(['bronze_working', 'alphabet']));
  const ended = await ann.push(
    'event',
    (data) => data.event === 'plan_ended' && data.plan === 'research_queue',
  );
  expect(ended).toMatchObject({
    outcome: 'done',
    sentence: 'The research queue is done: Alphabet is known.',
  });
});

/** Tells the first settlers to found a city some tiles away; their id and the site. */
async function settleAfar(agent: AgentConnection) {
  const { units, player_id: me, visible_tiles } = await agent.state({ format: 'full' });
  const settlers = units.find(({ owner, type }) => owner === me && type === 'settlers');
  if (settlers === undefined) throw new Error('there are no settlers');
  const sites = visible_tiles.filter(
    ({ x, y }) => Math.max(Math.abs(x - settlers.x), Math.abs(y - settlers.y)) === 2,
  );
  for (const { x, y } of sites) {
    const verdict = await agent.act('settle', { unit_id: settlers.id, x, y }).catch(() => undefined);
    if (verdict?.success === true && 'plan' in verdict.result.state_change) return { id: settlers.id, x, y };
  }
  throw new Error('there is no site');
}

test('a plan goes on after the proxy was killed, and in a fork, and founds one city each time', async () => {
  await using stack = await SplitStack.start();
  const game = await TwoAgents.begin(stack, 'killed');
  const [ann] = game.agents;
  if (ann === undefined) throw new Error('nobody plays');
  const { id, x, y } = await settleAfar(ann);
  await stack.killProxy();
  await stack.startProxy();
  for (const agent of game.agents) await agent.push('status', ({ status }) => status === 'recovered');
  expect(await ann.state({ format: 'full' })).toMatchObject({ plans: [{ unit_id: id, site: { x, y } }] });
  for (let turn = 0; turn < 6; turn += 1) await game.nextTurn();
  expect(await planEnded(ann)).toMatchObject({ outcome: 'done', unit_id: id });
  const { cities, player_id: me } = await ann.state({ format: 'full' });
  expect(cities.filter(({ owner }) => owner === me)).toMatchObject([{ x, y }]);
});

test('a fork has the plans of its turn', async () => {
  await using stack = await startStack({ MAX_CONNECTIONS_PER_AGENT: '4' });
  const game = await TwoAgents.begin(stack, 'trunk');
  const [ann] = game.agents;
  if (ann === undefined) throw new Error('nobody plays');
  const { id, x, y } = await settleAfar(ann);
  await game.nextTurn();
  await ann.act('plan_cancel', { plan: 'all' });
  const forked = await forkGame(stack, { gameId: 'trunk', turn: 2, forkId: 'branch' });
  expect(forked).toMatchObject({ ok: true });
  const branch = await TwoAgents.rejoin(stack, 'branch', 2);
  const [there] = branch.agents;
  if (there === undefined) throw new Error('nobody plays');
  for (let turn = 0; turn < 5; turn += 1) await branch.nextTurn();
  expect(await planEnded(there)).toMatchObject({ outcome: 'done', unit_id: id });
  const { cities, player_id: me } = await there.state({ format: 'full' });
  expect(cities.filter(({ owner }) => owner === me)).toMatchObject([{ x, y }]);
});

describe('plans for cities and units', () => {
  let stage: Stage;
  let alice: Actor;

  beforeAll(async () => {
    stage = await Stage.of(['alice']);
    [alice] = stage.first();
    await alice.tech('Bronze Working', 'Alphabet');
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  /** What a city builds and has on its worklist, by rule name. */
  async function planned(cityId: number | undefined) {
    const { cities } = await alice.agent.state({ format: 'full' });
    const city = cities.find(({ id }) => id === cityId);
    return [city?.production, ...(city?.worklist ?? [])];
  }

  test('a city founded later builds the list from its first entry on, without what it cannot build', async () => {
    await alice.does('city_plan', { cities: 'new', list: ['Settlers', 'Library', 'Barracks', 'Settlers'] });
    const settlers = await alice.unit('Settlers', { x: 18, y: 12 });
    const { changed } = await alice.does('unit_build_city', { unit_id: settlers.id });
    const id = Number(changed.city_id);
    await alice.sees(({ cities }) => (cities.get(id)?.detail?.worklist.length ?? 0) === 2);
    expect(await planned(id)).toEqual(['settlers', 'barracks', 'settlers']);
    await alice.tech('Writing');
    await stage.nextTurn();
    expect(await planned(id)).toEqual(['settlers', 'barracks', 'settlers', 'library']);
    await alice.does('city_worklist', { city_id: id, items: [] });
    await stage.nextTurn();
    expect(await planned(id)).toEqual(['settlers']);
    await alice.does('plan_cancel', { plan: 'city_plan-new' });
  });

  test('a city plan for one city ends when it has all of its list, and says so', async () => {
    const city = await alice.city('Solo', { x: 22, y: 16 });
    const { changed } = await alice.does('city_plan', { city_id: city.id, list: ['Barracks', 'Settlers'] });
    expect(changed).toMatchObject({ plan_outcome: 'done' });
    expect(await alice.agent.state({ format: 'llm_optimized' })).not.toHaveProperty('plans');
    expect((await planned(city.id)).slice(1)).toEqual(['barracks', 'settlers']);
  });

  test('a city plan builds a defender first where a city has fewer than are to be kept', async () => {
    const city = await alice.city('Open', { x: 18, y: 17 });
    await alice.does('city_production', { city_id: city.id, target: 'Settlers' });
    await alice.does('city_plan', { city_id: city.id, list: ['Barracks'], keep_defenders: 1 });
    expect(await planned(city.id)).toEqual(['settlers', 'phalanx', 'barracks']);
    await stage.nextTurn();
    expect(await planned(city.id)).toEqual(['settlers', 'phalanx', 'barracks']);
  });

  test('new workers work by themselves, and those told before are left alone', async () => {
    const [city] = [...alice.world.cities.values()];
    const before = await alice.unit('Workers', { x: 18, y: 12 }, city);
    await alice.does('plan_defaults', {
      new_workers: 'auto',
      new_military: 'fortify',
      explorers_end: 'sentry',
    });
    const later = await alice.unit('Workers', { x: 18, y: 12 }, city);
    const guard = await alice.unit('Phalanx', { x: 18, y: 12 }, city);
    await stage.nextTurn();
    const now = (id: number) => alice.world.units.get(id);
    expect(now(later.id)?.detail?.ai).toBe(true);
    expect(now(before.id)?.detail?.ai).toBe(false);
    expect(now(guard.id)?.activity).toMatch(/FORTIF/);
  });

  test('what cannot be planned is refused with the reason', async () => {
    const unknown = await alice.refused('city_plan', { cities: 'all', list: ['Libary'] });
    expect(unknown.details).toMatchObject({ did_you_mean: ['Library'] });
    await alice.refused('city_plan', { cities: 'all' });
    await alice.refused('plan_defaults', {});
    await alice.does('plan_cancel', { plan: 'all' });
    expect(await alice.agent.state({ format: 'full' })).toMatchObject({ plans: [] });
  });
});
