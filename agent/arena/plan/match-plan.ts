import { z } from 'zod';
import type { Immutable } from '#shared/protocol/state/common.js';
import { contestantOf } from './contestant.js';

/** What all matches of an arena have in common. */
export const arenaOptionsSchema = z.strictObject({
  players: z.array(z.string()).min(2).max(30).describe('The contestants'),
  perGame: z.int().min(2).max(30).describe('Contestants in one game'),
  seeds: z.array(z.int().nonnegative()).min(1).describe('Of map and chance; each is played from all places'),
  games: z.int().positive().nullable().describe('At most so many games; null for all'),
  turns: z.int().positive().describe('The last turn'),
  config: z.record(z.string(), z.unknown()).describe('Further fields of game_config'),
});

/** What all matches of an arena have in common. */
export type ArenaOptions = Immutable<z.infer<typeof arenaOptionsSchema>>;
/** One game of contestants against each other. What it says decides how it is played. */
export interface GameMatch {
  readonly kind: 'game';
  /** Its name, which is its game_id too. */
  readonly id: string;
  readonly seed: number;
  /** The contestants in the order of player numbers. */
  readonly lineup: readonly string[];
  /** The last turn. */
  readonly turns: number;
  /** Further fields of game_config. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** A match as data. Further kinds of matches are further members. */
export type MatchPlan = GameMatch;

/**
 * The matches of an arena. On each seed every contestant has each place once. Where more are to play than have room in a
 * game, seeds take turns with those who play.
 */
export function planMatches(options: ArenaOptions): readonly MatchPlan[] {
  const { players, perGame, seeds, games, turns, config } = options;
  const places = Math.min(perGame, players.length);
  const rounds = seeds.flatMap((seed, index) => {
    const chosen = Array.from({ length: places }, (_, at) => rotated(players, index * places)[at] ?? '');
    return chosen.map((_, rotation) => ({ seed, rotation, lineup: rotated(chosen, rotation) }));
  });
  return rounds
    .filter(({ lineup }) => lineup.some((name) => contestantOf(name).kind !== 'ai'))
    .slice(0, games ?? rounds.length)
    .map(({ seed, rotation, lineup }) => ({
      kind: 'game',
      id: `s${seed}-${rotation + 1}`,
      ...{ seed, lineup, turns, config },
    }));
}

/** Whether the same match has the same result again: bots and AIs decide alike, models do not. */
export function isRepeatable({ lineup }: MatchPlan): boolean {
  return lineup.every((name) => contestantOf(name).kind !== 'model');
}

function rotated<T>(list: readonly T[], by: number): readonly T[] {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}
