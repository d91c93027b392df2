import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { knownTile } from '../../../proxy/rules/lookup/tiles.js';
import type { City } from '../../../proxy/world/city.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { type Actor, Stage } from '../../support/stage.js';

/** What models get wrong, and the answer with which each can be put right in one step. */
describe('a refusal names the reason that applies', () => {
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

  test('for what cannot be built yet, and near names of all the rules', async () => {
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

  test('for technologies and governments', async () => {
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

  test('for units that cannot found a city', async () => {
    const type = await refusal('unit_build_city', { unit_id: workers.id });
    expect(type.why).toBe(`Workers ${workers.id} cannot found cities: only settlers can`);
    const near = await refusal('unit_build_city', { unit_id: settlers.id });
    expect(near.why).toBe('Aton is too near: cities must be 2 tiles apart');
    await alice.does('unit_move', { unit_id: settlers.id, target: { x: 22, y: 15 } });
    const tired = await refusal('unit_build_city', { unit_id: settlers.id });
    expect(tired.why).toBe(`Settlers ${settlers.id} has no moves left: next turn`);
  });

  test('for units that are none, and for tiles that they cannot reach', async () => {
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

  test('and what is so already is no failure', async () => {
    const { agent } = alice;
    const order = { city_id: city.id, target: 'Warriors' };
    await agent.action('city_production', order);
    expect(await agent.action('city_production', order)).toMatchObject({
      outcome: 'no_effect',
      already: true,
      reason: 'Aton builds Warriors already',
    });
    const warriors = await alice.unit('Warriors', { x: 20, y: 15 });
    await agent.action('unit_fortify', { unit_id: warriors.id });
    expect(await agent.action('unit_fortify', { unit_id: warriors.id })).toMatchObject({
      outcome: 'no_effect',
      already: true,
      reason: `Warriors ${warriors.id} is at it already (fortifying)`,
    });
  });
});
