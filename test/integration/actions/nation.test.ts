import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { City } from '../../../proxy/world/city.js';
import { type Actor, Stage } from '../../support/stage.js';

describe('nation', () => {
  let stage: Stage;
  let alice: Actor;
  let bob: Actor;

  beforeAll(async () => {
    stage = await Stage.of(['alice', 'bob']);
    [alice, bob] = stage.pair();
    await alice.city('Aton', { x: 20, y: 15 });
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  const player = () => alice.world.players.get(alice.player);

  test('a technology goal is set, and a known technology is refused as one', async () => {
    await alice.tech('Alphabet');
    const error = await alice.refused('tech_goal', { target: 'Alphabet' });
    expect(error).toMatchObject({ code: 'E130', details: { path: 'data.target' } });
    const verdict = await alice.does('tech_goal', { target: 'the republic' });
    expect(verdict.changed).toMatchObject({ goal: 'the_republic' });
    expect(verdict.changed.steps).toBeGreaterThan(1);
  });

  test('rates are set as far as the government allows', async () => {
    const sum = await alice.refused('player_rates', { tax: 50, luxury: 0, science: 40 });
    expect(sum).toMatchObject({ code: 'E130', details: { sum: 90 } });
    const high = await alice.refused('player_rates', { tax: 100, luxury: 0, science: 0 });
    expect(high).toMatchObject({ code: 'E130', details: { path: 'data.tax', expected: '0-60' } });
    const verdict = await alice.does('set_tax_rates', { tax: 60, luxury: 10, science: 30 });
    expect(verdict.changed).toEqual({ tax: 60, luxury: 10, science: 30 });
    expect(player()).toMatchObject({ tax: 60, luxury: 10, science: 30 });
    const again = await alice.does('player_rates', { tax: 60, luxury: 10, science: 30 });
    expect(again.outcome).toBe('no_effect');
  });

  test('a revolution leads through anarchy to the government chosen', async () => {
    const early = await alice.refused('player_government', { target: 'Monarchy' });
    expect(early).toMatchObject({ code: 'E130', details: { path: 'data.target' } });
    await alice.tech('Ceremonial Burial', 'Code of Laws', 'Monarchy');
    const verdict = await alice.does('revolution', { target: 'monarchy' });
    expect(verdict.changed).toMatchObject({ government: 'anarchy', target_government: 'monarchy' });
    const turns = Number(verdict.changed.turns_of_anarchy);
    for (let turn = 0; turn < turns; turn += 1) await stage.nextTurn();
    const now = alice.world.ruleset.governments.get(player()?.government ?? -1);
    expect(now?.name).toBe('Monarchy');
    expect((await alice.refused('player_government', { target: 'Monarchy' })).code).toBe('E130');
  });

  test('a policy is set where the ruleset has one, to what it may be', async () => {
    await using liberal = await Stage.of(['cyd'], { ruleset: 'experimental' });
    const [cyd] = liberal.first();
    const error = await cyd.refused('player_policy', { policy: 'personal freedom', setting: 9 });
    expect(error.details).toMatchObject({ path: 'data.setting', expected: '0 to 5 in steps of 1' });
    const verdict = await cyd.does('player_policy', { policy: 'personal freedom', setting: 3 });
    expect(verdict.changed).toEqual({ policy: 'personal_freedom', setting: 3 });
  });

  test('a policy is refused where the ruleset has none', async () => {
    const error = await alice.refused('player_policy', { policy: 'Taxation', setting: 1 });
    expect(error).toMatchObject({ code: 'E130', details: { path: 'data.policy', possible: [] } });
  });

  test('a vote is cast once there is a proposal, by seats that have a vote', async () => {
    expect((await alice.refused('vote', { vote: 'yes' })).details.votes).toEqual([]);
    for (const { seat } of [alice, bob]) await stage.game.command(`cmdlevel basic ${seat.username}`);
    await alice.seat.request('chat_msg_req', { message: '/set timeout 77' });
    await bob.sees((world) => world.votes.size === 1);
    const verdict = await bob.does('vote', { vote: 'no' });
    expect(verdict.changed).toMatchObject({ voted: 'no' });
    const again = await bob.refused('vote', { vote: 'no' });
    expect(again).toMatchObject({ code: 'E130' });
  });
});

test('a spaceship is built, put together and launched', async () => {
  await using stage = await Stage.of(['alice'], { victory: ['SPACERACE'] });
  const [alice] = stage.first();
  expect((await alice.refused('spaceship_place')).code).toBe('E130');
  expect((await alice.refused('spaceship_launch')).code).toBe('E130');
  await alice.allTechs();
  const cities: City[] = [];
  for (const x of [17, 19, 21, 23]) cities.push(await alice.city(`Place ${x}`, { x, y: 15 }));
  /** Bought in as many cities; all are there with the next turn. */
  const buy = async (...targets: readonly string[]) => {
    for (const [index, target] of targets.entries()) {
      const city_id = cities[index]?.id;
      await alice.does('city_production', { city_id, target });
      await alice.does('city_buy', { city_id });
    }
    await stage.nextTurn();
  };
  await alice.gold(900_000);
  await stage.nextTurn();
  await buy(...Array(4).fill('Factory'));
  for (const building of ['Apollo Program', 'Space Component', 'Space Component']) await buy(building);
  const early = await alice.refused('spaceship_launch');
  expect(early).toMatchObject({ code: 'E130', message: expect.stringContaining('could not arrive') });
  // What lies about for a whole turn the server puts in place itself: one propulsion is left by now.
  const one = await alice.does('spaceship_place', { part: 'propulsion' });
  expect(one.changed).toMatchObject({ parts_placed: 1, components: { built: 2, propulsion: 1 } });
  for (const parts of [Array(3).fill('Space Module'), ...Array(4).fill(Array(4).fill('Space Structural'))]) {
    await buy(...parts);
    const placed = await alice.does('spaceship_place');
    expect(placed.changed).toMatchObject({ parts_placed: parts.length });
  }
  expect((await alice.refused('spaceship_place')).details).toMatchObject({
    structurals: { built: 16, placed: 16 },
    components: { built: 2, fuel: 1, propulsion: 1 },
    modules: { built: 3, habitation: 1, life_support: 1, solar_panels: 1 },
  });
  const launched = await alice.does('spaceship_launch');
  expect(launched.changed).toMatchObject({ launched: true });
  expect(launched.changed.success_rate).toBeGreaterThan(0);
  expect((await alice.refused('spaceship_launch')).message).toContain('launched already');
});
