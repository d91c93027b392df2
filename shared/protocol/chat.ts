import { z } from 'zod';
import { agentIdSchema, gameIdSchema } from './envelope.js';
import type { Immutable } from './state/common.js';
import { deltaStateSchema } from './state/delta.js';

/** What an agent names among its `capabilities` that answers operator_message. */
export const CHAT_CAPABILITY = 'chat';

/** Characters of what a person says in one message. */
const MAX_CHAT_CHARS = 8000;
const MAX_REPLY_CHARS = 64_000;
const MAX_TOOL_EVENTS = 64;
const MAX_TIMEOUT_S = 600;
const DEFAULT_TIMEOUT_S = 120;

/** The request's name, chosen by who sends it: a message that is sent again under it is answered once. */
const requestIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9._:-]{1,64}$/, 'expected 1-64 of A-Z a-z 0-9 . _ : -')
  .describe('Names the message: one that is sent again under the same name is answered once');

/** `data` of the push operator_message: a person speaks to the model that holds the seat. */
export const operatorMessageSchema = z.strictObject({
  request_id: requestIdSchema,
  message: z.string().describe('What the person says'),
  deadline_s: z.number().describe('Seconds within which chat_answer must come'),
});

const toolEventSchema = z.looseObject({
  tool_name: z.string().min(1).max(64).describe('The tool that the model called'),
  ok: z.boolean().describe('Whether the call did what it says'),
  summary: z.string().max(1000).default('').describe('What was called and what came of it, in a few words'),
});

/** What a model called to answer, with what came of it. */
const toolEventsSchema = z.array(toolEventSchema).max(MAX_TOOL_EVENTS);

/** Why there is no reply, as an agent reports it. */
const answerErrorCodes = ['AI_TIMEOUT', 'INVALID_AI_JSON', 'INTERNAL_ERROR'] as const;

const chatUsageSchema = z.looseObject({
  input_tokens: z.int().nonnegative().default(0).describe('New input tokens'),
  cached_tokens: z.int().nonnegative().default(0).describe('Input tokens that were read from a cache'),
  output_tokens: z.int().nonnegative().default(0).describe('Tokens that the model wrote'),
});

/** `data` of `chat_answer`: what comes of an operator_message. `final` and `error` end it. */
export const chatAnswerDataSchema = z.looseObject({
  request_id: requestIdSchema,
  kind: z
    .enum(['progress', 'final', 'error'])
    .describe('progress: more of the reply, or a tool call; final: the reply; error: there is none'),
  text: z
    .string()
    .max(MAX_REPLY_CHARS)
    .optional()
    .describe(
      'progress: what was written since the last one; final: the whole reply; error: why there is none',
    ),
  tool_event: toolEventSchema.optional().describe('progress: a call of a tool'),
  error_code: z.enum(answerErrorCodes).optional().describe('error: what is wrong; INTERNAL_ERROR without it'),
  tool_events: toolEventsSchema
    .optional()
    .describe('final: all calls of tools; those of the progress messages without it'),
  usage: chatUsageSchema
    .optional()
    .describe('final: tokens of this reply; the usage_report of the turn counts them too'),
});

/** `data` of chat_received, the answer to chat_answer. */
export const chatReceivedSchema = z.strictObject({
  type: z.literal('chat_received').describe('Always chat_received'),
  success: z.literal(true).describe('Always true'),
  request_id: z.string().describe('The message it was about'),
  awaited: z.boolean().describe('False when no request waits for it'),
});

/** The body of `POST /api/v1/chat`. */
export const chatRequestSchema = z.strictObject({
  session_id: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe(
      'The session of the agent, as the answer to its login names it; game_id and agent_id do as well',
    ),
  game_id: gameIdSchema.optional().describe('The game of the agent; default without it'),
  agent_id: agentIdSchema.optional().describe('The agent whose model is spoken to'),
  message: z.string().min(1).max(MAX_CHAT_CHARS).describe('What is said to the model'),
  request_id: requestIdSchema,
  stream: z
    .boolean()
    .default(false)
    .describe('true: the answer comes as server-sent events while it is made'),
  timeout_s: z
    .int()
    .min(1)
    .max(MAX_TIMEOUT_S)
    .default(DEFAULT_TIMEOUT_S)
    .describe('Seconds within which the model must have answered'),
});

/** The answer of `POST /api/v1/chat`. */
export const chatReplySchema = z.strictObject({
  ok: z.literal(true).describe('Always true'),
  request_id: z.string().describe('The message it answers'),
  game_id: z.string().describe('The game'),
  agent_id: z.string().describe('The agent whose model answers'),
  reply: z.string().describe('What the model says'),
  tool_events: toolEventsSchema.describe('The tools that it called, in order'),
  state_patch: deltaStateSchema
    .nullable()
    .describe('What changed in the state of the seat since before the message; null when that is not known'),
  usage: chatUsageSchema.nullable().describe('Tokens of the reply; null when the agent does not say'),
});

/** Why a chat has no reply: the HTTP status and what the code means. */
export const chatErrorCodes = {
  INVALID_ARGS: { status: 400, meaning: 'A field is missing or has a value it cannot have' },
  UNAUTHORIZED: { status: 401, meaning: 'No token, or a wrong one' },
  FORBIDDEN: { status: 403, meaning: 'The token may neither play this seat nor manage its game' },
  SESSION_MISMATCH: { status: 409, meaning: 'There is no such session, or it is that of another seat' },
  AGENT_UNAVAILABLE: { status: 409, meaning: 'No model that chats holds the seat at the moment' },
  TOO_MANY_REQUESTS: {
    status: 429,
    meaning: 'Too many wrong tokens, or too many messages wait for an answer',
  },
  UNAVAILABLE: {
    status: 503,
    meaning:
      'It is not known yet whether the token was revoked; the message may be sent again after `retry_after`',
  },
  INVALID_AI_JSON: { status: 502, meaning: 'What the model gave could not be read' },
  AI_TIMEOUT: { status: 504, meaning: 'The model did not answer in time' },
  INTERNAL_ERROR: { status: 500, meaning: 'Anything else; the message may be sent again' },
} as const;

/** A code of a chat that has no reply. */
export type ChatErrorCode = keyof typeof chatErrorCodes;

/** Why a chat has no reply. */
export const chatErrorSchema = z.strictObject({
  ok: z.literal(false).describe('Always false'),
  error_code: z.enum(Object.keys(chatErrorCodes)).describe('What is wrong: see docs/errors.md'),
  message: z.string().describe('The same in a sentence'),
  path: z.string().optional().describe('The field at fault, where there is one'),
  retry_after: z.number().optional().describe('Seconds until the same message may be taken'),
});

/** A message of a person to a model, with the defaults filled in. */
export type ChatRequest = z.infer<typeof chatRequestSchema>;
/** What an agent sends about an operator_message, with the defaults filled in. */
export type ChatAnswerData = z.infer<typeof chatAnswerDataSchema>;
/** `data` of chat_received. */
export type ChatReceived = Immutable<z.infer<typeof chatReceivedSchema>>;
/** A call of a tool, as an agent tells of it. */
export type ToolEvent = Immutable<z.infer<typeof toolEventSchema>>;
/** The reply of a model. */
export type ChatReply = Immutable<z.infer<typeof chatReplySchema>>;
/** The body of a refused chat. */
export type ChatError = z.infer<typeof chatErrorSchema>;
