import { describe, expect, test } from 'vitest';
import type { PacketFields } from '../../../proxy/freeciv/generated/packets.js';
import { granaryOf, granarySize, turnsToGrow } from '../../../proxy/rules/cities/growth.js';
import { coinage, expectedIncome } from '../../../proxy/rules/cities/income.js';
import {
  buildCost,
  buyCost,
  shieldTurns,
  stockAfterChange,
} from '../../../proxy/rules/production/build-costs.js';
import {
  canBuy,
  isSureToBuy,
  productionPrice,
  sellableBuildings,
  sellPrice,
} from '../../../proxy/rules/production/buy-and-sell.js';
import { allTargets } from '../../../proxy/rules/production/target.js';
import type { City } from '../../../proxy/world/city.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

type Detail = PacketFields['city_info'];

const recorded = worldAtTurn(60);
const game = must(recorded.game);
const me = must(recorded.players.get(0));
const nesa = must(recorded.cities.get(133));

function targetNamed(name: string) {
  return must(allTargets(recorded).find(({ thing }) => thing.ruleName === name));
}
const [warriors, settlers, temple, library, colossus, coins] = [
  ...['Warriors', 'Settlers', 'Temple', 'Library', 'Colossus', 'Coinage'],
].map(targetNamed);

function building(name: string, changes: Partial<Detail> = {}): City {
  const { kind, value } = targetNamed(name);
  const told = { productionKind: kind, productionValue: value, turnFounded: 5, didBuy: false, buyCost: 20 };
  return { ...nesa, detail: { ...must(nesa.detail), ...told, ...changes } };
}

function withGold(gold: number): World {
  return worldWith(recorded, {
    players: tableWith(recorded.players, ({ playerno }) => playerno, { ...me, gold }),
  });
}

test.each([
  ['Warriors', 100, 10],
  ['Settlers', 100, 40],
  ['Temple', 100, 30],
  ['Temple', 50, 15],
  ['Warriors', 25, 2],
  ['Warriors', 1, 1],
])('%s costs at a shieldbox of %i %%: %i shields', (name, shieldbox, shields) => {
  expect(buildCost(worldWith(recorded, { game: { ...game, shieldbox } }), targetNamed(name))).toBe(shields);
});

test.each([
  // 2 for each shield and a twentieth of their square; twice that when nothing is in stock.
  ['Settlers', 10, 2 * 30 + 45],
  ['Settlers', 39, 2],
  ['Settlers', 40, 0],
  ['Settlers', 50, 0],
  ['Settlers', 0, 2 * (2 * 40 + 80)],
  // 2 for each shield of a building or wonder.
  ['Temple', 10, 40],
  ['Temple', 0, 120],
  ['Temple', 30, 0],
  ['Coinage', 10, 0],
])('%s with %i in stock costs the gold for what is missing', (name, stock, gold) => {
  expect(buyCost(recorded, nesa, targetNamed(name), stock)).toBe(gold);
});

test('the gold for what is missing is that of the present production, as far as the city is told of', () => {
  expect(productionPrice(recorded, building('Temple', { shieldStock: 10 }))).toBe(40);
  expect(productionPrice(recorded, building('Temple', { productionValue: 999 }))).toBeUndefined();
  expect(productionPrice(recorded, { ...nesa, detail: undefined })).toBeUndefined();
});

test.each([
  ['what it has the gold for', withGold(20), building('Temple'), 'possible'],
  ['nothing that it has not the gold for', withGold(19), building('Temple'), 'too_expensive'],
  ['nothing twice', withGold(99), building('Temple', { didBuy: true }), 'already_bought'],
  ['nothing in its first turn', withGold(99), building('Temple', { turnFounded: 60 }), 'founded_this_turn'],
  ['nothing that is finished', withGold(99), building('Temple', { buyCost: 0 }), 'not_for_sale'],
  ['no coins', withGold(99), building('Coinage'), 'not_for_sale'],
  ['nothing that there is not', withGold(99), building('Temple', { productionValue: 999 }), 'not_for_sale'],
  ['nothing when it is not told of', withGold(99), { ...nesa, detail: undefined }, 'not_told'],
  ['a unit in peace', withGold(99), building('Warriors'), 'possible'],
  ['settlers where a citizen stays', withGold(99), { ...building('Settlers'), size: 2 }, 'possible'],
  ['no settlers where none would stay', withGold(99), { ...building('Settlers'), size: 1 }, 'too_small'],
  ['warriors where no citizen stays', withGold(99), { ...building('Warriors'), size: 1 }, 'possible'],
  [
    'settlers where none would stay and it may be disbanded',
    withGold(99),
    { ...building('Settlers', { cityOptions: new Set(['CITYO_DISBAND']) }), size: 1 },
    'possible',
  ],
])('a city can buy %s', (_what, world, city, expected) => {
  expect(canBuy(world, city)).toBe(expected);
});

test('a city can buy no unit in the turn after disorder, but buildings', () => {
  const world = worldAtTurn(60);
  world.players.set(0, { ...me, gold: 99 }, world.version);
  const chat = { message: 'Civil disorder in Nesa.', phase: 0, connId: -1 } as const;
  world.messages.add({ ...chat, event: 'E_CITY_DISORDER', tile: nesa.tile, turn: 58 }, world.version);
  world.messages.add({ ...chat, event: 'E_CITY_DISORDER', tile: 1, turn: 59 }, world.version);
  expect(canBuy(world, building('Warriors'))).toBe('possible');
  world.messages.add({ ...chat, event: 'E_CITY_DISORDER', tile: nesa.tile, turn: 59 }, world.version);
  expect(canBuy(world, building('Warriors'))).toBe('in_disorder');
  expect(canBuy(world, building('Temple'))).toBe('possible');
  expect([building('Warriors'), building('Temple')].map((city) => isSureToBuy(world, city))).toEqual([
    false,
    true,
  ]);
});

test('a city can buy a unit for sure only when the last turn change was seen', () => {
  expect(isSureToBuy(recorded, building('Warriors'))).toBe(true);
  const attached = worldWith(recorded, { turn: { ...recorded.turn, messagesBefore: new Map([[60, 0]]) } });
  expect(isSureToBuy(attached, building('Warriors'))).toBe(false);
  expect(isSureToBuy(attached, building('Temple'))).toBe(true);
});

test('a city sells its plain buildings, one in a turn, for what they cost', () => {
  const sells = (changes: Partial<Detail>) =>
    sellableBuildings(recorded, building('Temple', changes)).map(
      (id) => `${recorded.ruleset.improvements.get(id)?.ruleName} ${sellPrice(recorded, id)}`,
    );
  // It has a Palace too, which is a wonder.
  expect(sells({ didSell: false })).toEqual(['Barracks 30', 'City Walls 60']);
  expect(sells({ didSell: true })).toEqual([]);
  expect(sellableBuildings(recorded, { ...nesa, detail: undefined })).toEqual([]);
  expect(sellPrice(recorded, 999)).toBe(0);
});

describe('left shields', () => {
  const changing = (from: string, changes: Partial<Detail> = {}) =>
    building('Temple', {
      ...{ changedFromKind: targetNamed(from).kind, changedFromValue: targetNamed(from).value },
      ...{ beforeChangeShields: 20, lastTurnsShieldSurplus: 6, disbandedShields: 0, caravanShields: 0 },
      ...{ turnLastBuilt: 50, ...changes },
    });

  test.each([
    ['from a building to a building', changing('Temple'), library, 20],
    ['from a unit to a unit', changing('Warriors'), settlers, 20],
    ['from a building to a unit', changing('Temple'), settlers, 10],
    ['from a unit to a building', changing('Warriors'), temple, 10],
    ['from a building to a wonder', changing('Temple'), colossus, 10],
    ['from a wonder to a building', changing('Colossus'), temple, 10],
    [
      'to another kind right after something was built',
      changing('Temple', { turnLastBuilt: 59 }),
      settlers,
      6 + 7,
    ],
    ['to another kind two turns after', changing('Temple', { turnLastBuilt: 58 }), settlers, 10],
    [
      'to another kind right after, when there is less than a turn makes',
      changing('Temple', { turnLastBuilt: 59, beforeChangeShields: 4 }),
      settlers,
      4,
    ],
    ['with shields of disbanded units', changing('Temple', { disbandedShields: 5 }), settlers, 15],
    ['with shields of caravans, for a wonder whole', changing('Temple', { caravanShields: 8 }), colossus, 18],
    ['with shields of caravans, for a building half', changing('Temple', { caravanShields: 8 }), library, 24],
    ['with shields of caravans, for a unit half', changing('Temple', { caravanShields: 8 }), settlers, 14],
    ['of a city that is not told of', { ...nesa, detail: undefined }, temple, 0],
  ])('the shields that are left follow a change of production %s', (_what, city, target, left) => {
    expect(stockAfterChange(recorded, city, must(target))).toBe(left);
  });

  test.each([
    [
      'the present production from its stock',
      building('Temple', { shieldStock: 12, surplus: [0, 6] }),
      temple,
      3,
    ],
    ['what is complete at once', building('Temple', { shieldStock: 30, surplus: [0, 0] }), temple, 1],
    ['never without shields', building('Temple', { shieldStock: 12, surplus: [0, 0] }), temple, undefined],
    [
      'something else from what a change leaves',
      { ...changing('Temple'), detail: { ...must(changing('Temple').detail), surplus: [0, 6, 0, 0, 0, 0] } },
      settlers,
      5,
    ],
    ['not of a city that is not told of', { ...nesa, detail: undefined }, temple, undefined],
  ])('the shields that are left decide the turns: %s', (_what, city, target, turns) => {
    expect(shieldTurns(recorded, city, must(target))).toBe(turns);
  });
});

describe('gold a turn', () => {
  const made = { surplus: [0, 4, 0, 3, 0, 0], shieldStock: 6 };

  test.each([
    ['a city that makes coins is its stock and its shields', building('Coinage', made), undefined, 10],
    ['a city that makes coins with so many shields is these', building('Coinage', made), 1, 7],
    ['a city that builds is none', building('Temple', made), undefined, 0],
    ['a city that trains units is none', building('Warriors', made), undefined, 0],
    ['a city that is not told of is none', { ...nesa, detail: undefined }, undefined, 0],
  ])('the gold a turn of %s', (_what, city, shields, gold) => {
    expect(coinage(recorded, city, shields)).toBe(gold);
    expect(coins?.thing.ruleName).toBe('Coinage');
  });

  /** Nesa alone, with Barracks of one gold, and a unit that costs two. */
  const alone = (goldUpkeepStyle: typeof game.goldUpkeepStyle, city = building('Coinage', made)) => {
    const cities = tableWith(recorded.cities, ({ id }) => id, city);
    for (const { id, owner } of recorded.cities.values())
      if (owner === 0 && id !== nesa.id) cities.delete(id, 2);
    const units = tableWith(recorded.units, ({ id }) => id);
    const archers = must(recorded.units.get(170));
    for (const { id, owner } of recorded.units.values()) if (owner === 0) units.delete(id, 2);
    const upkeep = [0, 0, 0, 2, 0, 0];
    units.set(170, { ...archers, detail: { ...must(archers.detail), homecity: nesa.id, upkeep } }, 2);
    return worldWith(recorded, { cities, units, game: { ...game, goldUpkeepStyle } });
  };

  test.each([
    ['GOLD_UPKEEP_CITY', 13],
    ['GOLD_UPKEEP_MIXED', 11],
    ['GOLD_UPKEEP_NATION', 10],
  ] as const)('the gold a turn of a nation counts upkeep as %s says', (style, gold) => {
    expect(expectedIncome(alone(style), 0)).toBe(gold);
    expect(expectedIncome(alone(style, { ...nesa, detail: undefined }), 0)).toBe(0);
  });
});

describe('granary', () => {
  const sizes = { ...game, granaryFoodIni: [10, 20, 30], granaryNumInis: 3, granaryFoodInc: 5, foodbox: 100 };

  test.each([
    [1, 100, 10],
    [3, 100, 30],
    [4, 100, 35],
    [6, 100, 45],
    [6, 50, 22],
    [1, 1, 1],
  ])('the granary of a city of size %i holds at a foodbox of %i %%: %i', (size, foodbox, food) => {
    expect(granarySize({ ...sizes, foodbox }, size)).toBe(food);
  });

  const world = worldWith(recorded, { game: sizes });
  const growing = (surplus: number, foodStock: number, changes: Partial<City> = {}): City => ({
    ...building('Temple', { surplus: [surplus, 0, 0, 0, 0, 0], foodStock }),
    ...{ size: 3, granary: undefined, ...changes },
  });

  test.each([
    ['as the ruleset says', growing(4, 2), 30, 7],
    ['as the server has told', growing(4, 2, { granary: { size: 14, turns: 3 } }), 14, 3],
    ['in a turn when it is full already', growing(4, 40), 30, 1],
    ['never where a city makes no more than it eats', growing(0, 2), 30, null],
    ['never where a city starves', growing(-1, 2), 30, null],
    ['never where a city has no citizens', growing(4, 2, { size: 0 }), null, null],
  ])('the granary of a city is filled %s', (_how, city, size, turns) => {
    expect(granaryOf(world, city)).toBe(size);
    expect(turnsToGrow(world, city)).toBe(turns);
  });

  test('the granary is not known before the game is told of', () => {
    expect(granaryOf(worldWith(recorded, { game: undefined }), growing(4, 2))).toBeNull();
    expect(warriors?.thing.ruleName).toBe('Warriors');
  });
});
