import type { Difficulty } from '#shared/protocol/scenario.js';
import type { ScenarioChoice } from '../plan/scenario-choice.js';
import { END, type MatchResult } from '../play/match-result.js';
import { type Estimate, estimate } from './estimate.js';
import { groupBy } from './group-by.js';

/** How a contestant did in a scenario at a difficulty. */
interface ScenarioFigures {
  readonly contestant: string;
  readonly scenario: string;
  readonly difficulty: Difficulty;
  /** Games that count. */
  readonly games: number;
  /** Of these, those that scored 1. */
  readonly solved: number;
  /** The mean over seeds, from 0 to 1. */
  readonly score: Estimate;
  /** Tokens of a game; undefined for a player without a model. */
  readonly tokens: Estimate | undefined;
  /** US dollars of a game; undefined where no price is known. */
  readonly costUsd: Estimate | undefined;
}

/** How a contestant did in all scenarios at a difficulty: the mean over seeds of the means over scenarios. */
interface DifficultyFigures {
  readonly contestant: string;
  readonly difficulty: Difficulty;
  readonly score: Estimate;
}

/** The scores of an arena of scenarios. */
export interface ScenarioTable {
  readonly difficulties: readonly Difficulty[];
  /** By name. */
  readonly scenarios: readonly string[];
  readonly figures: readonly ScenarioFigures[];
  readonly overall: readonly DifficultyFigures[];
}

/** Counts the games of scenarios; only valid ones count. */
export function scenarioTable(
  { scenarios, difficulties }: ScenarioChoice,
  contestants: readonly string[],
  matches: readonly MatchResult[],
): ScenarioTable {
  const valid = matches.filter(({ status }) => status === 'valid');
  const of = (contestant: string, difficulty: Difficulty, name?: string) =>
    valid.filter(
      ({ scenario, players }) =>
        players[0]?.contestant === contestant &&
        scenario?.difficulty === difficulty &&
        (name === undefined || scenario.name === name),
    );
  const names = scenarios.map(({ name }) => name).toSorted();
  const all = difficulties.flatMap((difficulty) =>
    contestants.map((contestant) => ({ contestant, difficulty })),
  );
  return {
    difficulties,
    scenarios: names,
    figures: all.flatMap(({ contestant, difficulty }) =>
      names.flatMap((scenario) => {
        const figures = figuresOf(of(contestant, difficulty, scenario));
        return figures === undefined ? [] : [{ contestant, scenario, difficulty, ...figures }];
      }),
    ),
    overall: all.flatMap(({ contestant, difficulty }) => {
      const score = overSeeds(of(contestant, difficulty), scoreOf);
      return score === undefined ? [] : [{ contestant, difficulty, score }];
    }),
  };
}

function figuresOf(
  games: readonly MatchResult[],
): Omit<ScenarioFigures, 'contestant' | 'scenario' | 'difficulty'> | undefined {
  const score = overSeeds(games, scoreOf);
  if (score === undefined) return undefined;
  return {
    games: games.length,
    solved: games.filter((game) => scoreOf(game) === 1).length,
    score,
    tokens: overSeeds(games, (game) => used(game, 'tokens')),
    costUsd: overSeeds(games, (game) => used(game, 'costUsd')),
  };
}

function scoreOf({ scenario }: MatchResult): number {
  return scenario?.score ?? 0;
}

/** What all seats of a game used; null where that is not known. */
function used({ players }: MatchResult, figure: 'tokens' | 'costUsd'): number | null {
  const values = players.map(({ standings }) => standings[END]?.[figure] ?? null);
  return values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0,
  );
}

function overSeeds(
  games: readonly MatchResult[],
  figure: (game: MatchResult) => number | null,
): Estimate | undefined {
  const known = games.flatMap((game) => {
    const value = figure(game);
    return value === null ? [] : [{ seed: game.seed, value }];
  });
  if (known.length === 0) return undefined;
  const groups = [...groupBy(known, ({ seed }) => seed).values()];
  return estimate(groups.map((group) => group.reduce((sum, { value }) => sum + value, 0) / group.length));
}
