import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { manifestSchema } from '../../agent/arena/plan/manifest.js';
import { matchResultSchema } from '../../agent/arena/play/match-result.js';
import { gameConfigSchema } from '../../shared/protocol/game-config.js';
import { gameScoreSchema } from '../../shared/protocol/score.js';
import type { PlayedGame } from './play-games.js';

/** The games of an arena as the model learns from them: bots play in them. Matches that are not valid are left out. */
export async function arenaGames(folder: string): Promise<readonly PlayedGame[]> {
  const { options, made_with: made } = manifestSchema.parse(await jsonOf(join(folder, 'manifest.json')));
  const lines = (await readFile(join(folder, 'matches.jsonl'), 'utf8')).split('\n');
  const results = lines.flatMap((line) => (line === '' ? [] : matchResultSchema.parse(JSON.parse(line))));
  const ruleset = gameConfigSchema.shape.ruleset.parse(options.config.ruleset);
  const valid = results.filter(({ status }) => status === 'valid').sort((a, b) => compare(a.match, b.match));
  return Promise.all(
    valid.map(async ({ match, seed, turns: endTurn }) => {
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
