import { expect, test } from 'vitest';
import { parseLine } from '../../../proxy/games/disk/lines-file.js';
import {
  type LedgerEntry,
  ledgerContents,
  ledgerEntrySchema,
} from '../../../proxy/games/score/ledger-entry.js';

function turn(number: number, hash: string): LedgerEntry {
  return { kind: 'turn', turn: number, isFinal: false, hash, players: [] };
}

function life(from: number | null): LedgerEntry {
  return { kind: 'life', from };
}

test('a turn with two entries counts once, with its last entry', () => {
  const { turns } = ledgerContents([life(null), turn(2, 'b'), turn(1, 'a'), turn(2, 'b2')]);
  expect(turns.map(({ turn: number, hash }) => `${number}${hash}`)).toEqual(['1a', '2b2']);
});

test('a restore from an earlier save discards the entries after it', () => {
  const { turns, runs: lives } = ledgerContents([
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

test('server runs whose turns were discarded do not count', () => {
  expect(ledgerContents([life(null), life(3), life(5), life(4)]).runs).toEqual([null, 3, 4]);
  expect(ledgerContents([life(null), life(3), life(3)]).runs).toEqual([null, 3]);
  expect(ledgerContents([life(null), life(3), life(null)]).runs).toEqual([null]);
});

test('how a turn ended counts as it was played last, and not at all when its turn is played again', () => {
  const marks = (number: number, mark: 'played' | 'timed_out'): LedgerEntry => {
    return { kind: 'marks', turn: number, marks: [{ player: 0, mark }] };
  };
  const account = ledgerContents([
    life(null),
    ...[marks(1, 'played'), marks(2, 'played'), marks(3, 'played'), life(2), marks(2, 'timed_out')],
  ]);
  expect([...account.marks].map(([number, [first]]) => `${number} ${first?.mark}`)).toEqual([
    '1 played',
    '2 timed_out',
  ]);
  expect(ledgerContents([marks(1, 'played'), life(null)]).marks.size).toBe(0);
});

test('a line that was cut off is no entry', () => {
  expect(parseLine(ledgerEntrySchema, '{"kind":"life","fr')).toBeUndefined();
  expect(parseLine(ledgerEntrySchema, '')).toBeUndefined();
  expect(parseLine(ledgerEntrySchema, '{"kind":"life","from":7}')).toEqual(life(7));
});
