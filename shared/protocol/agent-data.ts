import { z } from 'zod';

const agentFileSchema = z.object({
  path: z.string().describe('Within the folder of the game'),
  text: z.string().describe('What is in it'),
});

/** A file about one agent. */
export type AgentFile = z.infer<typeof agentFileSchema>;

/** `data` of the proxy's answer to `agent_data`: what is kept of an agent in a game. */
export const agentDataAnswerSchema = z.object({ files: z.array(agentFileSchema) });

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
    ...agentFileSchema.shape,
  }),
  z.object({
    kind: z.literal('audit').describe('A line of the audit'),
    line: z.record(z.string(), z.unknown().describe('A field of it')).describe('The line'),
  }),
  z.object({
    kind: z.literal('problem').describe('What could not be read'),
    game_id: z.string().describe('The game'),
    error: z.string().describe('Why, in a sentence'),
  }),
]);

/** A line of an agent's data. */
export type AgentDataLine = z.infer<typeof agentDataLineSchema>;

/** `DELETE /api/admin/agents/{agent_id}/data`: what was removed. */
export const agentDeletedSchema = z.object({
  sessions: z.int().nonnegative().describe('Sessions of this gateway that were ended'),
  files: z.int().nonnegative().describe('Files of games that were removed'),
  audit_lines: z.int().nonnegative().describe('Lines of the audit in which the agent has a pseudonym now'),
  problems: z.array(z.string()).describe('What could not be removed, in sentences; empty when all is'),
});

/** What was removed of an agent. */
export type AgentDeleted = z.infer<typeof agentDeletedSchema>;
