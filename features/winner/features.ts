import type { PlayerScore } from '#shared/protocol/score.js';

/** The counts of a player that are compared with those of the others. */
const counts = [
  'score',
  'cities',
  'citizens',
  'techs',
  'units',
  'military_units',
  'wonders',
  'gold',
  'trade',
  'production',
  'bulbs',
  'tiles',
  'literacy',
  'culture',
  'units_killed',
  'units_lost',
] as const satisfies readonly (keyof PlayerScore)[];

/** What a player is described by, in the order of its numbers: each compares it with the mean of those alive. */
export const featureNames: readonly string[] = [...counts, 'score_share', 'score_rank', 'share_growth'];

/** How the weight of each feature changes during a game: constant, growing, or growing towards the end only. */
export const basisNames = ['always', 'later', 'at_the_end'] as const;

/** The turns over which the growth of a share is taken. */
const GROWTH_TURNS = 10;

/** A game whose end is further off than this is treated as one without an end. */
const MAX_LENGTH_TURNS = 400;
/** How long a game without an end is thought to last at least, and how many turns it always has left. */
const ASSUMED_TURNS = 200;
const ASSUMED_LEFT_TURNS = 60;

/** A turn of the ledger of scores, as far as the model reads it. */
export interface ScoredTurn {
  readonly turn: number;
  readonly players: readonly PlayerScore[];
}

/** How much of a game is over, from 0 to 1. */
export function progressOf(turn: number, endTurn: number | undefined): number {
  const isShort = endTurn !== undefined && endTurn <= MAX_LENGTH_TURNS;
  const length = isShort ? endTurn : Math.max(ASSUMED_TURNS, turn + ASSUMED_LEFT_TURNS);
  return Math.min(1, Math.max(0, turn / length));
}

/** The weights of the basis at that progress. */
export function basisAt(progress: number): readonly number[] {
  return [1, progress, 0.05 / (1.05 - progress)];
}

/** The numbers of each living player, free of scale. `before`: the players `GROWTH_TURNS` earlier, where known. */
export function featuresOf(
  alive: readonly PlayerScore[],
  before: readonly PlayerScore[] = [],
): readonly number[][] {
  const shares = scoreShares(alive);
  const earlier = scoreShares(before.filter(({ is_alive }) => is_alive));
  const means = new Map(counts.map((count) => [count, mean(alive.map((player) => countOf(player, count)))]));
  return alive.map((player) => {
    const share = shares.get(player.player) ?? 0;
    const growth = earlier.size === 0 ? 0 : share - (earlier.get(player.player) ?? 0);
    return [
      ...counts.map((count) => logRatio(countOf(player, count), means.get(count) ?? 0)),
      share * alive.length - 1,
      rankOf(player, alive),
      growth * alive.length,
    ];
  });
}

/** The players as they were `GROWTH_TURNS` before that turn; none where that is not known. */
export function playersBefore(turns: readonly ScoredTurn[], index: number): readonly PlayerScore[] {
  const wanted = (turns[index]?.turn ?? 0) - GROWTH_TURNS;
  return turns.findLast(({ turn }, at) => at < index && turn <= wanted)?.players ?? [];
}

/** The share of each player in the sum of scores; equal shares while all scores are 0. */
export function scoreShares(players: readonly PlayerScore[]): ReadonlyMap<number, number> {
  const total = players.reduce((sum, player) => sum + Math.max(0, player.score), 0);
  return new Map(
    players.map(({ player, score }) => [player, total > 0 ? Math.max(0, score) / total : 1 / players.length]),
  );
}

function countOf(player: PlayerScore, count: (typeof counts)[number]): number {
  return Math.max(0, player[count]);
}

/** The logarithm of a value over the mean; small values are drawn to it, so that 0 has one too. */
function logRatio(value: number, average: number): number {
  const softener = 1 + average / 4;
  return Math.log((value + softener) / (average + softener));
}

/** From -1 for the last to 1 for the best by score; equal scores share their places. */
function rankOf({ score }: PlayerScore, alive: readonly PlayerScore[]): number {
  if (alive.length < 2) return 0;
  const better = alive.filter((other) => other.score > score).length;
  const worse = alive.filter((other) => other.score < score).length;
  return (worse - better) / (alive.length - 1);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
