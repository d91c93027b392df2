import { cp, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, parseJson } from '#shared/core/json.js';

const POLL_MS = 100;
const MAX_MANIFEST_MS = 10_000;
/** What a game that is over is played again from, on another machine too. */
const PARTS = ['manifest.json', 'game.json', 'ledger.jsonl', 'journal', 'ruleset'] as const;

/**
 * Copies what an ended game of this machine is verified by into a folder: its manifest, its journals, a generated ruleset, and its
 * saves only where a later server process began with one. Does nothing for a game that is elsewhere.
 */
export async function keepGame(game: string, kept: string): Promise<void> {
  const manifest = join(game, 'manifest.json');
  const deadline = performance.now() + MAX_MANIFEST_MS;
  if (!(await exists(game))) return;
  // The manifest is written as the game ends.
  while (!(await exists(manifest)) && performance.now() < deadline) await sleep(POLL_MS);
  const written = parseJson(await readFile(manifest, 'utf8').catch(() => ''));
  const lives = isJsonObject(written) && Array.isArray(written.lives) ? written.lives : [];
  const parts = lives.some((life) => life !== null) ? [...PARTS, 'saves'] : PARTS;
  for (const part of parts)
    if (await exists(join(game, part))) await cp(join(game, part), join(kept, part), { recursive: true });
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
