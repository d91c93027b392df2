import type { GameSave } from '#shared/protocol/game-operations.js';

/** What the name of a save says of it. */
export type NamedSave = Pick<GameSave, 'kind' | 'turn'>;

const kinds: readonly { readonly kind: GameSave['kind']; readonly pattern: RegExp }[] = [
  { kind: 'turn', pattern: /-T(\d+)-.*-auto\.sav(\.[a-z0-9]+)?$/ },
  { kind: 'final', pattern: /-T(\d+)-.*-final\.sav(\.[a-z0-9]+)?$/ },
  { kind: 'manual', pattern: /^T(\d+)-[A-Za-z0-9_-]+\.sav(\.[a-z0-9]+)?$/ },
];

/** Undefined for a name that no save of a game has. */
export function namedSave(name: string): NamedSave | undefined {
  for (const { kind, pattern } of kinds) {
    const turn = pattern.exec(name)?.[1];
    if (turn !== undefined) return { kind, turn: Number(turn) };
  }
  return undefined;
}

/** The file name of a save on request, without its extension. */
export function manualSaveName(turn: number, name: string): string {
  return `T${String(turn).padStart(4, '0')}-${name}`;
}
