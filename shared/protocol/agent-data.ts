import { z } from 'zod';

/** `data` of the proxy's answer to `agent_files`: the paths of the files about an agent in a game, within its folder. */
export const agentFilesAnswerSchema = z.object({ paths: z.array(z.string()) });

/** `data` of `agent_file`: which part of which file is read. */
export const agentFileDataSchema = z.strictObject({
  path: z.string(),
  /** A byte of the file: 0, or `next` of the part before. */
  from: z.int().nonnegative(),
});

/** `data` of the proxy's answer to `agent_file`. */
export const agentFilePartSchema = z.object({
  text: z.string(),
  /** Where the next part begins; null after the last one. */
  next: z.int().positive().nullable(),
});

/** A part of a file about one agent. */
export type AgentFilePart = z.infer<typeof agentFilePartSchema>;

/** `data` of the proxy's answer to `agent_forget`: the files that were removed. */
export const agentForgetAnswerSchema = z.object({ removed: z.array(z.string()) });

/** A line of `GET /api/admin/agents/{agent_id}/data`. */
export const agentDataLineSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('session').describe('A session of this gateway'),
    session: z.string().describe('The first characters of its id'),
    game_id: z.string().describe('Its game'),
    connected: z.boolean().describe('Whether it has a socket'),
    address: z.string().describe('IP address of its latest socket'),
  }),
  z.object({
    kind: z.literal('file').describe('A file of a game'),
    game_id: z.string().describe('The game'),
    path: z.string().describe('Within the folder of the game'),
    part: z.int().nonnegative().describe('0 for the first part; a large file has several lines'),
    text: z.string().describe('What is in this part of it'),
  }),
  z.object({
    kind: z.literal('lessons').describe('What it has learned, for its next games'),
    version: z.int().describe('The last version'),
    written_at: z.string().nullable().describe('When it was written (ISO 8601)'),
    text: z.string().describe('The lessons'),
  }),
  z.object({
    kind: z.literal('audit').describe('A line of the audit'),
    line: z.record(z.string(), z.unknown().describe('A field of it')).describe('The line'),
  }),
  z.object({
    kind: z.literal('problem').describe('What could not be read'),
    game_id: z.string().nullable().describe('The game; null where it is none of a game'),
    error: z.string().describe('Why, in a sentence'),
  }),
]);

/** A line of an agent's data. */
export type AgentDataLine = z.infer<typeof agentDataLineSchema>;

/** `DELETE /api/admin/agents/{agent_id}/data`: what was removed. */
export const agentDeletedSchema = z.object({
  sessions: z.int().nonnegative().describe('Sessions of this gateway that were ended'),
  files: z.int().nonnegative().describe('Files of games, and versions of lessons, that were removed'),
  audit_lines: z.int().nonnegative().describe('Lines of the audit in which the agent has a pseudonym now'),
  problems: z.array(z.string()).describe('What could not be removed, in sentences; empty when all is'),
});

/** What was removed of an agent. */
export type AgentDeleted = z.infer<typeof agentDeletedSchema>;
