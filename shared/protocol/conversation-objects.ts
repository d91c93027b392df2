import { z } from 'zod';
import { conversationSummarySchema } from './conversation.js';
import type { Immutable } from './state/common.js';

const placed = {
  index: z.int().nonnegative().describe('Number of the message that it is in'),
  turn: z.int().nonnegative().describe('Turn of that message'),
};
const llm = z.literal('llm').describe('The model');
const server = z.literal('server').describe('The game');

const userMessageSchema = z.strictObject({
  type: z.literal('user_message').describe('What a person said to the model'),
  source: z.literal('user').describe('A person'),
  ...placed,
  user_message: z.string().describe('The text of the message'),
});

const oocMessageSchema = z.strictObject({
  type: z
    .literal('ooc_message')
    .describe('What was said beside the game: to a person, or by the program of the agent'),
  source: z
    .enum(['llm', 'client'])
    .describe('llm: the model answers a person; client: the program of the agent'),
  ...placed,
  ooc_message: z.string().describe('The text of the message'),
});

const analysisSchema = z.strictObject({
  type: z.literal('analysis').describe('What the model thinks of the situation'),
  source: llm,
  ...placed,
  reasoning: z
    .boolean()
    .describe('Whether its provider gave it as reasoning, apart from what the model says'),
  sections: z
    .array(
      z.strictObject({
        title: z.string().describe('The line behind #; empty for what stands before the first'),
        text: z.string().describe('What stands below it'),
      }),
    )
    .describe('Its parts; each begins with a line that begins with #'),
});

const rollSchema = z.strictObject({
  type: z.literal('roll').describe('A fight: what the odds were, and how it ended'),
  source: server,
  ...placed,
  odds: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('How likely the attacker was to win, as the model was told before; null when it had not asked'),
  outcome: z.enum(['won', 'lost', 'undecided']).describe('won and lost: by the attacker'),
  roll: z.string().describe('The attack, and what the game said of it'),
});

const sceneSchema = z.strictObject({
  type: z.literal('resulting_scene').describe('What has happened'),
  source: z.enum(['llm', 'server']).describe('llm: in the words of the model; server: as the game tells'),
  ...placed,
  resulting_scene: z.string().describe('A line for each thing'),
});

const operationsSchema = z.strictObject({
  type: z.literal('tracked_operations').describe('What the model has done by one call of a tool'),
  source: llm,
  ...placed,
  tool: z.string().describe('Name of the tool'),
  call_id: z.string().describe('Id of the call'),
  operations: z
    .array(
      z.strictObject({
        operation: z.string().describe('What was asked for'),
        ok: z.boolean().nullable().describe('Whether it was done; null while there is no result'),
        result: z.string().describe('What came of it; empty without a result'),
      }),
    )
    .describe('One for each action of the call'),
});

const conditionTableSchema = z.strictObject({
  type: z.literal('condition_table').describe('The state of the realm'),
  source: z.enum(['llm', 'server']).describe('llm: in the words of the model; server: as the game tells'),
  ...placed,
  rows: z
    .array(
      z.strictObject({
        name: z.string().describe('What it is about; empty for a line of its own'),
        value: z.string().describe('What is so'),
      }),
    )
    .describe('Its rows in order'),
});

const errorObjectSchema = z.strictObject({
  type: z.literal('error').describe('What went wrong'),
  source: z
    .enum(['client', 'server'])
    .describe(
      'client: on the side of the agent, such as a call that cannot be read; server: the game refused it',
    ),
  ...placed,
  error_type: z.string().describe('A code of the protocol, or INVALID_ARGS'),
  error_message: z.string().describe('The reason'),
});

const mapDataSchema = z.strictObject({
  type: z.literal('map_data').describe('A part of the map, or the cities on it'),
  source: server,
  ...placed,
  subtype: z.enum(['map', 'cities']).describe('map: tiles around one; cities: a row for each own city'),
  map_data: z.string().describe('Lines as the model reads them'),
});

/** A part of a conversation, as people read it. */
export const conversationObjectSchema = z.discriminatedUnion('type', [
  userMessageSchema,
  oocMessageSchema,
  analysisSchema,
  rollSchema,
  sceneSchema,
  operationsSchema,
  conditionTableSchema,
  errorObjectSchema,
  mapDataSchema,
]);

const parsingErrorSchema = z.strictObject({
  index: z.int().nonnegative().describe('Number of the message'),
  path: z.string().describe('Where in the message'),
  reason: z.string().describe('What is not as the format says'),
});

const { title, ...about } = conversationSummarySchema.shape;

/** The answer of `GET /api/conversations/{conversation_id}`. */
export const conversationViewSchema = z.strictObject({
  ...about,
  conversation_name: title,
  conversation_objects: z
    .array(conversationObjectSchema)
    .describe('What was said and done, oldest first; with since only what came after that mark'),
  parsing_errors: z
    .array(parsingErrorSchema)
    .describe('Parts of messages that are not as the format says, and so stand in no object'),
  new_messages: z
    .array(z.record(z.string(), z.unknown().describe('A field of the message')))
    .optional()
    .describe(
      'Only with since: the messages after that mark in their native form, so that an agent can go on',
    ),
  next: z.int().nonnegative().describe('The mark to ask for what comes after this answer: the next since'),
});

/** A part of a conversation, as people read it. */
export type ConversationObject = Immutable<z.infer<typeof conversationObjectSchema>>;
/** A part of a message that is not as its format says. */
export type ParsingError = z.infer<typeof parsingErrorSchema>;
/** A conversation as people read it. */
export type ConversationView = Immutable<z.infer<typeof conversationViewSchema>>;
