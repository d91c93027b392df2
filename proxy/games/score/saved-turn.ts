import { readSave, SaveSections, stateHash } from '../saves/save-file.js';
import type { LedgerTurn } from './ledger-entry.js';
import { playerScores } from './player-scores.js';

/** The save of a turn. */
export interface SaveOfTurn {
  readonly turn: number;
  readonly file: string;
  /** Whether the game ended with the turn. */
  readonly isFinal: boolean;
}

/** Reads the scores and the state hash of a turn from its save; undefined while the save is not complete. */
export type ReadSavedTurn = (save: SaveOfTurn) => Promise<LedgerTurn | undefined>;

/** Reads it on this thread. A save has a megabyte of text and more. */
export const readSavedTurn: ReadSavedTurn = async ({ turn, file, isFinal }) => {
  const text = await readSave(file);
  if (text === undefined) return undefined;
  const save = new SaveSections(text);
  const [players, relations] = [playerScores(save), playerRelations(save)];
  return { kind: 'turn', turn, isFinal, hash: stateHash(text), players, relations };
};

/** How two players stand to each other: their numbers, the lower first, the state, and the turns it has left. */
export type RelationRow = [one: number, other: number, relation: string, turnsLeft: number];

/** The names of diplomatic states in saves, without war and no contact. */
const agreedStates: Readonly<Record<string, string>> = {
  Armistice: 'armistice',
  'Cease-fire': 'ceasefire',
  Peace: 'peace',
  Alliance: 'alliance',
};

/** The pairs of players that have agreed on something, from the table of each player in a save. */
function playerRelations(save: SaveSections): RelationRow[] {
  const players = save.numbered('player').sort((a, b) => a - b);
  return players.flatMap((one) => {
    const rows = save.table(`player${one}`, 'diplstate');
    return players.flatMap((other, index): RelationRow[] => {
      const row = rows[index];
      const relation = agreedStates[row?.get('current') ?? ''];
      if (other <= one || relation === undefined) return [];
      return [[one, other, relation, Number(row?.get('turns_left') ?? 0)]];
    });
  });
}
