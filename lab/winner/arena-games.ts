import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gameConfigSchema } from '../../shared/protocol/game-config.js';
import { gameScoreSchema } from '../../shared/protocol/score.js';
import { readManifest } from '../arena/arena.js';
import { readResults } from '../arena/play/match-log.js';
import type { PlayedGame } from './play-games.js';

/** The games of an arena as the model learns from them: bots play in them. Scenarios and matches that are not valid are left out. */
export async function arenaGames(folder: string): Promise<readonly PlayedGame[]> {
  const manifest = await readManifest(join(folder, 'manifest.json'));
  if (!manifest.ok) throw new Error(manifest.failure);
  const { options, made_with: made } = manifest.value;
  const results = await readResults(join(folder, 'matches.jsonl'));
  const ruleset = gameConfigSchema.shape.ruleset.parse(options.config.ruleset);
  const games = results.filter(({ status, scenario }) => status === 'valid' && scenario === null);
  return Promise.all(
    games
      .sort((a, b) => compare(a.match, b.match))
      .map(async ({ match, seed, turns: endTurn }) => {
        const { turns } = gameScoreSchema.parse(await jsonOf(join(folder, 'scores', `${match}.json`)));
        return { seed, ruleset, end_turn: endTurn, server: made.server ?? 'unknown', turns };
      }),
  );
}

async function jsonOf(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}
