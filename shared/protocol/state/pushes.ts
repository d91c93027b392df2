import { z } from 'zod';
import { turnMarkSchema } from '../agent-answers.js';
import { operatorMessageSchema } from '../chat.js';
import type { pushTypes } from '../envelope.js';
import { eventDataSchema } from '../event.js';
import { gameEndSchema } from '../game-summary.js';
import type { Immutable } from './common.js';
import { turnDigestSchema } from './digest.js';
import { headerShape } from './header.js';
import { noteSchema } from './notes.js';
import { statusSchema } from './status.js';

const gameId = z.string().describe('The game');
const turn = z.int().describe('Turn number');
const activePlayer = z
  .int()
  .nullable()
  .describe("This seat's own player, as all move at the same time; null once it is dead");

const notesDue = z.array(noteSchema).describe("The agent's own notes whose turn has come");

const turnStartSchema = z.strictObject({
  turn,
  phase: z.literal('movement').describe('The player may act'),
  time_limit: z.number().describe('Seconds that the turn may take; 0 without a limit'),
  active_player: activePlayer,
  version: headerShape.version,
  digest: z
    .strictObject({ ...turnDigestSchema.shape, notes_due: notesDue })
    .optional()
    .describe(
      'What the agent should know now; absent while an end_turn with `until` or `state` waits: its answer says it',
    ),
  notes_due: notesDue.optional().describe('Notes whose turn has come, where there is no digest'),
});

const turnSummarySchema = z.strictObject({
  actions_taken: z.int().describe('Actions of this seat that were applied'),
  units_moved: z.int().describe('How many of them moved a unit'),
});

const turnPlayerSchema = z.strictObject({
  agent_id: z.string().describe('The agent'),
  player_id: z.int().describe('Its player'),
  how: z
    .enum(['ended', 'timed_out', 'disconnected'])
    .describe('ended: by the agent; timed_out: its time was up; disconnected: it was not there'),
  mark: turnMarkSchema.describe('Whether the turn was played'),
});

const turnEndSchema = z.strictObject({
  turn: turn.describe('The turn that has ended'),
  next_player: activePlayer,
  turn_summary: turnSummarySchema.describe('What this seat did in it'),
  players: z.array(turnPlayerSchema).describe('How the turn of each agent ended'),
});

/** `data` of game_ready: the first turn of the seat has begun. */
const gameReadySchema = z.strictObject({
  game_id: gameId,
  turn: turn.optional(),
  player_id: z.int().optional().describe("The seat's player number"),
});

const gameEndedSchema = z.strictObject({
  game_id: gameId,
  ...gameEndSchema.exactPartial({ reason: true, turn: true, winners: true, report: true }).shape,
  winner: z.string().nullable().optional().describe('The first of the winners; null without a winner'),
});

const chatMessageSchema = z.strictObject({
  text: z.string().describe('What was said, with the name of the speaker as the server gives it'),
  turn,
  player_id: z
    .int()
    .optional()
    .describe('The player who says it; absent for the server, and where that is not known'),
  nation: z.string().optional().describe('The nation of that player'),
});

/** `data` of each push to agents, by its type. */
export const pushSchemas = {
  turn_start: turnStartSchema,
  turn_end: turnEndSchema,
  game_ready: gameReadySchema,
  game_ended: gameEndedSchema,
  event: eventDataSchema,
  chat_message: chatMessageSchema,
  status: statusSchema,
  operator_message: operatorMessageSchema,
} as const satisfies Readonly<Record<(typeof pushTypes)[number], z.ZodType>>;

/** Types of pushes to agents. */
export type AgentPushType = keyof typeof pushSchemas;
/** `data` of a push to agents. */
export type PushData<T extends AgentPushType> = Immutable<z.infer<(typeof pushSchemas)[T]>>;
/** A push to agents: its type and data. */
export type AgentPush = {
  [T in AgentPushType]: { readonly type: T; readonly data: PushData<T> };
}[AgentPushType];
