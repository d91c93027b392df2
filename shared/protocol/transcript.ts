import { z } from 'zod';

/** What a block of a transcript is, in our own words for it. */
export const blockKindSchema = z.enum(['reasoning', 'text', 'tool_call', 'tool_result']);
/** A kind of block of a transcript. */
export type BlockKind = z.infer<typeof blockKindSchema>;

/** A model's block in its provider's form; its type is in one of these three fields. */
const blockSchema = z
  .looseObject({
    kind: blockKindSchema.optional().describe('Our own form: with `text`, or `name` and `arguments`'),
    type: z.string().min(1).max(64).optional().describe('A block of Anthropic or of OpenAI’s responses'),
    role: z.string().min(1).max(64).optional().describe('A message of OpenAI’s chat completions'),
  })
  .refine(({ kind, type, role }) => (kind ?? type ?? role) !== undefined, {
    message: 'expected kind, or the block as the provider gave it, with its type or role',
  });

const tokens = z.int().min(0).max(1_000_000_000).nullish().describe('Tokens of these blocks alone');

/** Tokens of this part of the transcript alone, under the provider's own names. */
const usageSchema = z.looseObject({
  input_tokens: tokens,
  output_tokens: tokens,
  cache_creation_input_tokens: tokens,
  cache_read_input_tokens: tokens,
  prompt_tokens: tokens,
  completion_tokens: tokens,
});

/** What an agent has thought and done since it last said so; for who watches, never for other agents. */
export const transcriptDataSchema = z.looseObject({
  blocks: z.array(blockSchema).max(64).default([]).describe('What was thought and done, oldest first'),
  model: z.string().min(1).max(128).optional().describe('The model, where it is not that of llm_connect'),
  usage: usageSchema.optional().describe('What the model has used for these blocks'),
  turn: z.int().nonnegative().optional().describe('The turn it is about; by default the one under way'),
});

/** Characters of JSON that the blocks of one message may take. */
export const MAX_TRANSCRIPT_CHARS = 256 << 10;

/** What an agent tells of its thinking, with the defaults filled in. */
export type TranscriptData = z.infer<typeof transcriptDataSchema>;
/** A block in the form of the model's provider. */
export type NativeBlock = z.infer<typeof blockSchema>;
/** Tokens that a model used. */
export type Usage = z.infer<typeof usageSchema>;
