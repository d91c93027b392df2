import { PROCESS_METRICS } from '#shared/protocol/process-definitions.js';
import { csvLines } from '#shared/protocol/score.js';
import { END } from '../play/match-result.js';
import { shareInterval } from '../statistics/estimate.js';
import type { ScenarioTable } from '../statistics/scenario-table.js';
import type { Tournament } from '../statistics/tournament.js';

const STANDINGS_COLUMNS = [
  ...['match', 'seed', 'status', 'checkpoint', 'contestant', 'place', 'nation', 'turn', 'alive', 'score'],
  ...['cities', 'techs', 'winner', 'tokens', 'cost_usd', 'hash'],
  ...['scenario', 'difficulty', 'task_score'],
  ...PROCESS_METRICS,
] as const;

/** What each contestant of each match had at each checkpoint, as comma-separated values; how it played at the end. */
export function standingsCsv({ matches }: Tournament): string {
  const lines = matches.flatMap(({ match, seed, status, players, hash, scenario }) =>
    players.flatMap(({ contestant, player, nation, standings, isWinner, process }) =>
      Object.entries(standings).map(
        ([checkpoint, { turn, alive, score, cities, techs, tokens, costUsd }]) => [
          ...[match, seed, status, checkpoint, contestant, player, nation, turn, alive, score],
          ...[cities, techs, isWinner, tokens, costUsd, hash],
          ...[scenario?.name ?? null, scenario?.difficulty ?? null, scenario?.score ?? null],
          ...PROCESS_METRICS.map((metric) => (checkpoint === END ? (process?.[metric] ?? null) : null)),
        ],
      ),
    ),
  );
  return csvLines([STANDINGS_COLUMNS, ...lines]);
}

const SCENARIO_COLUMNS = [
  ...['player', 'scenario', 'difficulty', 'games', 'solved', 'score', 'low', 'high', 'tokens', 'cost_usd'],
] as const;

/** The table of scores, a line for each player, scenario and difficulty; `low` and `high` are the ends of the 95 per cent interval. */
export function scenariosCsv({ figures }: ScenarioTable): string {
  const lines = figures.map(({ contestant, scenario, difficulty, games, solved, score, tokens, costUsd }) => [
    ...[contestant, scenario, difficulty, games, solved, score.mean],
    ...(shareInterval(score) ?? [null, null]),
    ...[tokens?.mean ?? null, costUsd?.mean ?? null],
  ]);
  return csvLines([SCENARIO_COLUMNS, ...lines]);
}
