import { bringSave, type FoundSaves, type SaveFolders } from '../saves/brought-save.js';
import { readSave, SaveSections, stateHash } from '../saves/save-file.js';
import { namedSave } from '../saves/save-name.js';
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

/** A look for a save as BringSave says, with the scores and the state hash of its turn. */
export interface FoundTurn extends FoundSaves {
  /** Undefined for a save on request, and for one that cannot be read. */
  readonly turn?: LedgerTurn | undefined;
}

/** How the saves of games are read for their ledgers: on this thread, or on another (SaveThread). */
export interface SaveReader {
  readonly read: ReadSavedTurn;
  readonly bring: (folders: SaveFolders, tried: readonly string[]) => Promise<FoundTurn>;
}

/** Reads it on this thread. A save has a megabyte of text and more. */
export const readSavedTurn: ReadSavedTurn = async ({ file, ...save }) => {
  const text = await readSave(file);
  return text === undefined ? undefined : turnIn(text, save);
};

/** On this thread. */
export const savesHere: SaveReader = { read: readSavedTurn, bring: bringTurn };

async function bringTurn(folders: SaveFolders, tried: readonly string[]): Promise<FoundTurn> {
  const { text, ...found } = await bringSave(folders, tried);
  const named = namedSave(found.save?.name ?? '');
  if (text === undefined || named === undefined || named.kind === 'manual') return found;
  const save = { turn: named.turn, isFinal: named.kind === 'final' };
  return { ...found, turn: readableTurn(text.toString('latin1'), save) };
}

/** Undefined for a save that makes no sense: it keeps its place among the saves all the same. */
function readableTurn(text: string, save: Omit<SaveOfTurn, 'file'>): LedgerTurn | undefined {
  try {
    return turnIn(text, save);
  } catch {
    return undefined;
  }
}

/** `text` with one character for each byte. */
function turnIn(text: string, { turn, isFinal }: Omit<SaveOfTurn, 'file'>): LedgerTurn {
  const save = new SaveSections(text);
  const [players, relations] = [playerScores(save), playerRelations(save)];
  return { kind: 'turn', turn, isFinal, hash: stateHash(text), players, relations };
}

/** How two players stand to each other: their numbers, the lower first, the state, and the turns it has left. */
export type RelationRow = [one: number, other: number, relation: string, turnsLeft: number];

/** The names of diplomatic states in saves, without war and no contact. */
const agreedStates: ReadonlyMap<string, string> = new Map([
  ['Armistice', 'armistice'],
  ['Cease-fire', 'ceasefire'],
  ['Peace', 'peace'],
  ['Alliance', 'alliance'],
]);

/** The pairs of players that have agreed on something, from the table of each player in a save. */
function playerRelations(save: SaveSections): RelationRow[] {
  const players = save.numbered('player').sort((a, b) => a - b);
  return players.flatMap((one) => {
    const rows = save.table(`player${one}`, 'diplstate');
    return players.flatMap((other, index): RelationRow[] => {
      const row = rows[index];
      const relation = agreedStates.get(row?.get('current') ?? '');
      if (other <= one || relation === undefined) return [];
      return [[one, other, relation, Number(row?.get('turns_left') ?? 0)]];
    });
  });
}
