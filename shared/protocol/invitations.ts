import { z } from 'zod';
import { agentIdSchema } from './envelope.js';

const personName = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[^\p{C}]*$/u, 'expected printable characters');

const host = z
  .string()
  .nullable()
  .describe('The host that the client connects to (PLAY_HOST); null: the one of the gateway');
const agentId = z.string().describe('The agent whose seat the person has');
const gameId = z.string().describe('The game');
const invitationId = z.string().describe('The first digits of the hash of its token');
const name = z.string().nullable().describe('Whom it is for; null where nobody has said so');

/** The body of `POST /api/games/{game_id}/invitations`. */
export const invitationRequestSchema = z.strictObject({
  agent_id: agentIdSchema
    .optional()
    .describe(
      'The agent whose seat the person gets; by default person-1, person-2 …, the first that is free',
    ),
  name: personName.optional().describe('Whom the invitation is for, in your own words'),
});

/** An invitation that was made; its token is told once. */
export const madeInvitationSchema = z.strictObject({
  invitation_id: invitationId,
  game_id: gameId,
  agent_id: agentId,
  name,
  token: z
    .string()
    .describe('The token, which the person enters as the password: the gateway keeps only its hash'),
  host,
  port: z.int().describe('The port that the client connects to (PLAY_PORT)'),
});

/** An invitation in force. */
export const invitationSchema = z.strictObject({
  invitation_id: invitationId,
  game_id: gameId,
  agent_id: agentId,
  name,
  made_at: z
    .number()
    .nullable()
    .describe('When it was made, in seconds since 1970; null where that is not known'),
  connected: z.boolean().describe('Whether its person is connected to this gateway'),
});

/** `GET /api/games/{game_id}/invitations`, and the answer to the withdrawal of one. */
export const invitationsSchema = z.strictObject({
  invitations: z.array(invitationSchema).describe('The invitations in force, the oldest first'),
  host,
  port: z.int().nullable().describe('The port that clients connect to (PLAY_PORT); null: it is off'),
});

/** An invitation that was made. */
export type MadeInvitation = z.infer<typeof madeInvitationSchema>;
/** An invitation in force. */
export type Invitation = z.infer<typeof invitationSchema>;
/** The invitations to a game, and where to connect. */
export type Invitations = z.infer<typeof invitationsSchema>;
