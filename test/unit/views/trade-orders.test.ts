import { expect, test } from 'vitest';
import { tradesOf } from '../../../features/advisor/advice/trade-orders.js';
import { TriedActions } from '../../../features/advisor/advice/tried-actions.js';
import { foldMeetingEnd } from '../../../proxy/world/entity-folds.js';
import type { Treaty } from '../../../proxy/world/treaty.js';
import { VersionedTable } from '../../../proxy/world/versioned-table.js';
import type { World } from '../../../proxy/world/world.js';
import { must, worldWith } from '../../support/changed-world.js';
import { alphabet, market, pottery, THEM, writing } from './support/ai-market.js';

const alphabetForGold = (value: number) => [
  { clause: 'advance', giver: 'me', value: 'alphabet' },
  { clause: 'gold', giver: 'them', value },
];

test.each([
  ['all of the gold of a player that has less than the price', { gold: 20, known: [] }, 20],
  ['the price, a tenth less than what it is worth', { gold: 500, known: [] }, 36],
  ['half of that from an ally', { gold: 500, known: [], state: 'DS_ALLIANCE' }, 18],
  ['the same where it is not known what the player knows', { gold: 500 }, 36],
] as const)('a technology is sold for %s', (_what, them, price) => {
  const [sale] = tradesOf(market(0, them), () => false);
  expect(sale?.do).toMatchObject({ action_type: 'treaty_propose', target: { id: THEM } });
  expect(sale?.do.clauses).toEqual(alphabetForGold(price));
});

test('what a player was given by treaty is not sold to it again, though its research is not seen', () => {
  const world = market(0, { gold: 500 }, [alphabet, pottery]);
  const soldTo = (there: World) =>
    tradesOf(there, () => false).flatMap(({ do: { clauses } }) =>
      Array.isArray(clauses) ? [String((clauses[0] as { value: string }).value)] : [],
    );
  const [first] = soldTo(world);
  const given = first === 'alphabet' ? alphabet : pottery;
  const treaties = new VersionedTable<Treaty>();
  const concluded = worldWith(world, { treaties, taught: new Map() });
  const clauses = [{ giver: 0, type: 'CLAUSE_ADVANCE' as const, value: given }];
  treaties.set(THEM, { counterpart: THEM, clauses, iAccepted: true, otherAccepted: false }, 1);
  foldMeetingEnd(concluded, THEM);
  expect(soldTo(concluded)).toEqual([first]);
  treaties.set(THEM, { counterpart: THEM, clauses, iAccepted: true, otherAccepted: true }, 1);
  foldMeetingEnd(concluded, THEM);
  expect(soldTo(concluded)).toEqual([first === 'alphabet' ? 'pottery' : 'alphabet']);
});

test('allies exchange embassies first', () => {
  const [exchange] = tradesOf(market(0, { gold: 500, state: 'DS_ALLIANCE' }), () => false);
  expect(exchange?.do.clauses).toEqual([
    { clause: 'embassy', giver: 'me' },
    { clause: 'embassy', giver: 'them' },
  ]);
});

test.each([
  ['at war', { gold: 500, known: [], state: 'DS_WAR' }],
  ['who knows it', { gold: 500, known: [alphabet] }],
  ['who has no gold and nothing to give', { gold: 0, known: [] }],
  ['who is no AI', { gold: 500, known: [], isAi: false }],
] as const)('nothing is sold to a player %s', (_which, them) => {
  expect(tradesOf(market(0, them), () => false)).toEqual([]);
});

test('a technology is swapped for one that is worth a little more, or bought where the gold is there', () => {
  const get = { clause: 'advance', giver: 'them', value: 'pottery' };
  const them = { gold: 0, known: [pottery] };
  expect(tradesOf(market(0, them), () => false)).toEqual([]);
  const [bought] = tradesOf(market(200, them), () => false);
  expect(bought).toMatchObject({ gold: 49, tech: pottery });
  expect(bought?.do.clauses).toEqual([{ clause: 'gold', giver: 'me', value: 49 }, get]);
  const lacking = { gold: 0, known: [pottery, alphabet] };
  const [swapped] = tradesOf(market(200, lacking, [alphabet, writing]), () => false);
  expect(swapped).toMatchObject({ tech: pottery });
  expect(swapped?.do.clauses).toEqual([{ clause: 'advance', giver: 'me', value: 'writing' }, get]);
});

test('nothing is proposed that the game does not let players trade', () => {
  const them = { gold: 500, known: [pottery] };
  const { game } = market(200, them);
  const without = (changes: Partial<NonNullable<typeof game>>) =>
    worldWith(market(200, them), { game: { ...must(game), ...changes } });
  expect(tradesOf(without({ tradingTech: false }), () => false)).toEqual([]);
  expect(tradesOf(without({ tradingGold: false }), () => false)).toEqual([]);
});

test('what was refused is proposed again after some turns, also under the name of the player', () => {
  const tried = new TriedActions();
  const world = market(0, { gold: 500, known: [] });
  const { do: action } = must(tradesOf(world, () => false)[0]);
  const name = must(world.players.get(THEM)).name;
  tried.begin(world, { ...action, target: { value: name } })(true);
  const later = (turns: number) => {
    const game = must(world.game);
    return worldWith(world, { game: { ...game, turn: game.turn + turns } });
  };
  expect(tried.has(later(4), action)).toBe(true);
  expect(tried.has(later(5), action)).toBe(false);
  tried.begin(world, action)(false);
  expect(tried.has(later(20), action)).toBe(true);
  expect(tried.has(later(21), action)).toBe(false);
});

test('what was proposed is not proposed again for another price, but when they stand otherwise', () => {
  const tried = new TriedActions();
  const before = market(0, { gold: 500, known: [] });
  const [sale] = tradesOf(before, () => false);
  tried.begin(before, must(sale).do)(false);
  const poorer = market(0, { gold: 20, known: [] });
  expect(tradesOf(poorer, (action) => tried.has(poorer, action))).toEqual([]);
  const truce = market(0, { gold: 20, known: [], state: 'DS_CEASEFIRE' });
  expect(tradesOf(truce, (action) => tried.has(truce, action))).toHaveLength(1);
});
