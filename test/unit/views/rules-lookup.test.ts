import { expect, it } from 'vitest';
import type { ruleKinds } from '#shared/protocol/agent-requests.js';
import { lookUpRules } from '../../../features/rules-lookup/rules-lookup.js';
import { displayName } from '../../../proxy/rules/lookup/names.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const world = worldAtTurn(50);

function sentencesOf(name: string, kind?: (typeof ruleKinds)[number]): readonly string[] {
  const found = lookUpRules(world, { name, kind });
  return found.ok ? found.value.flatMap(({ sentences }) => sentences) : [];
}

it('the rules of the game describe a unit type: what it can do, costs and requires', () => {
  expect(sentencesOf('pikeman')).toEqual([
    'Land unit: attack 1, defense 2, moves 1, hit points 10, firepower 1.',
    'Costs 20 shields; upkeep 1 shield a turn, which governments change. ' +
      'Under some governments it makes citizens unhappy when aggressive.',
    'Requires Feudalism. Gives way to Musketeers.',
    'Actions: recycle unit, disband unit, home city, upgrade unit, airlift, attack, conquer city.',
    'In combat it defends 2 times as well against Horsemen, Chariot, Knights and Dragoons.',
  ]);
  expect(sentencesOf('settlers')).toContain('Can work the land: roads, irrigation, mines.');
});

it('the rules of the game describe a building and a wonder', () => {
  expect(sentencesOf('Offshore Platform')).toEqual([
    'A city improvement. Costs 120 shields; upkeep 3 gold a turn.',
    'Requires Miniaturization and water beside it or at a corner.',
  ]);
  expect(sentencesOf('colossus')).toContain('Becomes obsolete with Flight anywhere in the world.');
  expect(sentencesOf('colossus')).toContain('Nobody has built it yet.');
});

it('the rules of the game describe a technology: what it requires, allows and how far it is', () => {
  expect(sentencesOf('monarchy', 'tech')).toEqual([
    'Requires Ceremonial Burial and Code of Laws.',
    'Leads to Feudalism.',
    'Allows governments: Monarchy.',
    'You are 3 techs away from it, 155 bulbs in all.',
  ]);
  expect(sentencesOf('bronze_working')).toContain('You know it.');
  expect(sentencesOf('currency')).toContain('You can research it now, for 51 bulbs.');
});

it('the rules of the game describe terrains and extras', () => {
  expect(sentencesOf('hills')).toEqual([
    'Land that yields 1 food.',
    'Entering it costs 2 moves; defense +100%.',
    'May have Coal (2 shield more) and Wine (4 trade more).',
    'Irrigation adds 1 food, 10 turns of work.',
    'Mining adds 3 shields, 10 turns of work.',
    'A road takes 4 turns of work.',
    'Transforming makes it Plains, 24 turns of work.',
  ]);
  expect(sentencesOf('fortress')).toContain('Defense +100% on it.');
  expect(sentencesOf('wheat')).toEqual(['A resource that yields 2 food more.']);
});

it('the rules of the game have one entry for each kind of thing with the name', () => {
  const found = lookUpRules(world, { name: 'Monarchy' });
  expect(found.ok && found.value.map(({ kind }) => kind)).toEqual(['tech', 'government']);
  expect(sentencesOf('monarchy', 'government')).toContain(
    'Taxes, luxury and science can each be at most 70%.',
  );
});

it('the rules of the game describe every thing of the ruleset', () => {
  const { unitTypes, improvements, techs, governments, terrains, extras } = world.ruleset;
  for (const things of [unitTypes, improvements, techs, governments, terrains, extras]) {
    for (const { name } of things.values()) {
      const found = lookUpRules(world, { name: displayName(name) });
      expect(found.ok, name).toBe(true);
      expect(JSON.stringify(found), name).not.toMatch(/undefined|NaN|VUT_|\?\w+:/);
    }
  }
});

it('the rules of the game describe concepts with the numbers of the game', () => {
  const asked = ['happiness', 'celebration', 'upkeep', 'corruption', 'growth', 'trade', 'veterans', 'score'];
  for (const name of [...asked, 'city_distance', 'rapture', 'riots', 'citymindist']) {
    const sentences = sentencesOf(name, 'concept');
    expect(sentences.length, name).toBeGreaterThan(1);
    expect(sentences.join(' '), name).not.toMatch(/undefined|NaN|null/);
  }
  expect(sentencesOf('celebration')).toContain(
    'A city of size 3 or more celebrates when at least half of its citizens are happy and none is unhappy at the turn change; it goes on while that holds.',
  );
  expect(sentencesOf('city_distance')[0]).toBe(
    'Two cities must be at least 2 tiles apart (citymindist): 1 tile between them.',
  );
  expect(lookUpRules(world, { name: 'celebrashun' })).toMatchObject({
    failure: { details: { did_you_mean: expect.arrayContaining(['Celebration']) } },
  });
});

it('the rules of the game say what the score of recorded players is made of', () => {
  for (const player of world.players.values()) {
    if (!player.isAlive || player.barbarianType !== 'NOT_A_BARBARIAN') continue;
    const cities = [...world.cities.values()].filter(({ owner }) => owner === player.playerno);
    const citizens = cities.reduce((sum, { size }) => sum + size, 0);
    const techs = (world.research.get(player.playerno)?.techsResearched ?? 1) - 1;
    const wonders = world.game?.greatWonderOwners.filter((owner) => owner === player.playerno).length ?? 0;
    expect(Math.abs(player.score - citizens - 2 * techs - 5 * wonders), player.name).toBeLessThanOrEqual(3);
  }
});

it('the rules of the game suggest similar names when there is no such thing', () => {
  expect(lookUpRules(world, { name: 'grasland' })).toMatchObject({
    ok: false,
    failure: { code: 'E130', details: { did_you_mean: ['Grassland'] } },
  });
  expect(lookUpRules(world, { name: 'phalanx', kind: 'tech' })).toMatchObject({ ok: false });
});
