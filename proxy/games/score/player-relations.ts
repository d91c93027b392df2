import type { SaveSections } from '../saves/save-file.js';

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
export function playerRelations(save: SaveSections): RelationRow[] {
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
