import { z } from 'zod';

/** Forms in which the actions are defined for language models. */
const toolFormats = ['openai', 'anthropic'] as const;

export const toolsQuerySchema = z.object({ format: z.enum(toolFormats).default('openai') });

/** One definition for each action, in the provider's own form. */
export const toolsAnswerSchema = z.object({ tools: z.array(z.record(z.string(), z.unknown())) });
