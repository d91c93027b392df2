import { type GameScore, turnPlayerSchema } from './messages/score.js';

const columns = turnPlayerSchema.keyof().options;

/** The scores as comma-separated values (RFC 4180): a header, then a line for each player of each turn. */
export function scoreCsv({ turns }: GameScore): string {
  const lines = turns.flatMap(({ turn, players }) =>
    players.map((player) => [turn, ...columns.map((column) => player[column])]),
  );
  return [['turn', ...columns], ...lines].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

/** A name may begin like a formula of a spreadsheet: a quote in front keeps it text. */
function cell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
