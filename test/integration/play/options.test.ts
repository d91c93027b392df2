import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ActorOption } from '#shared/protocol/state/options.js';
import { yieldsAt } from '../../../features/advisor/rules/work-outcome.js';
import { workedTiles } from '../../../proxy/rules/cities/citizens.js';
import { ownUnits } from '../../support/own-things.js';
import { type Actor, Stage } from '../../support/stage.js';

/** The options of an actor; of some actions all of them. */
async function optionsOf(
  actor: Actor,
  id: number | 'nation',
  sections?: string[],
): Promise<readonly ActorOption[]> {
  const query = { format: 'options', actor_id: id, ...(sections && { sections }) } as const;
  const view = await actor.agent.state(query);
  if (!('options' in view) || typeof view.options === 'string') throw new Error('there are no options');
  return view.options ?? [];
}

function found(options: readonly ActorOption[], action: string, target?: string): ActorOption {
  const option = options.find(
    (one) => one.action === action && (target === undefined || one.target === target),
  );
  if (option === undefined) throw new Error(`${action} is no option: ${JSON.stringify(options)}`);
  return option;
}

/** The figures of `trade 0 to 1`. */
function change(what: string, name: string): readonly [number, number] {
  const [, before, after] = new RegExp(`${name} (\\d+) to (\\d+)`, 'u').exec(what) ?? [];
  if (before === undefined || after === undefined) throw new Error(`${what} tells no ${name}`);
  return [Number(before), Number(after)];
}

describe('options of an actor', () => {
  let stage: Stage;
  let ann: Actor;
  let ben: Actor;

  beforeAll(async () => {
    stage = await Stage.of(['ann', 'ben']);
    [ann, ben] = stage.pair();
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  test('options tell the turns and yields of work on the land, which come true when it is sent back', async () => {
    const rome = await ann.city('Rome', { x: 20, y: 15 });
    const tile = workedTiles(ann.world, rome).find((one) => one !== rome.tile) ?? -1;
    const workers = await ann.unit('Workers', ann.world.map.position(tile), rome);
    const { action, what, ...choice } = found(await optionsOf(ann, workers.id), 'unit_build_road');
    const [turns = 0] = /^(\d+) turns?; /u.exec(what)?.slice(1).map(Number) ?? [];
    const [before, after] = change(what, 'trade');
    const trade = () => ann.world.cities.get(rome.id)?.detail?.prod[2] ?? 0;
    const was = trade();
    const { changed } = await ann.does(action, { actor_id: workers.id, ...choice });
    expect(changed).toMatchObject({ working_on: 'road', turns_left: turns });
    for (let turn = 0; turn < turns; turn += 1) await stage.nextTurn();
    expect(trade() - was).toBe(after - before);
  });

  test('options tell what a caravan adds to a wonder, and what a city lacks gold for', async () => {
    const rome = [...ann.world.cities.values()].find(({ name }) => name === 'Rome');
    await ann.tech('Bronze Working');
    await ann.does('city_production', { city_id: rome?.id, target: 'Colossus' });
    const caravan = await ann.unit('Caravan', { x: 20, y: 15 }, rome);
    const stock = ann.world.cities.get(rome?.id ?? -1)?.detail?.shieldStock ?? 0;
    const { action, what, ...choice } = found(await optionsOf(ann, caravan.id), 'unit_help_wonder');
    expect(what).toBe(`50 shields for Colossus in Rome, which has ${stock} of 100`);
    await ann.does(action, { actor_id: caravan.id, ...choice });
    expect(ann.world.cities.get(rome?.id ?? -1)?.detail?.shieldStock).toBe(stock + 50);
    await stage.nextTurn();
    const view = await ann.agent.state({ format: 'options', actor_id: rome?.id });
    const gold = ann.world.players.get(ann.player)?.gold;
    expect(view).toMatchObject({
      actor: expect.stringMatching(new RegExp(`, costs \\d+ gold to buy, you have ${gold}$`, 'u')),
    });
    const refused = await ann.refused('city_buy', { city_id: rome?.id });
    expect(refused.message).toMatch(/There is not enough gold for it: it costs \d+, and \d+ are there/u);
  });

  test('options tell the yields of another terrain, with what it keeps of what is built', async () => {
    const place = { x: 24, y: 10 };
    for (const extra of ['Road', 'Irrigation'])
      await stage.lua(`edit.create_extra(find.tile(${place.x}, ${place.y}), "${extra}")`);
    const workers = await ann.unit('Workers', place);
    const mine = (await optionsOf(ann, workers.id, ['unit_build_mine'])).find(({ what }) =>
      what.includes('becomes forest'),
    );
    if (mine === undefined) throw new Error('no forest can be planted');
    const [turns = 0] = /^(\d+) turns?; /u.exec(mine.what)?.slice(1).map(Number) ?? [];
    const tile = ann.world.map.tileAt(place) ?? -1;
    const yields = () => [0, 1].map((output) => yieldsAt(ann.world, tile, undefined)[output]);
    const before = yields();
    const told = ['food', 'shields'].map((name) => change(mine.what, name));
    expect(told.map(([was]) => was)).toEqual(before);
    await ann.does(mine.action, { actor_id: workers.id });
    for (let turn = 0; turn < turns; turn += 1) await stage.nextTurn();
    const { terrains } = ann.world.ruleset;
    expect(terrains.get(ann.world.tiles.get(tile)?.terrain ?? -1)?.ruleName).toBe('Forest');
    expect(yields()).toEqual(told.map(([, after]) => after));
  });

  test('options tell what a building costs and changes in its city, and what a purchase costs', async () => {
    await stage.plain({ x: 8, y: 15 }, 8, 'Ocean');
    await stage.plain({ x: 8, y: 15 }, 0);
    const tyre = await ann.city('Tyre', { x: 8, y: 15 });
    await ann.tech('Seafaring');
    await ann.gold(5000);
    const { what, target } = found(
      await optionsOf(ann, tyre.id, ['city_production']),
      'city_production',
      'harbour',
    );
    expect(what).toMatch(/^\d+ turns?; \d+ shields; /u);
    const food = () => ann.world.cities.get(tyre.id)?.detail?.prod[0] ?? 0;
    const [before, after] = change(what, 'food');
    expect(food()).toBe(before);
    await ann.does('city_production', { actor_id: tyre.id, target });
    // A city buys nothing in the turn it was founded in.
    await stage.nextTurn();
    const bought = found(await optionsOf(ann, tyre.id), 'city_buy').what;
    const { changed } = await ann.does('city_buy', { actor_id: tyre.id });
    expect(bought).toMatch(
      new RegExp(`^${changed.gold_spent} of \\d+ gold; Harbor is there next turn$`, 'u'),
    );
    await stage.nextTurn();
    expect(food()).toBe(after);
  });

  test('options tell settlers the land of a city where they stand', async () => {
    const settlers = await ann.unit('Settlers', { x: 15, y: 18 });
    const { action, what } = found(await optionsOf(ann, settlers.id), 'unit_build_city');
    expect(what).toMatch(/^found a city; tile 2\/0\/\d, best around .*, \d+ free tiles in reach$/u);
    await ann.does(action, { actor_id: settlers.id });
  });

  test('options send settlers to a better site than where they are, to found a city there', async () => {
    // Land as it was generated: the server tells no continent of tiles that a script has changed.
    const settlers = await ann.unit('Settlers', { x: 39, y: 0 });
    const { action, target, what } = found(await optionsOf(ann, settlers.id), 'settle');
    expect(what).toMatch(/^go to \(\d+, \d+\) and found a city in \d turns?; .*; tile \d\/\d\/\d/u);
    const { changed } = await ann.does(action, { actor_id: settlers.id, target });
    expect(changed).toMatchObject({ site: target });
  });

  test('options tell the odds of an attack and whom it is against', async () => {
    await stage.meet();
    const legion = await ben.unit('Legion', { x: 24, y: 18 });
    const catapult = await ann.unit('Catapult', { x: 23, y: 18 });
    await ann.sees((world) => world.units.has(legion.id));
    const { what, target, odds } = found(await optionsOf(ann, catapult.id), 'unit_attack');
    expect(target).toEqual({ x: 24, y: 18 });
    const [least] = odds ?? [];
    expect(what).toMatch(new RegExp(`^against Legion ${legion.id} \\(\\w+, \\d+ HP\\): \\d+ % to win$`, 'u'));
    expect(what).toContain(`: ${Math.floor((least ?? 0) * 100)} %`);
  });

  test('options of the nation tell what technologies cost, without the global list unless it is asked for', async () => {
    const research = found(await optionsOf(ann, 'nation', ['tech_research']), 'tech_research');
    expect(research.what).toMatch(/^\d+ bulbs, (\d+ turns?|never at the present rate)/u);
    const { agent } = ann;
    const text = await agent.state({ format: 'options', as: 'text' });
    expect(text).toMatchObject({
      options: expect.stringMatching(/\ntech_research: .*\nMore: .*sections \["player_rates"\]/su),
    });
    expect(text).not.toHaveProperty('legal_actions');
    const asked = await agent.state({ format: 'options', legal_actions: 'list', max_legal_actions: 3 });
    expect(asked.legal_actions).toHaveLength(3);
  });

  test('options of a foreign or unknown actor are refused, and so is a section that there is not', async () => {
    const { agent } = ann;
    const [foreign] = ownUnits(ben.world);
    const ask = (actor_id: number, sections?: string[]) =>
      agent.state({ format: 'options', actor_id, ...(sections && { sections }) });
    await expect(ask(foreign?.id ?? -1)).rejects.toMatchObject({
      code: 'E130',
      details: { path: 'data.actor_id' },
    });
    await expect(ask(99_999)).rejects.toMatchObject({ code: 'E130' });
    const [own] = ownUnits(ann.world);
    await expect(ask(own?.id ?? -1, ['fly'])).rejects.toMatchObject({
      code: 'E105',
      details: { path: 'data.sections' },
    });
  });
});
