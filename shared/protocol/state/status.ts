import { z } from 'zod';
import { errorCodeSchema, missingPartSchema, waitingForSchema } from '../agent-answers.js';
import { headerShape } from './header.js';

const gameId = z.string().describe('The game');
const turn = z.int().describe('Turn number');
const turnDone = z
  .boolean()
  .optional()
  .describe('Whether this seat has ended that turn: what became of an end_turn that was answered as unknown');
const incomplete = z.literal(true).optional().describe('The game was restored without what `missing` lists');
const missing = z.array(missingPartSchema).optional().describe('What agents did that was lost');
/** `data` of status: news of the seat and its game. */
export const statusSchema = z.discriminatedUnion('status', [
  z.strictObject({
    game_id: gameId,
    status: z
      .literal('recovering')
      .describe('The game server, or the way to it, is lost; it is being restored'),
    retry_after: z.number().optional().describe('Seconds until the next attempt'),
    note: z
      .string()
      .optional()
      .describe('What is done otherwise this time, because the game server has died of the game'),
  }),
  z.strictObject({
    game_id: gameId,
    status: z.literal('recovered').describe('The way to the game is back'),
    resync: z.boolean().describe('News were lost meanwhile: ask for a full state'),
    turn: turn.optional(),
    turn_done: turnDone,
    incomplete,
    missing,
  }),
  z.strictObject({
    game_id: gameId,
    status: z.literal('unavailable').describe('The seat could not be taken again'),
    code: errorCodeSchema.describe('Error code'),
    reason: z.string().describe('Why, in a sentence'),
  }),
  z.strictObject({
    game_id: gameId,
    status: z.literal('ready').describe('The game goes on'),
    turn: turn.optional(),
    version: headerShape.version.optional(),
    turn_done: turnDone,
    incomplete,
    missing,
  }),
  z.strictObject({
    game_id: gameId,
    status: z.literal('lost').describe('The game could not be restored'),
    reason: z.string().describe('Why, in a sentence'),
  }),
  z.strictObject({
    game_id: gameId,
    status: z.literal('paused').describe('The game waits until somebody resumes it'),
    reason: z
      .enum(['operator', 'absence', 'time_up'])
      .describe('By request; no agent is there; or the time of a seat was up whose turn_policy is pause'),
  }),
  z.strictObject({
    game_id: gameId,
    status: z.literal('waiting').describe('This seat has ended its turn; the turn waits for others'),
    turn,
    waiting_for: z.array(waitingForSchema).describe('The players that have not ended the turn'),
  }),
  z.strictObject({
    game_id: gameId,
    status: z.literal('seat_entered').describe('Somebody else has entered this seat'),
    by: z
      .enum(['login', 'request'])
      .describe('login: another session of the agent; request: over HTTP, without a session of its own'),
  }),
  z.strictObject({ game_id: gameId, status: z.literal('deleted').describe('The game was deleted') }),
  z.strictObject({
    game_id: gameId,
    status: z.literal('gap').describe('Pushes were skipped, because they were not read in time'),
    from_seq: z.int().describe('The first of them'),
    to_seq: z.int().describe('The last of them'),
    resync: z.literal(true).describe('A full state tells what they would have told'),
  }),
]);
