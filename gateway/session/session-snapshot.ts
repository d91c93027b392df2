import { z } from 'zod';
import { agentIdSchema, gameIdSchema } from '#shared/messages/envelope.js';

const pushSchema = z.object({ seq: z.int().positive(), type: z.string(), text: z.string() });

const answerSchema = z.object({
  id: z.string(),
  digest: z.string(),
  isRead: z.boolean(),
  answer: z.string(),
});

/** A session as it is kept over a restart: all that its agent was promised. */
const sessionSnapshotSchema = z.object({
  id: z.string().min(16),
  agentId: agentIdSchema,
  gameId: gameIdSchema,
  /** Base64 of the SHA-256 of its token. */
  tokenHash: z.string(),
  lastAddress: z.string(),
  detachedAt: z.number(),
  lastSeq: z.int().nonnegative(),
  sentSeq: z.int().nonnegative(),
  pushes: z.array(pushSchema),
  answers: z.array(answerSchema),
  undelivered: z.array(z.string()),
});

const seatSnapshotSchema = z.object({
  agentId: agentIdSchema,
  gameId: gameIdSchema,
  connectData: z.record(z.string(), z.unknown()),
  seated: z.looseObject({ player_id: z.int(), game_id: z.string() }),
});

/** Everything a gateway that was shut down hands to the one that follows. */
export const gatewaySnapshotSchema = z.object({
  version: z.literal(1),
  seats: z.array(seatSnapshotSchema),
  sessions: z.array(sessionSnapshotSchema),
});

export type SessionSnapshot = z.infer<typeof sessionSnapshotSchema>;
export type SeatSnapshot = z.infer<typeof seatSnapshotSchema>;
export type GatewaySnapshot = z.infer<typeof gatewaySnapshotSchema>;
