import { expect, test } from 'vitest';
import { accountOf, type LedgerEntry, readEntry } from '../../../proxy/games/score/ledger-entry.js';

function turn(number: number, hash: string): LedgerEntry {
  return { kind: 'turn', turn: number, isFinal: false, hash, players: [] };
}

function life(from: number | null): LedgerEntry {
  return { kind: 'life', from };
}

test('a turn that was booked twice counts once, as it was booked last', () => {
  const { turns } = accountOf([life(null), turn(2, 'b'), turn(1, 'a'), turn(2, 'b2')]);
  expect(turns.map(({ turn: number, hash }) => `${number}${hash}`)).toEqual(['1a', '2b2']);
});

test('a server that goes on from an earlier save makes what was booked after it void', () => {
  const { turns, lives } = accountOf([
    life(null),
    turn(1, 'a'),
    turn(2, 'b'),
    turn(3, 'c'),
    life(2),
    turn(3, 'd'),
  ]);
  expect(turns.map(({ hash }) => hash)).toEqual(['a', 'b', 'd']);
  expect(lives).toEqual([null, 2]);
});

test('of lives only those count whose turns do', () => {
  expect(accountOf([life(null), life(3), life(5), life(4)]).lives).toEqual([null, 3, 4]);
  expect(accountOf([life(null), life(3), life(3)]).lives).toEqual([null, 3]);
  expect(accountOf([life(null), life(3), life(null)]).lives).toEqual([null]);
});

test('how a turn ended counts as it was played last, and not at all when its turn is played again', () => {
  const marks = (number: number, mark: 'played' | 'timed_out'): LedgerEntry => {
    return { kind: 'marks', turn: number, marks: [{ player: 0, mark }] };
  };
  const account = accountOf([
    life(null),
    ...[marks(1, 'played'), marks(2, 'played'), marks(3, 'played'), life(2), marks(2, 'timed_out')],
  ]);
  expect([...account.marks].map(([number, [first]]) => `${number} ${first?.mark}`)).toEqual([
    '1 played',
    '2 timed_out',
  ]);
  expect(accountOf([marks(1, 'played'), life(null)]).marks.size).toBe(0);
});

test('a line that was cut off is no entry', () => {
  expect(readEntry('{"kind":"life","fr')).toBeUndefined();
  expect(readEntry('')).toBeUndefined();
  expect(readEntry('{"kind":"life","from":7}')).toEqual(life(7));
});
