import { z } from 'zod';
import { turnMarkSchema } from './agent-answers.js';
import { generatedRulesetSchema } from './generated-ruleset.js';
import { processMetricsSchema } from './process-metrics.js';

const count = z.int();

/** What the game server counts for one player as a turn begins, after the AIs have moved and before agents do. */
export const playerScoreSchema = z.strictObject({
  player: z.int().nonnegative().describe('Player number'),
  name: z.string().describe('Name of its leader'),
  nation: z.string().describe('Nation as an adjective'),
  is_ai: z.boolean().describe("Whether the server's own AI plays it"),
  is_alive: z.boolean().describe('False once it is destroyed'),
  score: count.describe('Score'),
  cities: count.describe('Number of its cities'),
  citizens: count.describe('Number of its citizens'),
  techs: count.describe('Number of its technologies; each beyond the tree counts as two and a half'),
  units: count.describe('Number of its units'),
  military_units: count.describe('Number of its military units'),
  wonders: count.describe('Number of its wonders'),
  gold: count.describe('Gold'),
  government: z.string().describe('Form of government'),
  tax: count.describe('Tax rate in per cent'),
  luxury: count.describe('Luxury rate in per cent'),
  science: count.describe('Science rate in per cent'),
  trade: count.describe('Trade points of all its cities in a turn'),
  production: count.describe('Shields (production points) of all its cities in a turn'),
  bulbs: count.describe('Bulbs (research points) of all its cities in a turn'),
  tiles: count.describe('Tiles within its borders'),
  worked_tiles: count.describe('Tiles that its cities work or its units hold'),
  literacy: count.describe('Per cent of its citizens that can read'),
  pollution: count.describe('Pollution of all its cities'),
  culture: count.describe('Culture points'),
  units_built: count.describe('Units built so far'),
  units_killed: count.describe('Units of others killed so far'),
  units_lost: count.describe('Units lost so far'),
});

const turnPlayerSchema = playerScoreSchema.extend({
  turn_mark: turnMarkSchema
    .nullable()
    .describe(
      'How its turn ended; null for a player without an agent, for a turn that has not ended, and where it was not recorded',
    ),
});

const turnScoreSchema = z.strictObject({
  turn: z.int().nonnegative().describe('Turn number'),
  is_final: z.boolean().describe('Whether the game ended with this turn'),
  players: z.array(turnPlayerSchema).describe('All players'),
});

/** The scores of a game: each turn whose beginning is known, in order. */
export const gameScoreSchema = z.strictObject({
  game_id: z.string().describe('The game'),
  turns: z.array(turnScoreSchema).describe('Each turn whose beginning is known, in order'),
  process: z
    .array(processMetricsSchema.extend({ player: count.describe('Player number') }))
    .optional()
    .describe(
      'How the player of each agent is played; absent for callers without a token that may watch, and while turns are hidden by a delay',
    ),
  generated_ruleset: generatedRulesetSchema
    .optional()
    .describe('The generated ruleset; absent for an ordinary one'),
});

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
  return csvLines([['turn', ...columns], ...lines]);
}

/** What a cell of a table holds; null leaves it empty. */
export type CsvCell = string | number | boolean | null;

/** Lines of comma-separated values (RFC 4180), each ended by CR LF. */
export function csvLines(lines: readonly (readonly CsvCell[])[]): string {
  return lines.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');
}

/** A name may begin like a formula of a spreadsheet: a quote in front keeps it text. */
function cellText(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
