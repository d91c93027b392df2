import type { Tournament } from '../statistics/tournament.js';
import { csvLines } from './csv.js';

const COLUMNS = [
  ...['match', 'seed', 'status', 'checkpoint', 'contestant', 'place', 'nation', 'turn', 'alive', 'score'],
  ...['cities', 'techs', 'winner', 'tokens', 'cost_usd', 'hash'],
  ...['scenario', 'difficulty', 'task_score'],
] as const;

/** What each contestant of each match had at each checkpoint, as comma-separated values. */
export function standingsCsv({ matches }: Tournament): string {
  const lines = matches.flatMap(({ match, seed, status, players, hash, scenario }) =>
    players.flatMap(({ contestant, player, nation, standings, isWinner }) =>
      Object.entries(standings).map(
        ([checkpoint, { turn, alive, score, cities, techs, tokens, costUsd }]) => [
          ...[match, seed, status, checkpoint, contestant, player, nation, turn, alive, score],
          ...[cities, techs, isWinner, tokens, costUsd, hash],
          ...[scenario?.name ?? null, scenario?.difficulty ?? null, scenario?.score ?? null],
        ],
      ),
    ),
  );
  return csvLines([COLUMNS, ...lines]);
}
