import { z } from 'zod';
import { presenceSchema, waitingForSchema } from './agent-answers.js';
import { gameConfigSchema } from './game-config.js';
import { generatedRulesetSchema } from './generated-ruleset.js';
import { playerKindSchema } from './player-kind.js';
import { remoteSeatViewSchema } from './remote-seats.js';
import { scenarioResultSchema } from './scenario.js';
import { seatRunSchema } from './usage.js';

/** Where a game stands. */
const gameStates = [
  'created',
  'lobby',
  'starting',
  'running',
  'paused',
  'recovering',
  'idle',
  'ended',
  'archived',
  'lost',
  'deleted',
] as const;

/** A player as everybody may know it. */
export const gamePlayerSchema = z.object({
  player_id: z.int().describe('Player number'),
  name: z.string().describe('Name of its leader'),
  nation: z.string().describe('Nation as an adjective'),
  color: z.string().nullable().describe('Its colour as #rrggbb; null before the game begins'),
  is_ai: z.boolean().describe("Whether the server's own AI plays it"),
});

const rankSchema = z.object({
  player_id: z.int().describe('Player number'),
  name: z.string().describe('Name of its leader'),
  score: z.int().describe('Score at the end'),
  winner: z.boolean().describe('Whether it won'),
  categories: z.record(z.string(), z.int()).describe('What the server counts, by the name of the category'),
});

/** How a game ended. */
export const gameEndSchema = z.object({
  reason: z
    .enum(['victory', 'defeat', 'end_turn', 'scenario', 'admin', 'not_begun', 'server_died'])
    .describe(
      'victory: somebody won; defeat: no agent is left to play; end_turn: the last turn is over; scenario: its goals are reached; admin: by request; not_begun: ended before it had begun; server_died: the game server died of the same turn each time, and nothing helped',
    ),
  turn: z.int().describe('The last turn that was played'),
  winners: z.array(z.string()).describe('Names of the players that won'),
  ranking: z.array(rankSchema).describe('Best first'),
  report: z.array(z.string()).describe("The server's own sentences about the end"),
  scenario: scenarioResultSchema
    .optional()
    .describe('What was reached of the scenario; absent in a game without one'),
});

/** One game in a list. */
export const gameSummarySchema = z.object({
  game_id: z.string().describe('The game'),
  state: z.enum(gameStates).describe('Phase of its life: see docs/games.md'),
  turn: z.int().nullable().describe('Turn number; null before the first turn'),
  players: z.array(gamePlayerSchema).describe('All players; empty before they are known'),
  server_version: z
    .string()
    .nullable()
    .describe('Version of the freeciv-server it is played on, such as 3.0.6; null before it has one'),
});

/** All published facts of one game. */
export const gameInfoSchema = gameSummarySchema.extend({
  created_at: z.string().describe('When it was made (ISO 8601)'),
  config: gameConfigSchema.describe('How it was made, with the defaults filled in'),
  turn_time_limit: z.number().describe('Seconds; 0 waits for everyone'),
  time_left: z.number().nullable().describe('Seconds left of the running turn; null without a limit'),
  waiting_for: z
    .array(
      waitingForSchema.extend({
        agent_id: z.string().nullable().describe('Its agent; null for a human on an ordinary client'),
      }),
    )
    .describe('The players that have not ended the running turn'),
  paused: z.enum(['operator', 'absence', 'time_up']).nullable().describe('Why it is paused, or null'),
  seats: z
    .array(
      z.object({
        agent_id: z.string().describe('The agent'),
        player_id: z.int().describe('Number of its player'),
        presence: presenceSchema.describe('connected: it has a socket; away: a session; gone: neither'),
        played_by: playerKindSchema.describe('Who plays it: a person with an ordinary client, or the agent'),
        run: seatRunSchema
          .nullable()
          .describe('What its model took, and whether it played; null for a caller who may not know it'),
      }),
    )
    .describe('The players that agents control'),
  remote_seats: z
    .array(remoteSeatViewSchema)
    .optional()
    .describe('The seats that this gateway drives for agents elsewhere; absent where it drives none'),
  join: z
    .object({
      host: z.string().describe('Host name of the game server'),
      port: z.int().describe('Its TCP port'),
    })
    .nullable()
    .describe('Where humans on ordinary clients may join; null when they may not, or no server runs'),
  ruleset_hash: z
    .string()
    .nullable()
    .describe('SHA-256 of the rules as the game server tells them; null while no agent has a seat'),
  generated_ruleset: generatedRulesetSchema
    .optional()
    .describe('The generated ruleset; absent for an ordinary one'),
  fork_of: z
    .object({
      game_id: z.string().describe('The original game'),
      turn: z.int().describe('The turn with which the fork begins'),
    })
    .nullable()
    .describe('Set for a fork; else null'),
  scenario: scenarioResultSchema
    .nullable()
    .describe('What each agent has reached of the scenario so far, or in the end; null without a scenario'),
  ended: gameEndSchema.nullable().describe('How it ended; null before that'),
  problem: z.string().nullable().describe('Why the game cannot be had, or null'),
});

/** A player as everybody may know it. */
export type GamePlayer = z.infer<typeof gamePlayerSchema>;
/** How a game ended. */
export type GameEnd = z.infer<typeof gameEndSchema>;
/** One game in a list. */
export type GameSummary = z.infer<typeof gameSummarySchema>;
/** All published facts of one game. */
export type GameInfo = z.infer<typeof gameInfoSchema>;
