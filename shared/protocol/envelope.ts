import { z } from 'zod';

/** Agent ids: what may stand in a URL path without escaping. */
export const agentIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9._:@-]{1,64}$/, 'expected 1-64 of A-Z a-z 0-9 . _ : @ -');

export const gameIdSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    'expected 1-64 of A-Z a-z 0-9 . _ -, the first a letter or digit',
  );

export const correlationIdSchema = z.string().min(1).max(128);

/** The frame around every request. Unknown extra fields are let through: clients in the field send them. */
export const requestEnvelopeSchema = z.looseObject({
  type: z.string().max(64),
  agent_id: agentIdSchema.optional(),
  timestamp: z.number().optional(),
  correlation_id: correlationIdSchema.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});

/** A message to an agent. `seq` stands on pushes only and counts up by one for each of a session. */
export interface OutgoingEnvelope {
  readonly type: string;
  readonly agent_id: string;
  readonly timestamp: number;
  readonly correlation_id?: string;
  readonly seq?: number;
  readonly data?: Readonly<Record<string, unknown>>;
}
