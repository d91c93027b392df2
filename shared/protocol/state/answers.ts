import { z } from 'zod';
import { ruleKinds } from '../agent-requests.js';
import { conversationResultSchema } from '../conversation.js';
import { usageResultSchema } from '../usage.js';
import { actionResultSchema, batchResultSchema } from './action-result.js';
import type { Immutable } from './common.js';
import { noteSchema } from './notes.js';
import { stateAnswerSchema } from './state-answer.js';

const stopResultSchema = z.strictObject({
  stopped: z
    .union([
      z.strictObject({
        unit_id: z.int().describe('Id of the unit whose orders were to be cancelled'),
        outcome: z.enum(['applied', 'no_effect']).describe('no_effect: it had no orders'),
      }),
      z.strictObject({ batches: z.int().describe('Batches that end after the action they are at') }),
    ])
    .describe('What was stopped: the orders of a unit, or all running batches'),
});

/** What the ruleset of the game says of one thing. */
const ruleEntrySchema = z.strictObject({
  kind: z.enum(ruleKinds).describe('What it is'),
  name: z.string().describe('Rule name, as actions take it'),
  title: z.string().describe('Name as it is written for people'),
  sentences: z.array(z.string()).describe('Its rules in plain sentences, made from the ruleset itself'),
  help: z
    .string()
    .optional()
    .describe("The ruleset's own description, at most 900 characters; absent where it has none"),
});

const rulesAnswerSchema = z.strictObject({
  entries: z.array(ruleEntrySchema).describe('Everything of that name'),
  names: z
    .array(z.string())
    .optional()
    .describe(
      'Only where `names` was asked for: what begins with the name, without regard to capitals, 200 at most',
    ),
});

const notesAnswerSchema = z.strictObject({
  notes: z.array(noteSchema).describe('All notes of the agent, oldest first'),
});

const transcriptResultSchema = z.strictObject({
  type: z.literal('transcript_result').describe('Always transcript_result'),
  success: z.literal(true).describe('Always true'),
  turn: z.int().describe('The turn it is about'),
  blocks: z.int().describe('Blocks that were received'),
  shown: z.int().describe('Parts of them that people who watch can see'),
});

const otherAnswerSchemas = {
  action_result: actionResultSchema,
  action_batch_result: batchResultSchema,
  stop_result: stopResultSchema,
  rules_answer: rulesAnswerSchema,
  notes: notesAnswerSchema,
  transcript_result: transcriptResultSchema,
  usage_result: usageResultSchema,
  conversation_result: conversationResultSchema,
} as const satisfies Readonly<Record<string, z.ZodType>>;

/** The answer whose schema is by far the largest: its type is named, so that declarations do not repeat it. */
interface StateAnswerSchemas {
  readonly state_update: typeof stateAnswerSchema;
}

/** `data` of the answers to game requests, by the type of the answer. */
export const answerSchemas: StateAnswerSchemas & typeof otherAnswerSchemas = {
  state_update: stateAnswerSchema,
  ...otherAnswerSchemas,
};

/** `data` of an answer to a game request, by the type of the answer. */
export type AnswerData<T extends keyof typeof answerSchemas> = Immutable<z.infer<(typeof answerSchemas)[T]>>;
/** What the ruleset of the game says of one thing. */
export type RuleEntry = Immutable<z.infer<typeof ruleEntrySchema>>;
