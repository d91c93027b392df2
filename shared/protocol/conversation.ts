import { z } from 'zod';
import { FILE_NAME } from './envelope.js';
import type { Immutable } from './state/common.js';

/** Whose native form the messages of a conversation have. */
export const conversationFormats = ['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const;
const formatSchema = z.enum(conversationFormats);

/** Ids of conversations: safe as the name of a file and in a URL path. */
export const conversationIdSchema = z.string().regex(...FILE_NAME);

/** What a message is about: `game` is play, `chat` is talk with a person. */
const topicSchema = z.enum(['game', 'chat']);

const titleSchema = z.string().min(1).max(200);
const nativeMessageSchema = z.record(z.string(), z.unknown().describe('A field of the message'));

/** What the message begins with by which the player with a model replaces a conversation that has become long. */
export const SUMMARY_OPENING = 'The game so far, in your own words:';

/** Messages of one append. */
const MAX_APPENDED_MESSAGES = 64;
/** Characters of JSON of one message. */
export const MAX_MESSAGE_CHARS = 128 << 10;
/** Characters of JSON of the messages of one append. */
export const MAX_APPENDED_CHARS = 256 << 10;

/** `data` of `conversation_append`: adds messages to a conversation of the agent's model; the first makes it. */
export const conversationAppendDataSchema = z.looseObject({
  conversation_id: conversationIdSchema.describe('The conversation, named by its agent'),
  title: titleSchema.optional().describe('Its title from now on'),
  format: formatSchema.describe('Whose native form the messages have; the same for all of a conversation'),
  turn: z.int().nonnegative().optional().describe('The turn they belong to; by default the one under way'),
  topic: topicSchema
    .default('game')
    .describe('game: what was said in play; chat: talk with a person, see operator_message'),
  from: z
    .int()
    .nonnegative()
    .optional()
    .describe(
      'Number of the first of these messages in the conversation, from 0: those that are there already are left out, so ' +
        'that an append whose answer was lost can be sent again',
    ),
  messages: z
    .array(nativeMessageSchema)
    .min(1)
    .max(MAX_APPENDED_MESSAGES)
    .describe('Messages as the provider takes and gives them, oldest first'),
});

/** `data` of conversation_result, the answer to conversation_append. */
export const conversationResultSchema = z.strictObject({
  type: z.literal('conversation_result').describe('Always conversation_result'),
  success: z.literal(true).describe('Always true'),
  conversation_id: z.string().describe('The conversation'),
  messages: z.int().describe('Messages that are kept of it by now'),
});

/** What is known of a conversation without reading its messages. */
const aboutShape = {
  conversation_id: conversationIdSchema.describe('The conversation, unique for its agent and game'),
  title: z.string().describe('Its title'),
  agent_id: z.string().describe('The agent whose model speaks'),
  game_id: z.string().describe('The game'),
  format: formatSchema.describe('Whose native form its messages have'),
  messages: z.int().describe('Messages that are kept of it'),
  turn: z.int().describe('The turn of its last message'),
  last_updated: z.string().describe('When its last message was kept (ISO 8601)'),
};

/** A conversation in a list. */
export const conversationSummarySchema = z.strictObject(aboutShape);

/** A message of a conversation with its place in it. */
const keptMessageSchema = z.strictObject({
  index: z.int().nonnegative().describe('Its number in the conversation, from 0'),
  turn: z.int().nonnegative().describe('The turn it belongs to'),
  at: z.string().describe('When it was kept (ISO 8601)'),
  topic: topicSchema.describe('game or chat'),
  message: nativeMessageSchema.describe('The message in its native form'),
});

/** Messages of a conversation from one on, as many as one answer takes. */
export const conversationPartSchema = z.strictObject({
  about: conversationSummarySchema.describe('The conversation'),
  messages: z.array(keptMessageSchema).describe('Oldest first'),
});

/** The native form of a conversation. */
export type ConversationFormat = z.infer<typeof formatSchema>;
/** Messages to be added to a conversation, with the defaults filled in. */
export type ConversationAppendData = z.infer<typeof conversationAppendDataSchema>;
/** A message in the form of the model's provider. */
export type NativeMessage = Immutable<z.infer<typeof nativeMessageSchema>>;
/** A message of a conversation with its place in it. */
export type KeptMessage = Immutable<z.infer<typeof keptMessageSchema>>;
/** What is known of a conversation without reading its messages. */
export type ConversationSummary = Immutable<z.infer<typeof conversationSummarySchema>>;
/** Messages of a conversation from one on. */
export type ConversationPart = Immutable<z.infer<typeof conversationPartSchema>>;
