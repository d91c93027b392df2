import type { Tournament } from '../statistics/tournament.js';

const COLUMNS = [
  ...['match', 'seed', 'status', 'checkpoint', 'contestant', 'place', 'nation', 'turn', 'alive', 'score'],
  ...['cities', 'techs', 'winner', 'tokens', 'cost_usd', 'hash'],
] as const;

/** What each contestant of each match had at each checkpoint, as comma-separated values (RFC 4180). */
export function standingsCsv({ matches }: Tournament): string {
  const lines = matches.flatMap(({ match, seed, status, players, hash }) =>
    players.flatMap(({ contestant, player, nation, standings, isWinner }) =>
      Object.entries(standings).map(
        ([checkpoint, { turn, alive, score, cities, techs, tokens, costUsd }]) => [
          ...[match, seed, status, checkpoint, contestant, player, nation, turn, alive, score],
          ...[cities, techs, isWinner, tokens, costUsd, hash],
        ],
      ),
    ),
  );
  return [COLUMNS, ...lines].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

/** A name may begin like a formula of a spreadsheet: a quote in front keeps it text. */
function cell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
