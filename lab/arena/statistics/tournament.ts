import { PROCESS_METRICS, type ProcessMetric } from '#shared/protocol/process-definitions.js';
import type { ArenaManifest } from '../plan/manifest.js';
import { type CheckpointStanding, checkpointsOf, END, type MatchResult } from '../play/match-result.js';
import { comparisonsAt, countedAt, outcomeOf } from './comparisons.js';
import { type Estimate, estimate } from './estimate.js';
import { groupBy } from './group-by.js';
import {
  type RatedPlayer,
  type RatingErrors,
  ratingErrors,
  ratingsWithIntervals,
} from './rating-intervals.js';
import { type ScenarioTable, scenarioTable } from './scenario-table.js';

/** Games of one player against another. */
interface HeadToHead {
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

/** What a contestant had at a checkpoint: means over seeds, each the mean of its games, with 95 per cent intervals. */
interface ContestantFigures {
  readonly contestant: string;
  readonly games: number;
  readonly score: Estimate;
  readonly cities: Estimate;
  readonly techs: Estimate;
  /** The share of games in which it was alive. */
  readonly survival: number;
  /** Undefined for a player without a model. */
  readonly tokens: Estimate | undefined;
  /** US dollars; undefined where no price is known. */
  readonly costUsd: Estimate | undefined;
}

/** How a contestant played in its games. */
interface ProcessFigures {
  readonly contestant: string;
  readonly games: number;
  /** Of each metric the mean over seeds, with its 95 per cent interval. */
  readonly means: Readonly<{ [metric in ProcessMetric]?: Estimate | undefined }>;
}

/** All that is known at one checkpoint. */
export interface CheckpointFigures {
  /** A turn as text, or `end`. */
  readonly checkpoint: string;
  readonly games: number;
  /** The best first. */
  readonly ratings: readonly RatedPlayer[];
  readonly figures: readonly ContestantFigures[];
  /** By contestant, then by opponent. */
  readonly records: Readonly<{ [contestant: string]: Readonly<{ [opponent: string]: HeadToHead }> }>;
}

/** A tournament in figures. */
export interface Tournament {
  readonly manifest: ArenaManifest;
  readonly contestants: readonly string[];
  /** Of each checkpoint that a match came to; the end is the last. */
  readonly checkpoints: readonly CheckpointFigures[];
  /** How the errors of the ratings at the end shrink with the games; empty where there is one seed. */
  readonly errors: readonly RatingErrors[];
  /** How those played who have a seat, in games that came to their end. */
  readonly process: readonly ProcessFigures[];
  /** Undefined where no scenarios were played. */
  readonly scenarios: ScenarioTable | undefined;
  /** Ratings that were fixed beforehand. */
  readonly fixed: readonly string[];
  readonly matches: readonly MatchResult[];
}

/** Counts a tournament; ratings in `fixed` stay. */
export function tournamentOf(
  manifest: ArenaManifest,
  results: readonly MatchResult[],
  fixed: ReadonlyMap<string, number>,
): Tournament {
  const matches = results.toSorted((a, b) => a.match.localeCompare(b.match, 'en', { numeric: true }));
  const { players: contestants, scenarios } = manifest.options;
  const games = scenarios === null ? matches : [];
  const checkpoints = checkpointsOf(manifest.options.turns).map((checkpoint) => {
    const counted = countedAt(games, checkpoint);
    return {
      checkpoint,
      games: counted.length,
      ratings: ratingsWithIntervals(comparisonsAt(games, checkpoint), { fixed }),
      figures: contestants.flatMap((contestant) => figuresOf(contestant, counted, checkpoint)),
      records: Object.fromEntries(
        contestants.map((contestant) => [contestant, recordsOf(contestant, counted, checkpoint)]),
      ),
    };
  });
  return {
    manifest,
    contestants,
    checkpoints: checkpoints.filter(({ games }) => games > 0),
    errors: ratingErrors(games, END, fixed),
    process: contestants
      .map((contestant) => processFigures(contestant, countedAt(matches, END)))
      .filter((figures) => figures.games > 0),
    scenarios: scenarios === null ? undefined : scenarioTable(scenarios, contestants, matches),
    fixed: contestants.filter((contestant) => fixed.has(contestant)),
    matches,
  };
}

interface Seen {
  readonly seed: number;
  readonly standing: CheckpointStanding;
}

function figuresOf(
  contestant: string,
  counted: readonly MatchResult[],
  checkpoint: string,
): readonly ContestantFigures[] {
  const seen = counted.flatMap(({ seed, players }) =>
    players.flatMap((one): Seen[] => {
      const standing = one.contestant === contestant ? one.standings[checkpoint] : undefined;
      return standing === undefined ? [] : [{ seed, standing }];
    }),
  );
  if (seen.length === 0) return [];
  return [
    {
      contestant,
      games: seen.length,
      score: overSeeds(seen, ({ standing }) => standing.score) ?? estimate([0]),
      cities: overSeeds(seen, ({ standing }) => standing.cities) ?? estimate([0]),
      techs: overSeeds(seen, ({ standing }) => standing.techs) ?? estimate([0]),
      survival: seen.filter(({ standing }) => standing.alive).length / seen.length,
      tokens: overSeeds(seen, ({ standing }) => standing.tokens),
      costUsd: overSeeds(seen, ({ standing }) => standing.costUsd),
    },
  ];
}

/** How a contestant played: of each metric the mean over seeds; undefined where it is not known. */
function processFigures(contestant: string, games: readonly MatchResult[]): ProcessFigures {
  const played = games.flatMap(({ seed, players }) =>
    players.flatMap((one) =>
      one.contestant === contestant && one.process ? [{ seed, process: one.process }] : [],
    ),
  );
  const means = PROCESS_METRICS.map(
    (metric) => [metric, overSeeds(played, ({ process }) => process[metric])] as const,
  );
  return { contestant, games: played.length, means: Object.fromEntries(means) };
}

/** The mean over seeds of the known values; games on one map are not independent samples. */
function overSeeds<T extends { readonly seed: number }>(
  seen: readonly T[],
  figure: (one: T) => number | null,
): Estimate | undefined {
  const known = seen.flatMap((one) => {
    const value = figure(one);
    return value === null ? [] : [{ seed: one.seed, value }];
  });
  if (known.length === 0) return undefined;
  const groups = [...groupBy(known, ({ seed }) => seed).values()];
  return estimate(groups.map((group) => group.reduce((sum, { value }) => sum + value, 0) / group.length));
}

function recordsOf(
  contestant: string,
  counted: readonly MatchResult[],
  checkpoint: string,
): Readonly<{ [opponent: string]: HeadToHead }> {
  const records: { [opponent: string]: HeadToHead } = {};
  for (const { players } of counted) {
    const own = players.find((one) => one.contestant === contestant);
    for (const other of players) {
      if (own === undefined || other === own) continue;
      const { wins, draws, losses } = records[other.contestant] ?? { wins: 0, draws: 0, losses: 0 };
      const outcome = outcomeOf(own, other, checkpoint);
      records[other.contestant] = {
        wins: wins + Number(outcome === 1),
        draws: draws + Number(outcome === 0.5),
        losses: losses + Number(outcome === 0),
      };
    }
  }
  return records;
}
