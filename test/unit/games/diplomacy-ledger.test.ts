import { expect, test } from 'vitest';
import type { GameDiplomacy } from '#shared/protocol/diplomacy.js';
import { diplomacyAsOf, pactStandings } from '#shared/protocol/diplomacy-standings.js';
import { type DiplomacyNews, diplomacyNews } from '../../../features/diplomacy/diplomacy-entry.js';
import { treatiesOf } from '../../../features/diplomacy/diplomacy-ledger.js';
import type { LedgerTurn } from '../../../proxy/games/score/ledger-entry.js';
import type { RelationRow } from '../../../proxy/games/score/saved-turn.js';
import { aPlayerScore } from './support/player-score.js';

const players: [number, number] = [0, 1];

/** A turn of the ledger with these relations and these dead. */
function turnWith(
  turn: number,
  relations: RelationRow[],
  dead: readonly number[] = [],
  isFinal = false,
): LedgerTurn {
  const all = [0, 1, 2].map((player) => aPlayerScore({ player, is_alive: !dead.includes(player) }));
  return { kind: 'turn', turn, isFinal, hash: '', players: all, relations };
}

function agreed(turn: number, clause: string, was: string, now: string): DiplomacyNews[] {
  return [
    { kind: 'relation', turn, witness: 0, players, was, now, wronged: [] },
    {
      ...{ kind: 'treaty', turn, witness: 0, players, proposedBy: 1 },
      clauses: [{ giver: 0, clause, value: null }],
    },
  ];
}

function cancelled(
  turn: number,
  was: string,
  now: string,
  by: number,
  wronged: number[] = [],
): DiplomacyNews[] {
  return [
    { kind: 'relation', turn, witness: 0, players, was, now, wronged },
    { kind: 'cancelled', turn, witness: 0, players, by },
  ];
}

test('a peace that follows a cease-fire keeps it, and is kept when the game ends', () => {
  const news = [
    ...agreed(2, 'ceasefire', 'war', 'ceasefire'),
    ...agreed(4, 'peace', 'ceasefire', 'armistice'),
  ];
  const turns = [turnWith(3, [[0, 1, 'ceasefire', 15]]), turnWith(5, [[0, 1, 'peace', 0]], [], true)];
  expect(treatiesOf(news, turns)).toMatchObject([
    { id: 1, turn: 2, pact: 'ceasefire', fate: 'kept', ended: { turn: 4, by: null }, proposed_by: 1 },
    { id: 2, turn: 4, pact: 'peace', source: 'seen', fate: 'kept', ended: { turn: 5, relation: 'peace' } },
  ]);
});

test('war without a reason breaks a pact, with one it cancels it, and a step that is not war cancels it', () => {
  const peace = agreed(2, 'peace', 'war', 'armistice');
  const broken = treatiesOf([...peace, ...cancelled(3, 'armistice', 'war', 1)], []);
  expect(broken).toMatchObject([{ fate: 'broken', ended: { turn: 3, by: 1, relation: 'war' } }]);
  const provoked = treatiesOf([...peace, ...cancelled(3, 'armistice', 'war', 1, [1])], []);
  expect(provoked).toMatchObject([{ fate: 'cancelled', ended: { by: 1 } }]);
  const alliance = agreed(2, 'alliance', 'war', 'alliance');
  const step = treatiesOf([...alliance, ...cancelled(3, 'alliance', 'armistice', 0)], []);
  expect(step).toMatchObject([
    { pact: 'alliance', fate: 'cancelled', ended: { by: 0, relation: 'armistice' } },
    { pact: 'peace', source: 'state', fate: 'in_force', ended: null },
  ]);
});

test('a cease-fire expires by itself; a destroyed party makes a pact void; gifts are given', () => {
  const truce = agreed(2, 'ceasefire', 'war', 'ceasefire');
  const ran: DiplomacyNews = {
    kind: 'relation',
    turn: 18,
    witness: 0,
    players,
    was: 'ceasefire',
    now: 'war',
    wronged: [],
  };
  expect(treatiesOf([...truce, ran], [])).toMatchObject([{ fate: 'expired', ended: { by: null } }]);
  const dead = treatiesOf(truce, [turnWith(3, [[0, 1, 'ceasefire', 15]]), turnWith(4, [], [1])]);
  expect(dead).toMatchObject([{ fate: 'void', ended: { turn: 4 } }]);
  const gift: DiplomacyNews = {
    ...{ kind: 'treaty', turn: 2, witness: 0, players, proposedBy: 0 },
    clauses: [{ giver: 0, clause: 'advance', value: 'Alphabet' }],
  };
  expect(treatiesOf([gift], [])).toMatchObject([{ pact: null, fate: 'given', ended: null }]);
});

test('pacts that no seat was told of come from the saves', () => {
  const turns = [
    turnWith(5, [[1, 2, 'ceasefire', 16]]),
    turnWith(6, [[1, 2, 'ceasefire', 15]]),
    turnWith(7, []),
    turnWith(8, [[0, 2, 'ceasefire', 1]]),
    turnWith(9, []),
  ];
  expect(treatiesOf([], turns)).toMatchObject([
    { players: [1, 2], source: 'state', turn: 5, fate: 'broken', ended: { turn: 7, by: null } },
    { players: [0, 2], turn: 8, fate: 'expired', ended: { turn: 9 } },
  ]);
});

test('what the parties said in the turns before belongs to a treaty, and nothing else', () => {
  const said = (turn: number, from: number, to: number | null): DiplomacyNews => ({
    ...{ kind: 'said', turn, witness: 0, from, to },
    text: `${from} to ${to} in ${turn}`,
  });
  const before = [said(1, 0, 1), said(8, 1, 0), said(8, 1, 2), said(8, 2, null), said(9, 0, null)];
  const [treaty] = treatiesOf([...before, ...agreed(9, 'peace', 'war', 'armistice'), said(9, 0, 1)], []);
  expect(treaty?.said_before.map(({ text }) => text)).toEqual(['1 to 0 in 8', '0 to null in 9']);
});

test('what both parties are told counts once, and what a restore made void does not count', () => {
  const one: DiplomacyNews = { kind: 'said', turn: 3, witness: 0, from: 0, to: 1, text: 'hello' };
  const entries = [one, { ...one, witness: 1 }, one, { ...one, turn: 5 }];
  expect(diplomacyNews(entries)).toHaveLength(3);
  expect(diplomacyNews([...entries, { kind: 'run', from: 3 }])).toHaveLength(2);
  expect(diplomacyNews([...entries, { kind: 'run', from: null }])).toEqual([]);
});

test('as of an earlier turn later treaties and ends are not there', () => {
  const treaties = [
    ...treatiesOf([...agreed(2, 'peace', 'war', 'armistice'), ...cancelled(6, 'armistice', 'war', 1)], []),
  ];
  const standings = [0, 1].map((player) => ({ player, name: `${player}`, nation: '' }));
  const ledger: GameDiplomacy = {
    ...{ game_id: 'g', turn: 7, is_final: false, treaties },
    players: pactStandings(standings, treaties),
  };
  expect(ledger.players).toMatchObject([
    { pacts: 1, kept: 0, broken: 0, suffered: 1 },
    { pacts: 1, kept: 0, broken: 1, suffered: 0 },
  ]);
  const earlier = diplomacyAsOf(ledger, 4);
  expect(earlier.treaties).toMatchObject([{ fate: 'in_force', ended: null }]);
  expect(earlier.players).toMatchObject([{ kept: 1 }, { kept: 1, broken: 0 }]);
  expect(diplomacyAsOf(ledger, 1).treaties).toEqual([]);
});
