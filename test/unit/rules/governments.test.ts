import { describe, expect, test } from 'vitest';
import {
  canRevolt,
  canSetRates,
  maxRate,
  possibleGovernments,
} from '../../../proxy/rules/players/government.js';
import { anarchyTurns, reachableGovernments } from '../../../proxy/rules/players/reachable-governments.js';
import { bulbsLostBySwitching, switchCost } from '../../../proxy/rules/players/research-switch.js';
import { goalCost, techCost } from '../../../proxy/rules/players/tech-cost.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

/** The classic ruleset, with revolutions of 1 to 5 turns. */
const recorded = worldAtTurn(60);
const { ruleset } = recorded;
const game = must(recorded.game);
const me = must(recorded.players.get(0));
const research = must(recorded.research.get(0));
const governmentNamed = (name: string) =>
  must([...ruleset.governments.values()].find(({ ruleName }) => ruleName === name));
const techId = (name: string) =>
  must([...ruleset.techs.values()].find(({ ruleName }) => ruleName === name)).id;
const liberty = must(
  [...ruleset.improvements.values()].find(({ ruleName }) => ruleName === 'Statue of Liberty'),
).id;

interface Changes {
  readonly player?: Partial<typeof me>;
  readonly game?: Partial<typeof game>;
  readonly research?: Partial<typeof research>;
  /** Technologies that are known besides; all others as they were. */
  readonly knows?: readonly string[];
}

function realm(changes: Changes): World {
  const ids = (changes.knows ?? []).map(techId);
  const inventions = [...research.inventions].map((state, id) => (ids.includes(id) ? '2' : state)).join('');
  return worldWith(recorded, {
    players: tableWith(recorded.players, ({ playerno }) => playerno, { ...me, ...changes.player }),
    research: tableWith(recorded.research, ({ id }) => id, { ...research, inventions, ...changes.research }),
    game: { ...game, ...changes.game },
  });
}
const under = (name: string, changes: Changes = {}) =>
  realm({
    ...changes,
    player: { government: governmentNamed(name).id, revolutionFinishes: -1, ...changes.player },
  });
const playerOf = (world: World) => must(world.players.get(0));

test.each([
  ['Despotism', 60],
  ['Monarchy', 70],
  ['Communism', 80],
  ['Republic', 80],
  ['Democracy', 100],
])('rates under %s reach %i per cent', (name, most) => {
  expect(maxRate(under(name), 0)).toBe(most);
});

test.each([
  [{ tax: 60, luxury: 0, science: 40 }, 'possible'],
  [{ tax: 70, luxury: 0, science: 30 }, 'too_high'],
  [{ tax: 0, luxury: 70, science: 30 }, 'too_high'],
  [{ tax: 60, luxury: 0, science: 30 }, 'not_a_hundred'],
  [{ tax: 60, luxury: 0, science: 50 }, 'not_a_hundred'],
  [{ tax: 110, luxury: -10, science: 0 }, 'out_of_range'],
  [{ tax: 50.5, luxury: 0, science: 49.5 }, 'out_of_range'],
  [{ tax: 101, luxury: 0, science: -1 }, 'out_of_range'],
] as const)('rates under Despotism: %j are %s', (rates, expected) => {
  expect(canSetRates(under('Despotism'), 0, rates)).toBe(expected);
});

describe('revolution', () => {
  const names = (world: World) => possibleGovernments(world, playerOf(world)).map(({ ruleName }) => ruleName);
  const can = (world: World, name: string) => canRevolt(world, playerOf(world), governmentNamed(name));

  test('a revolution leads to anarchy and to what is known, but not to what there is', () => {
    expect(names(under('Despotism'))).toEqual(['Anarchy']);
    expect(names(under('Monarchy', { knows: ['Monarchy', 'The Republic'] }))).toEqual([
      ...['Anarchy', 'Despotism', 'Republic'],
    ]);
  });

  test('a revolution under way may get another aim, also the government from before it', () => {
    const republic = governmentNamed('Republic').id;
    const on = under('Anarchy', {
      player: { revolutionFinishes: 62, targetGovernment: republic },
      knows: ['Monarchy', 'The Republic'],
    });
    expect([can(on, 'Republic'), can(on, 'Monarchy'), can(on, 'Anarchy')]).toEqual([false, true, true]);
  });

  test.each([
    ['REVOLEN_FIXED', true, true],
    ['REVOLEN_RANDOM', true, true],
    ['REVOLEN_QUICKENING', false, false],
    ['REVOLEN_RANDQUICK', false, false],
  ] as const)(
    'a revolution under %s may begin without an aim: %s; again in its last turn: %s',
    (revolentype, aimless, again) => {
      expect(can(under('Despotism', { game: { revolentype } }), 'Anarchy')).toBe(aimless);
      const ended = { revolutionFinishes: 60, targetGovernment: governmentNamed('Monarchy').id };
      const world = under('Monarchy', { game: { revolentype }, player: ended, knows: ['The Republic'] });
      expect(can(world, 'Republic')).toBe(again);
      const later = under('Monarchy', {
        game: { revolentype },
        player: { ...ended, revolutionFinishes: -1 },
        knows: ['The Republic'],
      });
      expect(can(later, 'Republic')).toBe(true);
    },
  );

  test.each([
    ['REVOLEN_FIXED', { min: 5, max: 5 }],
    ['REVOLEN_RANDOM', { min: 1, max: 5 }],
    ['REVOLEN_QUICKENING', { min: 1, max: 5 }],
    ['REVOLEN_RANDQUICK', { min: 1, max: 5 }],
  ] as const)('a revolution under %s takes %j turns', (revolentype, turns) => {
    expect(recorded.settings.get('revolen')).toBe(5);
    expect(anarchyTurns(under('Despotism', { game: { revolentype } }))).toEqual(turns);
  });

  test('a revolution takes no time with the Statue of Liberty, and none is known without a game', () => {
    const wonders = me.wonders.map((place, id) => (id === liberty ? 133 : place));
    const city = must(recorded.cities.get(133));
    const improvements = city.improvements.slice();
    for (const id of [liberty]) improvements[id >> 3] = (improvements[id >> 3] ?? 0) | (1 << (id & 7));
    const owners = game.greatWonderOwners.map((owner, id) => (id === liberty ? 0 : owner));
    const world = worldWith(
      under('Despotism', { player: { wonders }, game: { greatWonderOwners: owners } }),
      {
        cities: tableWith(recorded.cities, ({ id }) => id, { ...city, improvements }),
      },
    );
    expect(anarchyTurns(world)).toEqual({ min: 0, max: 0 });
    expect(anarchyTurns(worldWith(recorded, { game: undefined }))).toBeUndefined();
    expect(
      anarchyTurns(worldWith(recorded, { seat: { ...recorded.seat, player: undefined } })),
    ).toBeUndefined();
  });
});

describe('governments within reach', () => {
  const reached = (world: World) =>
    reachableGovernments(world).map(({ government, tech, bulbs }) => [government.ruleName, tech, bulbs]);

  test('governments within reach are those that are known, then those of one technology, nearest first', () => {
    const world = under('Despotism', { knows: ['Monarchy'] });
    const [first, ...later] = reached(world);
    expect(first).toEqual(['Monarchy', undefined, 0]);
    expect(later.map(([name]) => name)).not.toContain('Anarchy');
    expect(later.map(([name]) => name)).not.toContain('Despotism');
    expect(later.map(([, tech]) => tech)).toEqual(
      later.map(([name]) => techId(name === 'Republic' ? 'The Republic' : `${name}`)),
    );
    const bulbs = later.map(([, , cost]) => Number(cost));
    expect(bulbs).toEqual(bulbs.toSorted((a, b) => a - b));
    expect(bulbs).toEqual(later.map(([, tech]) => switchCost(world, Number(tech))?.bulbs));
  });

  test('an observer has no governments within reach', () => {
    expect(reached(worldWith(recorded, { seat: { ...recorded.seat, player: undefined } }))).toEqual([]);
    expect(reached(worldWith(recorded, { seat: { ...recorded.seat, player: 77 } }))).toEqual([]);
  });
});

describe('costs of technologies', () => {
  const [currency, trade, alphabet] = ['Currency', 'Trade', 'Alphabet'].map(techId);
  const plain = {
    techCostStyle: 'TECH_COST_CLASSIC',
    sciencebox: 100,
    techLeakage: 'TECH_LEAKAGE_NONE',
  } as const;
  const human = { flags: new Set<never>(), scienceCost: 100 };
  const costIn = (changes: Changes, tech = currency) => {
    const world = realm({
      ...changes,
      player: { ...human, ...changes.player },
      game: { ...plain, ...changes.game },
    });
    return techCost(world, must(world.research.get(0)), must(tech));
  };
  const { cost } = must(ruleset.techs.get(must(currency)));

  test('a technology costs what its number in the ruleset says, and nothing once it is known', () => {
    expect(costIn({})).toEqual({ bulbs: Math.trunc(cost), certain: true });
    expect(costIn({}, alphabet)).toEqual({ bulbs: 0, certain: true });
  });

  test.each([
    ['half of it in a sciencebox of 50 %', { game: { sciencebox: 50 } }, 0.5],
    [
      'more for a player with a handicap',
      { player: { flags: new Set(['PLRF_AI'] as const), scienceCost: 150 } },
      1.5,
    ],
    ['no more for a human', { player: { scienceCost: 150 } }, 1],
  ] as const)('a technology costs %s', (_how, changes, factor) => {
    expect(costIn(changes)).toEqual({ bulbs: Math.trunc(cost * factor), certain: true });
  });

  test('a technology costs more with each that is known, in the style of Civ I', () => {
    const civ1 = (techsResearched: number) =>
      costIn({
        game: { techCostStyle: 'TECH_COST_CIV1CIV2', baseTechCost: 20 },
        research: { techsResearched },
      }).bulbs;
    expect([civ1(5), civ1(6), civ1(10)]).toEqual([100, 120, 200]);
  });

  test('the technologies on the way to a goal cost the sum of all, less what is researched', () => {
    const world = realm({ player: human, game: plain, research: { bulbsResearched: 7 } });
    const own = must(world.research.get(0));
    const sum = ['Currency', 'Trade'].reduce(
      (total, name) => total + Math.trunc(must(ruleset.techs.get(techId(name))).cost),
      0,
    );
    expect(goalCost(world, own, must(trade))?.bulbs).toBe(sum - 7);
    expect(goalCost(world, own, must(alphabet))).toEqual({ bulbs: 0, certain: true });
    expect(goalCost(world, own, 9999)).toBeUndefined();
  });
});

test.each([
  [100, 40, 40],
  [50, 41, 20],
  [0, 40, 0],
  [100, 0, 0],
  [100, -5, 0],
])(
  'a change of research at a techpenalty of %i %% loses of %i bulbs: %i',
  (percent, bulbsResearched, lost) => {
    const world = realm({ research: { bulbsResearched } });
    const settings = Object.assign(Object.create(Object.getPrototypeOf(recorded.settings)), {
      get: (name: string) => (name === 'techpenalty' ? percent : undefined),
    });
    expect(bulbsLostBySwitching(worldWith(world, { settings }))).toBe(lost);
  },
);

test('a change of research loses nothing where nothing is researched, or what goes on the way to the goal', () => {
  expect(bulbsLostBySwitching(realm({ research: { bulbsResearched: 40, researching: 9999 } }))).toBe(0);
  const currency = techId('Currency');
  const world = realm({ research: { bulbsResearched: 5, researching: currency } });
  expect(switchCost(world, techId('Trade'))?.lost).toBe(0);
  expect(switchCost(world, techId('Monarchy'))?.lost).toBe(bulbsLostBySwitching(world));
  expect(switchCost(world, 9999)).toBeUndefined();
});
