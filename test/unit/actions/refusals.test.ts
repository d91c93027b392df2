import { describe, expect, test } from 'vitest';
import { setCityTiles } from '../../../proxy/actions/city/city-tiles.js';
import { productionRefusal } from '../../../proxy/actions/city/production-refusal.js';
import { missingTechSentence, techRefusal } from '../../../proxy/actions/missing-tech.js';
import { foundingRefusal } from '../../../proxy/actions/unit/build-city.js';
import { moveRefusal, movesRefusal } from '../../../proxy/actions/unit/move-refusal.js';
import { freeTiles, workedTiles } from '../../../proxy/rules/cities/citizens.js';
import { terrainOf } from '../../../proxy/rules/lookup/tiles.js';
import { allTargets } from '../../../proxy/rules/production/target.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, unitWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const classic = worldAtTurn(60);
const later = worldAtTurn(58, 'civ2civ3-4-ai-60-turns');
const civ2civ3: World = { ...later, seat: { ...later.seat, player: 2 } };
const own = must(classic.research.get(0));
const workers = must(classic.units.get(108));
const archers = must(classic.units.get(170));
const settlersType = [...classic.ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === 'Settlers');
const settlers = unitWith(archers, { type: must(settlersType).id });

function techNamed(name: string) {
  return must([...classic.ruleset.techs.values()].find(({ ruleName }) => ruleName === name));
}

/** The world in which the seat has other research; states by the names of technologies. */
function researching(
  changes: Partial<typeof own>,
  states: Readonly<Record<string, '0' | '1' | '2'>> = {},
): World {
  const inventions = [...own.inventions];
  for (const [name, state] of Object.entries(states)) inventions[techNamed(name).id] = state;
  const changed = { ...own, ...changes, inventions: inventions.join('') };
  return worldWith(classic, { research: tableWith(classic.research, ({ id }) => id, changed) });
}

function refusal(world: World, cityId: number, name: string): string | undefined {
  const target = allTargets(world).find(({ thing }) => thing.ruleName === name);
  return productionRefusal(world, must(world.cities.get(cityId)), must(target));
}

test.each([
  [1, 'Nesa has 1 citizen: no more tiles than that'],
  [2, 'Nesa has 2 citizens: no more tiles than that'],
])('a city of size %i cannot work more tiles than it has citizens', async (size, message) => {
  const world = worldWith(classic, {
    cities: tableWith(classic.cities, ({ id }) => id, { ...must(classic.cities.get(133)), size }),
  });
  const open = [...workedTiles(world, nesaIn(world)), ...freeTiles(world, nesaIn(world))];
  const tiles = open.filter((tile) => tile !== nesaIn(world).tile).map((tile) => world.map.position(tile));
  expect(tiles.length).toBeGreaterThan(2);
  const port = { world, request: () => Promise.reject(new Error('nothing is sent')) };
  const plan = await setCityTiles.plan(port, { actor_id: 133, tiles: tiles.slice(0, size + 1), keep: false });
  expect(plan).toMatchObject({ ok: false, failure: { message } });
});

function nesaIn(world: World) {
  return must(world.cities.get(133));
}

test.each([
  [118, 'Workers', 'Workers is outdated: build Engineers'],
  [118, 'Partisan', 'Partisan needs Guerilla Warfare, which you research now'],
  [124, 'Transport', 'Transport needs water beside the city, and Graz has none'],
  [118, 'Transport', undefined],
  [118, 'Engineers', undefined],
  [118, 'Aqueduct, Lake', 'Aqueduct, Lake needs Lake beside Wien'],
  [118, 'Aqueduct, River', 'Wien already has Aqueduct, River'],
  [124, 'Coastal Defense', 'Coastal Defense needs water beside Graz'],
  [118, 'Bank', 'Bank needs Marketplace in Wien'],
  [118, 'Barracks', 'Barracks is obsolete'],
  [118, 'Sewer System', 'Sewer System needs a city of size 9, and Wien has 8'],
  [118, 'Hoover Dam', 'Hoover Dam needs Factory in Wien'],
  [124, 'Harbour', 'Harbor cannot be built in Graz: rules_query says what it requires'],
  [118, 'Palace', 'Wien already has Palace'],
  [118, 'Temple', undefined],
])('city %i cannot build %s for a reason, or can: %s', (city, name, expected) => {
  expect(refusal(civ2civ3, city, name)).toBe(expected);
});

test('a city cannot build a wonder that was built', () => {
  const game = must(classic.game);
  const wonder = must([...classic.ruleset.improvements.values()].find((one) => one.ruleName === 'Colossus'));
  const ownerOf = (owner: number) => {
    const greatWonderOwners = [...game.greatWonderOwners];
    greatWonderOwners[wonder.id] = owner;
    return worldWith(classic, { game: { ...game, greatWonderOwners } });
  };
  expect(refusal(ownerOf(2), 133, 'Colossus')).toBe('Colossus was built already');
  expect(refusal(classic, 133, 'Colossus')).toBeUndefined();
});

test('a city cannot build a unit of another government, or without its building', () => {
  const type = must(settlersType);
  const needing = (changes: Partial<typeof type>) => {
    const unitTypes = new Map(classic.ruleset.unitTypes).set(type.id, { ...type, ...changes });
    return refusal(worldWith(classic, { ruleset: { ...classic.ruleset, unitTypes } }), 133, 'Settlers');
  };
  const ids = (name: string) =>
    must([...classic.ruleset.improvements.values()].find((one) => one.ruleName === name)).id;
  expect(needing({ govRequirement: 1 })).toBeUndefined();
  expect(needing({ govRequirement: 3 })).toBe('Settlers needs the government Communism');
  expect(needing({ imprRequirement: ids('Barracks') })).toBeUndefined();
  expect(needing({ imprRequirement: ids('Temple') })).toBe('Settlers needs Temple in Nesa');
});

test.each([
  ['Literacy', 'Great Library needs Literacy, which you research now'],
  ['Pottery', 'Great Library needs Pottery, which you can research now'],
  ['Monarchy', 'Great Library needs Monarchy, which takes 2 technologies: set it as tech_goal'],
  ['Alphabet', undefined],
])('the missing technology %s is named with the way to it', (name, expected) => {
  expect(missingTechSentence(classic, 'Great Library', techNamed(name).id)).toBe(expected);
});

test('no technology is missing without research or for none; without words for it there is no way', () => {
  const nobody = { ...classic, seat: { ...classic.seat, player: 99 } };
  expect(missingTechSentence(nobody, 'X', techNamed('Pottery').id)).toBeUndefined();
  expect(missingTechSentence(classic, 'X', 0)).toBeUndefined();
  expect(missingTechSentence(classic, 'X', 9999)).toBeUndefined();
  const [tech, techs] = [techNamed('Monarchy'), new Map(classic.ruleset.techs)];
  techs.set(tech.id, { ...tech, removed: true });
  const without = worldWith(classic, { ruleset: { ...classic.ruleset, techs } });
  expect(missingTechSentence(without, 'X', tech.id)).toBe('X needs Monarchy, and there is no way to it');
  expect(techRefusal(without, must(techs.get(tech.id)))).toBe('There is no way to Monarchy in this game');
});

test.each([
  ['Alphabet', 'You already know Alphabet'],
  ['Monarchy', 'Monarchy needs Ceremonial Burial first: set it as tech_goal'],
  ['Banking', 'Banking needs Trade and The Republic first: set it as tech_goal'],
  ['Pottery', undefined],
])('the technology %s cannot be chosen', (name, expected) => {
  expect(techRefusal(classic, techNamed(name))).toBe(expected);
});

test('a missing technology is the other one when one of two is known', () => {
  const world = researching({ researching: -1 }, { Trade: '2' });
  const sentence = 'Banking needs The Republic first: set it as tech_goal';
  expect(techRefusal(world, techNamed('Banking'))).toBe(sentence);
});

describe('what a unit cannot do', () => {
  const at = (x: number, y: number) => must(classic.map.tileAt({ x, y }));
  const unknown = worldWith(classic, {
    tiles: tableWith(classic.tiles, ({ tile }) => tile, {
      ...must(classic.tiles.get(at(9, 20))),
      known: 'TILE_UNKNOWN',
    }),
  });

  test.each([
    [classic, archers, at(9, 24), '(9, 24) is Ocean, where Archers 170 cannot go: only by sea, in a boat'],
    [
      classic,
      archers,
      at(56, 32),
      '(56, 32) is on another land mass: Archers 170 gets there only by sea, in a boat',
    ],
    [classic, archers, at(9, 20), 'There is no way to (9, 20) that Archers 170 can go and you know of'],
    [
      unknown,
      archers,
      at(9, 20),
      '(9, 20) is unknown to you: move to a known tile beside the unknown, or explore',
    ],
    [classic, must(classic.units.get(213)), at(9, 22), '(9, 22) is Forest, where Trireme 213 cannot go'],
    [
      classic,
      must(classic.units.get(213)),
      at(12, 22),
      'There is no way to (12, 22) that Trireme 213 can go and you know of',
    ],
  ])('a unit that cannot go there is refused with its reason (%#)', (world, unit, tile, expected) => {
    expect(moveRefusal(world, unit, tile)).toBe(expected);
  });

  test.each([
    [0, 'Archers 170 has no moves left: next turn'],
    [1, undefined],
  ])('a unit with %i fragments of a move left is refused or not', (movesleft, expected) => {
    expect(movesRefusal(classic, unitWith(archers, {}, { movesleft }))).toBe(expected);
  });

  const free = [...classic.tiles.values()].find(
    ({ tile, owner, continent }) =>
      owner === 255 &&
      continent > 0 &&
      terrainOf(classic, tile)?.flags.has('TER_NO_CITIES') === false &&
      [...classic.cities.values()].every((city) => classic.map.distance(city.tile, tile) > 3),
  );
  const inAustria = [...classic.tiles.values()].find(
    ({ tile, owner, continent }) =>
      owner === 2 &&
      continent > 0 &&
      [...classic.cities.values()].every((city) => classic.map.distance(city.tile, tile) > 1),
  );
  test.each<[string, Unit, string | undefined]>([
    ['as workers', workers, 'Workers 108 cannot found cities: only settlers can'],
    ['in a city', settlers, 'Nesa is too near: cities must be 2 tiles apart'],
    [
      'one tile from a city',
      unitWith(settlers, { tile: at(9, 22) }),
      'Nesa is too near: cities must be 2 tiles apart',
    ],
    ['at sea', unitWith(settlers, { tile: at(54, 44) }), 'No city can stand on Ocean'],
    [
      'on the land of others',
      unitWith(settlers, { tile: must(inAustria).tile }),
      'This tile belongs to the Austrian player 2',
    ],
    [
      'without moves',
      unitWith(settlers, { tile: must(free).tile }, { movesleft: 0 }),
      'Settlers 170 has no moves left: next turn',
    ],
    [
      'on free land with a move left',
      unitWith(settlers, { tile: must(free).tile }, { movesleft: 1 }),
      undefined,
    ],
  ])('a unit that founds a city is refused or not: %s', (_where, unit, expected) => {
    expect(foundingRefusal(classic, unit)).toBe(expected);
  });
});
