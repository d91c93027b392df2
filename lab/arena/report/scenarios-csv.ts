import { shareInterval } from '../statistics/estimate.js';
import type { ScenarioTable } from '../statistics/scenario-table.js';
import { csvLines } from './csv.js';

const COLUMNS = [
  ...['player', 'scenario', 'difficulty', 'games', 'solved', 'score', 'low', 'high', 'tokens', 'cost_usd'],
] as const;

/** The table of scores, a line for each player, scenario and difficulty; `low` and `high` are the ends of the 95 per cent interval. */
export function scenariosCsv({ figures }: ScenarioTable): string {
  const lines = figures.map(({ contestant, scenario, difficulty, games, solved, score, tokens, costUsd }) => [
    ...[contestant, scenario, difficulty, games, solved, score.mean],
    ...(shareInterval(score) ?? [null, null]),
    ...[tokens?.mean ?? null, costUsd?.mean ?? null],
  ]);
  return csvLines([COLUMNS, ...lines]);
}
