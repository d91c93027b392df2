import { describe, expect, test } from 'vitest';
import { type ClauseWish, possibleClause, shownClause } from '../../../proxy/actions/diplomacy/clause.js';
import { canBeGiven } from '../../../proxy/rules/players/diplomacy.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
const me = must(recorded.players.get(0));
const other = must(recorded.players.get(2));
const techId = (name: string) =>
  must([...recorded.ruleset.techs.values()].find(({ ruleName }) => ruleName === name)).id;
const [alphabet, writing, bronze] = ['Alphabet', 'Writing', 'Bronze Working'].map(techId);
/** Known to player 0 but for Trade; player 2 knows the same but for Alphabet and Writing. */
const known = must(recorded.research.get(0)).inventions;
const lacking = [...known]
  .map((state, id) => (id === alphabet ? '1' : id === writing ? '0' : state))
  .join('');
const world = worldWith(recorded, {
  players: tableWith(
    recorded.players,
    ({ playerno }) => playerno,
    { ...me, gold: 100 },
    { ...other, gold: 20 },
  ),
  research: tableWith(recorded.research, ({ id }) => id, {
    ...must(recorded.research.get(2)),
    inventions: lacking,
  }),
  game: {
    ...must(recorded.game),
    tradingGold: true,
    tradingTech: true,
    tradingCity: true,
    techTradeAllowHoles: false,
  },
});
const ownCities = [...world.cities.values()].filter(({ owner }) => owner === 0);
const capital = must(ownCities.find((city) => !canBeGiven(world, city, 0)));
const town = must(ownCities.find((city) => canBeGiven(world, city, 0)));
const foreign = must(
  [...world.cities.values()].find((city) => city.owner === 2 && canBeGiven(world, city, 2)),
);

/** The clause, or why there is none. */
function clauseFor(wish: Partial<ClauseWish>, there: World = world, skipsRules = false) {
  const full: ClauseWish = { clause: 'gold', giver: 'me', ...wish };
  const clause = possibleClause({ world: there, skipsRules }, other, full);
  return clause.ok ? clause.value : `${clause.failure.path}: ${clause.failure.message}`;
}

test.each([
  [30, { giver: 0, type: 'CLAUSE_GOLD', value: 30 }],
  ['30', { giver: 0, type: 'CLAUSE_GOLD', value: 30 }],
  [100, { giver: 0, type: 'CLAUSE_GOLD', value: 100 }],
  [101, 'data.value: You have 100 gold'],
  [0, 'data.value: Say how much gold in value'],
  [-1, 'data.value: Say how much gold in value'],
  [1.5, 'data.value: Say how much gold in value'],
  ['much', 'data.value: Say how much gold in value'],
  [undefined, 'data.value: Say how much gold in value'],
])('our gold %j in a treaty is a clause or is refused with its reason', (value, expected) => {
  expect(clauseFor(value === undefined ? {} : { value })).toEqual(expected);
});

test('gold of theirs in a treaty may be more than they have, which the server alone knows', () => {
  expect(clauseFor({ giver: 'them', value: 5000 })).toEqual({ giver: 2, type: 'CLAUSE_GOLD', value: 5000 });
});

test('gold in a treaty is that of a known player: who is not told of has none', () => {
  const unseen = { ...world.seat, player: 99 };
  expect(clauseFor({ value: 1 }, worldWith(world, { seat: unseen }))).toBe('data.value: You have 0 gold');
});

test.each([
  ['me', 'Alphabet', { giver: 0, type: 'CLAUSE_ADVANCE', value: alphabet }],
  ['me', 'Bronze Working', `data.value: ${nameText(other.name)} already knows Bronze Working`],
  ['me', 'Writing', `data.value: ${nameText(other.name)} does not know what Writing needs: Alphabet`],
  ['me', 'Trade', 'data.value: You do not know Trade'],
  ['them', 'Bronze Working', 'data.value: You already know Bronze Working'],
  ['them', 'Alphabet', `data.value: ${nameText(other.name)} does not know Alphabet`],
  ['me', undefined, 'data.value: Say which technology in value'],
] as const)(
  'a technology from %s in a treaty is a clause or is refused with its reason: %s',
  (giver, value, expected) => {
    expect(clauseFor({ clause: 'advance', giver, ...(value !== undefined && { value }) })).toEqual(expected);
  },
);

test.each([
  ['me', town.name, { giver: 0, type: 'CLAUSE_CITY', value: town.id }],
  ['them', foreign.name, { giver: 2, type: 'CLAUSE_CITY', value: foreign.id }],
  ['me', capital.name, `data.value: ${capital.name} is the capital, which cannot be given`],
  ['me', foreign.name, `data.value: ${foreign.name} is not your city`],
  ['them', town.name, `data.value: ${town.name} is not a city of ${nameText(other.name)}`],
  ['me', undefined, 'data.value: Say which city in value'],
] as const)(
  'a city from %s in a treaty is a clause or is refused with its reason: %s',
  (giver, value, expected) => {
    expect(clauseFor({ clause: 'city', giver, ...(value !== undefined && { value }) })).toEqual(expected);
  },
);

describe('clauses', () => {
  const game = must(world.game);
  const standing = (type: 'DS_WAR' | 'DS_CEASEFIRE' | 'DS_PEACE'): World => {
    const entries = [...world.diplomacy.values()]
      .filter(({ plr1, plr2 }) => [plr1, plr2].toSorted().join() === '0,2')
      .map((entry) => ({ ...entry, type }));
    return worldWith(world, {
      diplomacy: tableWith(world.diplomacy, (entry) => entry.diplstateId, ...entries),
    });
  };
  const embassies = (player: typeof me, to: number) =>
    worldWith(world, {
      players: tableWith(
        world.players,
        ({ playerno }) => playerno,
        ...[me, other].map((one) => ({ ...one, realEmbassy: one.realEmbassy.map(() => false) })),
        { ...player, realEmbassy: player.realEmbassy.map((_, id) => id === to) },
      ),
    });

  test.each([
    [
      { clause: 'gold', value: 5 },
      worldWith(world, { game: { ...game, tradingGold: false } }),
      'In this game nobody trades gold',
    ],
    [
      { clause: 'advance', value: 'alphabet' },
      worldWith(world, { game: { ...game, tradingTech: false } }),
      'In this game nobody trades advance',
    ],
    [
      { clause: 'city', value: town.name },
      worldWith(world, { game: { ...game, tradingCity: false } }),
      'In this game nobody trades city',
    ],
    [{ clause: 'peace' }, standing('DS_PEACE'), `You have peace with ${nameText(other.name)} already`],
    [
      { clause: 'ceasefire' },
      standing('DS_PEACE'),
      `With ${nameText(other.name)} you have peace: ceasefire can follow on war`,
    ],
    [{ clause: 'embassy' }, embassies(other, 0), `${nameText(other.name)} has an embassy with you already`],
    [
      { clause: 'embassy', giver: 'them' },
      embassies(me, 2),
      `You have an embassy with ${nameText(other.name)} already`,
    ],
  ] as const)('a clause %j may be impossible now', (wish, there, message) => {
    expect(clauseFor(wish, there)).toBe(`data.clause: ${message}`);
    expect(clauseFor(wish, there, true)).toMatchObject({
      giver: wish.clause === 'embassy' && 'giver' in wish ? 2 : 0,
    });
  });

  test.each([
    [{ clause: 'peace' }, standing('DS_WAR'), { giver: 0, type: 'CLAUSE_PEACE', value: 0 }],
    [
      { clause: 'peace', giver: 'them' },
      standing('DS_CEASEFIRE'),
      { giver: 2, type: 'CLAUSE_PEACE', value: 0 },
    ],
    [{ clause: 'embassy' }, embassies(me, 2), { giver: 0, type: 'CLAUSE_EMBASSY', value: 0 }],
    [{ clause: 'seamap' }, world, { giver: 0, type: 'CLAUSE_SEAMAP', value: 0 }],
  ] as const)('a clause %j may be agreed on', (wish, there, expected) => {
    expect(clauseFor(wish, there)).toEqual(expected);
  });
});

test.each([
  [
    { giver: 0, type: 'CLAUSE_GOLD', value: 30 },
    { clause: 'gold', giver: 0, value: 30 },
  ],
  [
    { giver: 2, type: 'CLAUSE_ADVANCE', value: bronze ?? 0 },
    { clause: 'advance', giver: 2, value: 'bronze_working' },
  ],
  [
    { giver: 2, type: 'CLAUSE_CITY', value: foreign.id },
    { clause: 'city', giver: 2, value: foreign.name },
  ],
  [
    { giver: 2, type: 'CLAUSE_CITY', value: 99_999 },
    { clause: 'city', giver: 2, value: 99_999 },
  ],
  [
    { giver: 0, type: 'CLAUSE_SEAMAP', value: 7 },
    { clause: 'seamap', giver: 0 },
  ],
] as const)('the clause %j is shown by names', (clause, shown) => {
  expect(shownClause(world, clause)).toEqual(shown);
});
