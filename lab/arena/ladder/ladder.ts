import { z } from 'zod';
import type { Tournament } from '../statistics/tournament.js';
import ownLadder from './ladder.json' with { type: 'json' };

const ladderSchema = z.strictObject({
  /** Points of the server's AIs at the end of a game, by contestant. */
  ratings: z.record(z.string(), z.number()),
});

/** The ratings of the server's AIs among these players, which stay as they were measured; for all others there are games. */
export function fixedRatings(players: readonly string[]): ReadonlyMap<string, number> {
  const { ratings } = ladderSchema.parse(ownLadder);
  return new Map(Object.entries(ratings).filter(([player]) => players.includes(player)));
}

/** Where the ratings are kept, from the root of the repository. */
export const LADDER_FILE = 'lab/arena/ladder/ladder.json';

/** The ladder as a tournament has measured it: content of LADDER_FILE. */
export function ladderJson({ checkpoints }: Tournament): string {
  const rated = checkpoints.at(-1)?.ratings ?? [];
  const ais = rated.filter(({ player }) => player.startsWith('ai:'));
  const ratings = Object.fromEntries(ais.map(({ player, points }) => [player, Math.round(points)]));
  return `${JSON.stringify({ ratings }, null, 2)}\n`;
}
