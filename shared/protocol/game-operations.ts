import { z } from 'zod';
import { actionBatchDataSchema, actionDataSchema } from './actions.js';
import {
  notesDataSchema,
  rulesQueryDataSchema,
  stateQueryDataSchema,
  stopDataSchema,
} from './agent-requests.js';
import { gameIdSchema } from './envelope.js';
import { gameConfigSchema } from './game-config.js';
import { gameInfoSchema, gameSummarySchema } from './game-summary.js';
import { gameScoreSchema } from './score.js';
import { transcriptDataSchema } from './transcript.js';

interface GameRequestKind {
  readonly data: z.ZodType;
  /** Type of its answer. */
  readonly answer: string;
  /** Whether it only reads: then it may be sent again when its answer was lost. Any other may have been carried out. */
  readonly reads: boolean;
}

/**
 * What an agent may ask of its game once it has logged in. The gateway checks `data` against the schema and passes it on;
 * the proxy has a handler for each.
 */
export const gameRequests = {
  state_query: { data: stateQueryDataSchema, answer: 'state_update', reads: true },
  action: { data: actionDataSchema, answer: 'action_result', reads: false },
  action_batch: { data: actionBatchDataSchema, answer: 'action_batch_result', reads: false },
  stop: { data: stopDataSchema, answer: 'stop_result', reads: false },
  rules_query: { data: rulesQueryDataSchema, answer: 'rules_answer', reads: true },
  notes: { data: notesDataSchema, answer: 'notes', reads: false },
  transcript: { data: transcriptDataSchema, answer: 'transcript_result', reads: false },
} as const satisfies Readonly<Record<string, GameRequestKind>>;

/** The `type` of a message that an agent sends to its game. */
export type GameRequestType = keyof typeof gameRequests;

/** The data of a request as its schema types it. */
export type GameRequestData<T extends GameRequestType> = z.output<(typeof gameRequests)[T]['data']>;

/** All types of messages that agents send to their games. */
export const gameRequestTypes = Object.keys(gameRequests).filter(isGameRequestType);

/** Whether a message of that type goes to a game. */
export function isGameRequestType(type: string): type is GameRequestType {
  return Object.hasOwn(gameRequests, type);
}

const nothing = z.strictObject({});

/** How a game is made by request: any of the configuration, and an id if it matters. */
const gameCreateSchema = z.strictObject({
  ...gameConfigSchema.shape,
  /** Made up when not given. */
  game_id: gameIdSchema.optional(),
});

const saveRequestSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,40}$/, 'expected 1-40 of A-Z a-z 0-9 _ -')
    .default('manual'),
});

const gameForkSchema = z.strictObject({
  /** The fork begins as this turn began. */
  turn: z.int().min(1),
  /** The game that is made; made up when not given. */
  game_id: gameIdSchema.optional(),
  /** Agents whose players AIs play in the fork; anybody may take them over there. */
  to_ai: z.array(z.string()).default([]),
});

const saveSchema = z.object({
  name: z.string(),
  /** `turn`: taken by itself as the turn began, and what a fork begins with; `manual`: by request, in mid-turn. */
  kind: z.enum(['turn', 'manual', 'final']),
  turn: z.int(),
  bytes: z.int(),
  saved_at: z.string(),
});

interface GameOperation {
  readonly data: z.ZodType;
  readonly answer: z.ZodType;
}

/** What is asked of games as wholes, by whoever is in charge of them; each answers with its own type. */
export const gameOperations = {
  game_create: { data: gameCreateSchema, answer: gameInfoSchema },
  /** About no game: the game_id says nothing. */
  game_list: { data: nothing, answer: z.object({ games: z.array(gameSummarySchema) }) },
  game_info: { data: nothing, answer: gameInfoSchema },
  game_start: { data: nothing, answer: gameInfoSchema },
  game_pause: { data: nothing, answer: gameInfoSchema },
  game_resume: { data: nothing, answer: gameInfoSchema },
  game_end: { data: nothing, answer: gameInfoSchema },
  game_save: { data: saveRequestSchema, answer: saveSchema },
  game_saves: { data: nothing, answer: z.object({ saves: z.array(saveSchema) }) },
  game_score: { data: nothing, answer: gameScoreSchema },
  game_fork: { data: gameForkSchema, answer: gameInfoSchema },
  game_delete: { data: nothing, answer: z.object({ deleted: z.string() }) },
} as const satisfies Readonly<Record<string, GameOperation>>;

/** The `type` of an operation on a whole game. */
export type GameOperationType = keyof typeof gameOperations;
/** A save of a game, as `game_saves` lists it. */
export type GameSave = z.infer<typeof saveSchema>;

/** All types of operations on whole games. */
export const gameOperationTypes = Object.keys(gameOperations).filter(isGameOperation);

/** Whether that is an operation on a whole game. */
export function isGameOperation(type: string): type is GameOperationType {
  return Object.hasOwn(gameOperations, type);
}
