import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AgentError } from '../../../agent/errors.js';
import { legalActions } from '../../../proxy/actions/legal-actions.js';
import { isInDisorder, workedTiles } from '../../../proxy/rules/cities/citizens.js';
import type { City } from '../../../proxy/world/city.js';
import { type Actor, Stage } from '../../support/stage.js';

type Fields = Readonly<Record<string, unknown>>;

describe('refusals of rules and server', () => {
  let stage: Stage;
  let alice: Actor;
  let bob: Actor;
  let city: City;

  beforeAll(async () => {
    stage = await Stage.of(['alice', 'bob']);
    [alice, bob] = stage.pair();
    city = await alice.city('Judged', { x: 20, y: 15 });
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  /** How the server judges what is sent as it is: its code and sentence, or its silence. */
  async function judged(type: string, fields: Fields): Promise<Fields> {
    const asItIs = { ...fields, parameters: { validate: false } };
    return alice.agent.act(type, asItIs).catch((error: unknown) => {
      if (error instanceof AgentError) return { code: error.code, message: error.message };
      throw error;
    });
  }

  test('with validate: false the server is the judge, whose sentence is told', async () => {
    await alice.gold(500);
    const buy = { city_id: city.id };
    expect(await alice.refused('city_buy', buy)).toMatchObject({ code: 'E130' });
    expect(await judged('city_buy', buy)).toMatchObject({
      code: 'E131',
      message: expect.stringContaining('city created this turn'),
    });
    const warriors = await alice.unit('Settlers', { x: 18, y: 15 });
    const rest: [string, Fields][] = [
      ['unit_fortify', { unit_id: warriors.id }],
      ['unit_build_mine', { unit_id: warriors.id, target: 'Mine' }],
      ['unit_nuke', { unit_id: warriors.id, target: { x: 18, y: 14 } }],
      ['unit_attack', { unit_id: warriors.id, target: { x: 18, y: 14 } }],
      ['city_production', { city_id: city.id, target: 'Factory' }],
      ['city_sell', { city_id: city.id, target: 'Factory' }],
      ['tech_research', { target: 'Robotics' }],
      ['player_government', { target: 'Democracy' }],
      ['player_rates', { tax: 100, luxury: 0, science: 0 }],
    ];
    for (const [type, fields] of rest) {
      expect([type, await alice.refused(type, fields)]).toMatchObject([type, { code: 'E130' }]);
      const { code, outcome, reason } = await judged(type, fields);
      const isOfServer = code === 'E131' || (outcome === 'no_effect' && typeof reason === 'string');
      expect([type, code, outcome, isOfServer]).toEqual([type, code, outcome, true]);
    }
  });

  test('what is safe only when it is checked is checked all the same', async () => {
    const foreign = await bob.unit('Warriors', { x: 22, y: 17 });
    expect(await judged('unit_fortify', { unit_id: foreign.id })).toMatchObject({ code: 'E130' });
    expect(await judged('unit_move', { unit_id: 'x' })).toMatchObject({ code: 'E105' });
    expect(await judged('diplomacy_message', { text: '/quit' })).toMatchObject({ code: 'E130' });
    expect(await judged('city_production', { city_id: city.id, target: 'Deathstar' })).toMatchObject({
      code: 'E130',
    });
  });

  test('a refused move that ended what the unit did says so', async () => {
    await stage.plain({ x: 15, y: 15 }, 1, 'Deep Ocean');
    const warriors = await alice.unit('Warriors', { x: 16, y: 14 });
    await alice.does('unit_sentry', { unit_id: warriors.id });
    const move = { unit_id: warriors.id, target: { x: 15, y: 15 } };
    expect(await judged('unit_move', move)).toMatchObject({
      outcome: 'no_effect',
      reason: expect.any(String),
      result: { state_change: { activity_before: 'sentry', activity: 'idle' } },
    });
  });

  test('a worker task that stands already has no effect, and is not offered', async () => {
    const [tile] = workedTiles(alice.world, city).filter((one) => one !== city.tile);
    const target = alice.world.map.position(tile ?? -1);
    const task = { city_id: city.id, target, task: 'road' };
    const offered = async () =>
      (await legalActions(alice.seat)).filter(
        (offer) => offer.type === 'city_worker_task' && offer.task === 'road',
      );
    expect(await offered()).toContainEqual(expect.objectContaining({ target }));
    expect(await alice.does('city_worker_task', task)).toMatchObject({ outcome: 'applied' });
    expect(await offered()).not.toContainEqual(expect.objectContaining({ target }));
    const again = await alice.agent.act('city_worker_task', task);
    expect(again).toMatchObject({ success: false, outcome: 'no_effect', result: { state_change: {} } });
    expect(again.reason).toContain('already');
    await alice.does('city_worker_task', { ...task, task: 'none' });
    expect(await alice.does('city_worker_task', task)).toMatchObject({ outcome: 'applied' });
  });

  test('a city that was in disorder at the turn change is not offered to buy units, whatever cures it', async () => {
    const place = { x: 20, y: 15 };
    for (let size = city.size; size < 8; size += 1) {
      const migrants = await alice.unit('Settlers', place);
      await alice.does('unit_join_city', { unit_id: migrants.id });
    }
    await alice.does('city_production', { city_id: city.id, target: 'Warriors' });
    const now = () => alice.found(() => alice.world.cities.get(city.id));
    await putCitizens('city_make_worker', async () => isInDisorder(await now()));
    await stage.nextTurn();
    expect(isInDisorder(await now())).toBe(true);
    await putCitizens('city_make_specialist', async () => !isInDisorder(await now()));
    const offers = (await legalActions(alice.seat)).filter(({ type }) => type === 'city_buy');
    expect(offers).toEqual([]);
    const reason = expect.stringContaining('disorder');
    const buy = { city_id: city.id };
    expect(await alice.refused('city_buy', buy)).toMatchObject({ code: 'E130', message: reason });
    expect(await judged('city_buy', buy)).toMatchObject({ code: 'E131', message: reason });
  });

  /** Takes what is offered of an action until all is as wanted. */
  async function putCitizens(type: string, isDone: () => Promise<boolean>): Promise<void> {
    while (!(await isDone())) {
      const offer = (await legalActions(alice.seat)).find((one) => one.type === type);
      if (offer === undefined) throw new Error(`no more ${type}`);
      await alice.does(type, { city_id: city.id, target: offer.target });
    }
  }
});
