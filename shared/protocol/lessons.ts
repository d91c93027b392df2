import { z } from 'zod';

/** Characters of the lessons of an agent: about a thousand tokens of its first brief. */
export const MAX_LESSONS_CHARS = 4000;

/** What an agent has learned, as it wrote it. */
const textSchema = z.string().max(MAX_LESSONS_CHARS);

/** Lessons of an agent at this moment. */
export const lessonsSchema = z.strictObject({
  agent_id: z.string().describe('The agent'),
  version: z.int().nonnegative().describe('Goes up by one with each change; 0 before the first'),
  written_at: z.string().nullable().describe('When it was written (ISO 8601); null before the first'),
  text: textSchema.describe('What the agent has learned; empty before the first'),
});

/** A change of the lessons of an agent. */
export const lessonsChangeSchema = z.strictObject({
  replaces: z.int().nonnegative().describe('The version that the writer has read; 0 for the first'),
  text: textSchema.describe(
    `The new lessons, in place of the old ones: at most ${MAX_LESSONS_CHARS} characters`,
  ),
});

/** Lessons of an agent. */
export type Lessons = z.infer<typeof lessonsSchema>;
/** A change of the lessons of an agent. */
export type LessonsChange = z.infer<typeof lessonsChangeSchema>;
