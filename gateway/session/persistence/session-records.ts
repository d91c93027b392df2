import { z } from 'zod';
import { agentIdSchema, gameIdSchema } from '#shared/protocol/envelope.js';
import { pushPlaceSchema } from '#shared/protocol/link.js';
import { type RemoteSeatSnapshot, seatSnapshotSchema } from '../../link/seat-messages.js';

const pushSchema = z.object({ seq: z.int().positive(), type: z.string(), text: z.string() });

const answerSchema = z.object({
  id: z.string(),
  digest: z.string(),
  isRead: z.boolean(),
  answer: z.string(),
});

/** The name of an action and the digest of its fields. */
const auditedActionSchema = z.object({ action: z.string(), args_hash: z.string() });

/** A request that may have been carried out and has no answer yet. */
const begunSchema = z.object({
  id: z.string(),
  digest: z.string(),
  /** The agent gave no correlation_id: the id is the gateway's own, and no answer follows after a restart. */
  isUnnamed: z.boolean().default(false),
  /** What it is to do; empty for a request that is no action. */
  deeds: z.array(auditedActionSchema).default([]),
  /** When it began, in milliseconds. */
  at: z.number().default(0),
});

/** A session as it is restored after a restart. */
const sessionSnapshotSchema = z.object({
  id: z.string().min(16),
  agentId: agentIdSchema,
  gameId: gameIdSchema,
  /** Base64 of the SHA-256 of its token. */
  tokenHash: z.string(),
  lastAddress: z.string(),
  /** When it lost its socket, in milliseconds since 1970; absent while it has one. */
  detachedAt: z.number().optional(),
  /** The last push. */
  lastSeq: z.int().nonnegative(),
  /** The last push handed to a socket. */
  sentSeq: z.int().nonnegative(),
  pushes: z.array(pushSchema),
  answers: z.array(answerSchema),
  begun: z.array(begunSchema),
  undelivered: z.array(z.string()),
});

const sessionId = { session: z.string() };

/** One line of the journal. */
export const recordSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('seat'), seat: seatSnapshotSchema }),
  /** Replaces all earlier records of the session. */
  z.object({ kind: z.literal('session'), session: sessionSnapshotSchema }),
  z.object({ kind: z.literal('login'), ...sessionId, tokenHash: z.string(), address: z.string() }),
  z.object({
    kind: z.literal('push'),
    ...sessionId,
    push: pushSchema,
    /** The last push handed to a socket before this one. */
    sent: z.int().nonnegative(),
    heard: pushPlaceSchema.optional(),
  }),
  z.object({ kind: z.literal('begun'), ...sessionId, ...begunSchema.shape }),
  z.object({ kind: z.literal('answered'), ...sessionId, id: z.string(), answer: z.string() }),
  z.object({ kind: z.literal('ended'), ...sessionId }),
]);

/** All sessions of a gateway process, and the seats they share. */
export interface StoredSessions {
  readonly seats: readonly RemoteSeatSnapshot[];
  readonly sessions: readonly SessionSnapshot[];
}

/** See `recordSchema`. */
export type SessionRecord = z.infer<typeof recordSchema>;
/** A session as it is restored after a restart. */
export type SessionSnapshot = z.infer<typeof sessionSnapshotSchema>;
/** A request that may have been carried out and has no answer yet. */
export type BegunRequest = z.infer<typeof begunSchema>;
/** An action as the audit log names it. */
export type AuditedAction = z.infer<typeof auditedActionSchema>;
