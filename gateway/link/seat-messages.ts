import { z } from 'zod';
import type { JsonObject } from '#shared/core/json.js';
import { missingPartSchema } from '#shared/protocol/agent-answers.js';
import { notGrantedSchema } from '#shared/protocol/agent-requests.js';
import { agentIdSchema, gameIdSchema } from '#shared/protocol/envelope.js';
import { attachedSchema, type LinkPush, pushPlaceSchema } from '#shared/protocol/link.js';

/** What the proxy says of a seat in its answer to llm_connect. */
export const seatedSchema = z.looseObject({
  player_id: z.int(),
  game_id: z.string(),
  server_port: z.int().optional(),
  /** `ready` once the first turn has begun. */
  status: z.string().optional(),
  not_granted: z.array(notGrantedSchema).optional(),
  /** What the disk has lost of the game since the proxy started. */
  missing: z.array(missingPartSchema).optional(),
});

/** What the proxy said of a seat. */
export type Seated = z.infer<typeof seatedSchema>;

/** The whole answer to llm_connect. Without `outbox` the proxy numbers no pushes and has none to send again. */
export const connectAnswerSchema = seatedSchema.extend({ outbox: attachedSchema.optional() });

/** What the next gateway process must know to rejoin a seat. A record on disk. */
export const seatSnapshotSchema = z.object({
  agentId: agentIdSchema,
  gameId: gameIdSchema,
  /** The data of its llm_connect, without the token. */
  connectData: z.record(z.string(), z.unknown()),
  seated: z.looseObject({ player_id: z.int(), game_id: z.string() }),
  /** The last push of the seat that arrived. */
  heard: pushPlaceSchema.optional(),
});

/** See `seatSnapshotSchema`. */
export type RemoteSeatSnapshot = z.infer<typeof seatSnapshotSchema>;

/** A push about a seat that the gateway itself makes; `now` in milliseconds. */
export function seatPush(
  { agentId, gameId }: { readonly agentId: string; readonly gameId: string },
  type: LinkPush['type'],
  data: JsonObject,
  now: number,
): LinkPush {
  return { type, agent_id: agentId, game_id: gameId, timestamp: now / 1000, data: { ...data } };
}
