import { z } from 'zod';
import { agentIdSchema, gameIdSchema } from '#shared/protocol/envelope.js';
import { pushPlaceSchema } from '#shared/protocol/link.js';
import { type SeatSnapshot, seatSnapshotSchema } from '../../link/seat-messages.js';

const pushSchema = z.object({ seq: z.int().positive(), type: z.string(), text: z.string() });

const answerSchema = z.object({
  id: z.string(),
  digest: z.string(),
  isRead: z.boolean(),
  answer: z.string(),
});

/** An action as it is audited. */
const auditedActionSchema = z.object({ action: z.string(), args_hash: z.string() });

/** A request that may have been carried out and has no answer yet. */
const begunSchema = z.object({
  id: z.string(),
  digest: z.string(),
  /** Its agent gave it no correlation_id: the id is ours, and after a restart nobody is told of it. */
  isUnnamed: z.boolean().default(false),
  deeds: z.array(auditedActionSchema).default([]),
  /** When it began, in milliseconds. */
  at: z.number().default(0),
});

/** A session as it is kept over a restart: all that its agent was promised. */
const sessionSnapshotSchema = z.object({
  id: z.string().min(16),
  agentId: agentIdSchema,
  gameId: gameIdSchema,
  /** Base64 of the SHA-256 of its token. */
  tokenHash: z.string(),
  lastAddress: z.string(),
  /** Absent while it has a socket. */
  detachedAt: z.number().optional(),
  lastSeq: z.int().nonnegative(),
  sentSeq: z.int().nonnegative(),
  pushes: z.array(pushSchema),
  answers: z.array(answerSchema),
  begun: z.array(begunSchema),
  undelivered: z.array(z.string()),
});

const ofSession = { session: z.string() };

/** One line of the journal. */
export const recordSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('seat'), seat: seatSnapshotSchema }),
  /** Stands for all records of that session before it. */
  z.object({ kind: z.literal('session'), session: sessionSnapshotSchema }),
  z.object({ kind: z.literal('login'), ...ofSession, tokenHash: z.string(), address: z.string() }),
  z.object({
    kind: z.literal('push'),
    ...ofSession,
    push: pushSchema,
    /** The last push handed to a socket before this one. */
    sent: z.int().nonnegative(),
    heard: pushPlaceSchema.optional(),
  }),
  z.object({ kind: z.literal('begun'), ...ofSession, ...begunSchema.shape }),
  z.object({ kind: z.literal('answered'), ...ofSession, id: z.string(), answer: z.string() }),
  z.object({ kind: z.literal('ended'), ...ofSession }),
]);

/** Everything a gateway leaves to the one that follows. */
export interface StoredSessions {
  readonly seats: readonly SeatSnapshot[];
  readonly sessions: readonly SessionSnapshot[];
}

export type SessionRecord = z.infer<typeof recordSchema>;
export type SessionSnapshot = z.infer<typeof sessionSnapshotSchema>;
export type BegunRequest = z.infer<typeof begunSchema>;
export type AuditedAction = z.infer<typeof auditedActionSchema>;
