import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { knownTile } from '../../../proxy/rules/lookup/tiles.js';
import type { City } from '../../../proxy/world/city.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { type Actor, Stage } from '../../support/stage.js';

/** What models get wrong, and the answer with which each can be put right in one step. */
describe('refusals', () => {
  let stage: Stage;
  let alice: Actor;
  let city: City;
  let workers: Unit;
  let settlers: Unit;

  beforeAll(async () => {
    stage = await Stage.of(['alice']);
    [alice] = stage.first();
    city = await alice.city('Aton', { x: 20, y: 15 });
    workers = await alice.unit('Workers', { x: 20, y: 17 });
    settlers = await alice.unit('Settlers', { x: 21, y: 15 });
    await stage.plain({ x: 23, y: 15 }, 0, 'Ocean');
    await alice.tech('Bronze Working');
  });

  /** What an action is refused with; the client puts the code in front of the sentence. */
  const refusal = async (type: string, fields: Readonly<Record<string, unknown>>) => {
    const { message, details } = await alice.refused(type, fields);
    return { why: message.replace(/^E\d+: /u, ''), details };
  };

  afterAll(() => stage[Symbol.asyncDispose]());

  test('a refusal of what cannot be built yet names the reason, and near names of all the rules', async () => {
    const id = { city_id: city.id };
    const far = await refusal('city_production', { ...id, target: 'Library' });
    expect(far.why).toBe('Library needs Writing, which takes 2 technologies: set it as tech_goal');
    expect(far.details.did_you_mean).toEqual([]);
    await alice.tech('Alphabet');
    const near = await refusal('city_build_improvement', { ...id, target: 'library' });
    expect(near.why).toBe('Library needs Writing, which you can research now');
    const misspelt = await refusal('city_production', { ...id, target: 'Libary' });
    expect(misspelt.details.did_you_mean).toContain('Library');
    const unknown = await refusal('city_production', { ...id, target: 'Rathaus' });
    expect(unknown.details.did_you_mean).toEqual([]);
    const unit = await refusal('city_production', { ...id, target: 'Legion' });
    expect(unit.why).toBe('Legion needs Iron Working, which takes 2 technologies: set it as tech_goal');
  });

  test('a refusal of a technology or government names the reason that applies', async () => {
    const research = await refusal('tech_research', { target: 'Railroad' });
    expect(research.why).toMatch(/^Railroad needs .+ first: set it as tech_goal$/u);
    const misspelt = await refusal('tech_research', { target: 'Philosphy' });
    expect(misspelt.details.did_you_mean).toContain('Philosophy');
    const known = await refusal('tech_goal', { target: 'Bronze Working' });
    expect(known.why).toBe('You already know Bronze Working');
    const government = await refusal('player_government', { target: 'Monarchy' });
    expect(government.why).toMatch(/^Monarchy needs Monarchy, which takes \d technologies/u);
    expect(government.details.did_you_mean).toEqual([]);
    const own = await refusal('player_government', { target: 'Despotism' });
    expect(own.why).toBe('You have the government Despotism already');
  });

  test('a refusal to found a city names why the unit cannot', async () => {
    const type = await refusal('unit_build_city', { unit_id: workers.id });
    expect(type.why).toBe(`Workers ${workers.id} cannot found cities: only settlers can`);
    const near = await refusal('unit_build_city', { unit_id: settlers.id });
    expect(near.why).toBe('Aton is too near: cities must be 2 tiles apart');
    await alice.does('unit_move', { unit_id: settlers.id, target: { x: 22, y: 15 } });
    const tired = await refusal('unit_build_city', { unit_id: settlers.id });
    expect(tired.why).toBe(`Settlers ${settlers.id} has no moves left: next turn`);
  });

  test('a refusal names the id that is no unit, and why a unit cannot reach a tile', async () => {
    const noUnit = await refusal('unit_move', { unit_id: city.id, target: { x: 20, y: 16 } });
    expect(noUnit.why).toBe(`${city.id} is your city Aton, not a unit`);
    const noCity = await refusal('city_buy', { city_id: workers.id });
    expect(noCity.why).toBe(`${workers.id} is your unit, Workers, not a city`);
    const sea = await refusal('unit_move', { unit_id: workers.id, target: { x: 23, y: 15 } });
    expect(sea.why).toBe(`(23, 15) is Ocean, where Workers ${workers.id} cannot go: only by sea, in a boat`);
    const { map } = alice.world;
    const all = Array.from({ length: map.xsize * map.ysize }, (_, tile) => tile);
    const dark = all.find((tile) => knownTile(alice.world, tile) === undefined) ?? 0;
    const unknown = await refusal('unit_move', { unit_id: workers.id, target: map.position(dark) });
    expect(unknown.why).toContain('is unknown to you');
    const named = await refusal('unit_move', { unit_id: workers.id, target: 'Aton' });
    expect(named.why).toBe('The target must be {x, y} of a tile: Aton is at (20, 15)');
  });

  test('a refusal of an unknown action or tile names the one that may be meant', async () => {
    const none = await refusal('unit_found_town', { unit_id: settlers.id });
    expect(none.details).toEqual({ path: 'data.action_type', did_you_mean: ['unit_build_city'] });
    const { xsize, topology } = alice.world.map;
    const far = await refusal('unit_move', { unit_id: workers.id, x: 4 * xsize, y: 3 });
    const round = topology.has('TF_WRAPX') ? `, and round: ${xsize} is 0` : '';
    expect(far.why).toContain(`(${4 * xsize}, 3) is beyond the map: x is 0-${xsize - 1}${round}; y is 0-`);
    const north = await refusal('unit_move', { unit_id: workers.id, target: 'north' });
    expect(north.why).toMatch(/^The target must be \{x, y\} of a tile: north of it is \(\d+, \d+\)$/u);
  });

  test('a refusal of a unit or city that is given by name says to give its id', async () => {
    const unit = await refusal('unit_fortify', { unit: 'workers' });
    expect(unit.why).toMatch(new RegExp(`^Name the unit by unit_id: yours are .*\\b${workers.id}$`, 'u'));
    const named = await refusal('city_buy', { city: 'Aton' });
    expect(named.why).toBe(`Name the city by city_id: Aton is ${city.id}`);
    const strange = await refusal('city_buy', { city: 'Rome' });
    expect(strange.why).toBe('Name the city by city_id: none of yours is called "Rome"');
  });

  test('a refusal of a worklist or of a citizen’s tile names the item or the possible tiles', async () => {
    const list = (items: readonly string[]) => alice.agent.act('city_worklist', { city_id: city.id, items });
    const wrong = await refusal('city_worklist', { city_id: city.id, items: ['Barracks', 'Tempel'] });
    expect(wrong.why).toBe('There is no unit type or improvement "Tempel"');
    expect(wrong.details).toEqual({ path: 'data.items.1', did_you_mean: ['Temple'] });
    const { result } = await list(['Library', 'Sewer System']);
    expect(result.state_change).toMatchObject({
      not_possible_yet: ['library', 'sewer_system'],
      reasons: expect.arrayContaining([expect.stringMatching(/^Library needs Writing/u)]),
    });
    expect(await list(['Library', 'Sewer System'])).toMatchObject({
      already: true,
      reason: 'The worklist of Aton is so already',
    });
    await alice.gold(1000);
    await stage.nextTurn();
    await alice.buys(city, 'Barracks');
    const { result: again } = await list(['Barracks', 'Library']);
    expect(again.state_change).toMatchObject({ already_there: ['barracks'], not_possible_yet: ['library'] });
    const tile = await refusal('city_make_specialist', { city_id: city.id, x: 18, y: 13 });
    expect(tile.details.possible).toEqual([expect.objectContaining({ x: expect.any(Number) })]);
  });

  test('an offer of a revolution says how long the anarchy takes', async () => {
    await alice.tech('Ceremonial Burial', 'Code of Laws', 'Monarchy');
    const query = { format: 'full', sections: ['legal_actions'], include_legal_actions: true } as const;
    const { legal_actions: offers = [] } = await alice.agent.state(query);
    const labels = offers.filter(({ type }) => type === 'player_government').map(({ label }) => label);
    expect(labels).toContainEqual(expect.stringMatching(/^revolution for Monarchy, .+ of anarchy first$/u));
    const scene = alice.agent.state({ format: 'scene', sections: ['foo'] });
    await expect(scene).rejects.toThrow('There is no section foo; this format has none');
  });

  test('an order for what is so already is no failure', async () => {
    const { agent } = alice;
    const order = { city_id: city.id, target: 'Warriors' };
    await agent.act('city_production', order);
    expect(await agent.act('city_production', order)).toMatchObject({
      outcome: 'no_effect',
      already: true,
      reason: 'Aton builds Warriors already',
    });
    const warriors = await alice.unit('Warriors', { x: 20, y: 15 });
    await agent.act('unit_fortify', { unit_id: warriors.id });
    expect(await agent.act('unit_fortify', { unit_id: warriors.id })).toMatchObject({
      outcome: 'no_effect',
      already: true,
      reason: `Warriors ${warriors.id} is at it already (fortifying)`,
    });
  });
});

test('a clause that cannot be agreed on is refused with the reason', async () => {
  await using stage = await Stage.of(['alice', 'bob']);
  const [alice, bob] = stage.pair();
  await stage.meet();
  await alice.tech('Bronze Working');
  await bob.tech('Alphabet');
  const target = bob.player;
  await alice.does('treaty_open', { target });
  const { world } = alice;
  const name = nameText(world.players.get(target)?.name ?? '');
  const why = async (fields: Readonly<Record<string, unknown>>) => {
    const { message } = await alice.refused('treaty_add_clause', { target, ...fields });
    return message.replace(/^E\d+: /u, '');
  };
  expect(await why({ clause: 'advance', giver: 'me', value: 'Railroad' })).toBe('You do not know Railroad');
  expect(await why({ clause: 'advance', giver: 'me', value: 'Railrode' })).toBe(
    'There is no technology "Railrode"',
  );
  expect(await why({ clause: 'advance', giver: 'them', value: 'Bronze Working' })).toBe(
    'You already know Bronze Working',
  );
  expect(await why({ clause: 'gold', value: 999_999 })).toMatch(/^You have \d+ gold$/u);
  const city = await bob.city('Bobton', { x: 22, y: 21 });
  await alice.sees(({ cities }) => cities.has(city.id));
  expect(await why({ clause: 'city', giver: 'me', value: 'Bobton' })).toBe('Bobton is not your city');
  await alice.does('treaty_add_clause', { target, clause: 'embassy', giver: 'them' });
  await alice.does('treaty_accept', { target });
  await bob.sees(({ treaties }) => treaties.has(alice.player));
  await bob.agent.act('treaty_accept', { target: alice.player });
  await alice.sees(({ treaties }) => !treaties.has(target));
  await alice.does('treaty_open', { target });
  expect(await why({ clause: 'embassy', giver: 'them' })).toBe(`You have an embassy with ${name} already`);
  await alice.does('treaty_add_clause', { target, clause: 'peace' });
  await alice.does('treaty_accept', { target });
  await bob.sees(({ treaties }) => treaties.has(alice.player));
  await bob.agent.act('treaty_accept', { target: alice.player });
  await alice.sees(({ treaties }) => !treaties.has(target));
  await alice.does('treaty_open', { target });
  expect(await why({ clause: 'ceasefire' })).toBe(
    `With ${name} you have armistice: ceasefire can follow on war`,
  );
});
