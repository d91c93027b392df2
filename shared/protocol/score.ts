import { z } from 'zod';
import { turnMarkSchema } from './agent-answers.js';

const count = z.int();

/** What the game server counts for one player as a turn begins, after the AIs have moved and before agents do. */
export const playerScoreSchema = z.strictObject({
  /** Player number. */
  player: z.int().nonnegative(),
  name: z.string(),
  nation: z.string(),
  is_ai: z.boolean(),
  is_alive: z.boolean(),
  score: count,
  cities: count,
  citizens: count,
  /** Each technology beyond the tree counts as two and a half. */
  techs: count,
  units: count,
  military_units: count,
  wonders: count,
  gold: count,
  government: z.string(),
  /** Rates in per cent. */
  tax: count,
  luxury: count,
  science: count,
  /** Of all cities in a turn: trade, shields and bulbs. */
  trade: count,
  production: count,
  bulbs: count,
  /** Tiles within the borders, and the land that is worked or held by units. */
  tiles: count,
  worked_tiles: count,
  /** Per cent of the citizens. */
  literacy: count,
  pollution: count,
  culture: count,
  units_built: count,
  units_killed: count,
  units_lost: count,
});

/** A player in a turn: what it had as the turn began, and how the turn ended. */
const turnPlayerSchema = playerScoreSchema.extend({
  /** Null for players without an agent, for a turn that has not ended, and for one of which nobody wrote it down. */
  turn_mark: turnMarkSchema.nullable(),
});

const turnScoreSchema = z.strictObject({
  turn: z.int().nonnegative(),
  /** The game ended with this one. */
  is_final: z.boolean(),
  players: z.array(turnPlayerSchema),
});

/** Every turn whose beginning is known, in order, each once. */
export const gameScoreSchema = z.strictObject({ game_id: z.string(), turns: z.array(turnScoreSchema) });

/** What a player had as a turn began. */
export type PlayerScore = z.infer<typeof playerScoreSchema>;
/** The scores of a game, turn by turn. */
export type GameScore = z.infer<typeof gameScoreSchema>;

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
