import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { GameSave } from '#shared/protocol/game-operations.js';
import { collectSaves } from '../collect-saves.js';
import type { GameFolder } from '../game-folder.js';

const kinds: readonly { readonly kind: GameSave['kind']; readonly pattern: RegExp }[] = [
  { kind: 'turn', pattern: /-T(\d+)-.*-auto\.sav(\.[a-z0-9]+)?$/ },
  { kind: 'final', pattern: /-T(\d+)-.*-final\.sav(\.[a-z0-9]+)?$/ },
  { kind: 'manual', pattern: /^T(\d+)-[A-Za-z0-9_-]+\.sav(\.[a-z0-9]+)?$/ },
];

/** How the server is told to name a save by request. */
export function manualSaveName(turn: number, name: string): string {
  return `T${String(turn).padStart(4, '0')}-${name}`;
}

/** The saves of a game, newest first. */
export async function listSaves(game: GameFolder): Promise<readonly GameSave[]> {
  await collectSaves(game);
  const folder = game.saves;
  const names = await readdir(folder).catch(() => []);
  const saves = await Promise.all(names.map((name) => describe(folder, name)));
  return saves.flat().sort((a, b) => b.saved_at.localeCompare(a.saved_at));
}

async function describe(folder: string, name: string): Promise<readonly GameSave[]> {
  for (const { kind, pattern } of kinds) {
    const turn = pattern.exec(name)?.[1];
    const known = turn === undefined ? undefined : await stat(join(folder, name)).catch(() => undefined);
    if (known === undefined) continue;
    return [{ name, kind, turn: Number(turn), bytes: known.size, saved_at: known.mtime.toISOString() }];
  }
  return [];
}
