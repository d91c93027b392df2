import { z } from 'zod';
import type { Immutable } from './state/common.js';

/** Agent ids: what may stand in a URL path without escaping. */
export const agentIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9._:@-]{1,64}$/, 'expected 1-64 of A-Z a-z 0-9 . _ : @ -');

/** The agent id that is made of a name: 1 to 64 characters, each run of other characters than an id may have as one dash. */
export function agentIdFrom(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._:@-]+/g, '-').slice(0, 64);
}

/** What may stand as the name of a file or folder and in a URL path: the arguments of `z.string().regex`. */
export const FILE_NAME = [
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
  'expected 1-64 of A-Z a-z 0-9 . _ -, the first a letter or digit',
] as const;

/** Game ids: safe as the name of a folder and in a URL path. */
export const gameIdSchema = z.string().regex(...FILE_NAME);

/** The client's name for a request, 1 to 128 characters; the answer carries it. */
export const correlationIdSchema = z.string().min(1).max(128);

/** How much the verdicts of actions say. */
export const verbositySchema = z.enum(['full', 'compact']);

/** Types of pushes to agents. */
export const pushTypes = [
  'turn_start',
  'turn_end',
  'game_ready',
  'game_ended',
  'event',
  'chat_message',
  'status',
  'operator_message',
] as const;

/** The frame around every request. Unknown extra fields are let through: clients in the field send them. */
export const requestEnvelopeSchema = z.looseObject({
  type: z.string().max(64),
  agent_id: agentIdSchema.optional(),
  timestamp: z.number().optional(),
  correlation_id: correlationIdSchema.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});

/** A message to an agent. */
export const outgoingEnvelopeSchema = z.strictObject({
  type: z.string().describe('What `data` is'),
  agent_id: z.string().describe('The agent it is for'),
  timestamp: z.number().describe('When it was sent, in seconds since 1970'),
  correlation_id: correlationIdSchema
    .optional()
    .describe('On answers: the one of the request; absent when the request had none'),
  seq: z.int().positive().optional().describe('On pushes only: counts up by one for each push of a session'),
  warnings: z
    .array(z.string())
    .optional()
    .describe('On answers: unknown fields of the request; absent for none'),
  data: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('What the message says; its form depends on `type`'),
});

/** A message to an agent. `seq` stands on pushes only and counts up by one for each of a session. */
export type OutgoingEnvelope = Immutable<z.infer<typeof outgoingEnvelopeSchema>>;
