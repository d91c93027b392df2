import { z } from 'zod';
import { agentIdSchema, gameIdSchema } from './envelope.js';

/**
 * Where a gateway opens a WebSocket to the proxy for each person who plays with an ordinary FreeCiv client. The first message is
 * `personJoinSchema` as text; every binary message after it is a part of the client's byte stream, in both directions.
 */
export const PERSON_LINK_PATH = '/llmsocket/8002/person';

/** The first message: who joins which seat of which game, as the gateway has authorized it. */
export const personJoinSchema = z.strictObject({
  game_id: gameIdSchema,
  /** The seat. */
  agent_id: agentIdSchema,
  /** The client's own capability string, such as `+Freeciv-3.0-network year32`. */
  capability: z.string().max(511),
  /** The client's address, for the log. */
  address: z.string().max(64),
});

/** The person, the seat and the game of a join. */
export type PersonJoin = z.infer<typeof personJoinSchema>;

/** A text message of the gateway that ends the connection; the person reads the sentence in the client's chat. */
export const personEndSchema = z.strictObject({ end: z.string().max(500) });

/** The one text message of the proxy: the client has its seat. */
export const personSeatedSchema = z.strictObject({ seated: z.literal(true) });

/** The client has its seat. */
export type PersonSeated = z.infer<typeof personSeatedSchema>;

/** Codes with which the proxy closes the WebSocket. */
export const personCloseCodes = {
  /** The client has left, or the game is over. */
  done: 1000,
  /** The proxy ends, or the game moves: the client may join again. */
  restart: 1012,
  /** The seat cannot be joined; the client was told why in its join reply. */
  refused: 4403,
  /** The client broke the protocol or a limit. */
  violation: 4408,
} as const;
