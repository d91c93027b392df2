/**
 * What gateway and proxy say to each other on /llmsocket/8002: the envelope of the outside world, with the
 * game it is about. Authenticated once, by `authorization: Bearer <PROXY_SECRET>` on the upgrade request.
 *
 * Gateway to proxy: `llm_connect` (takes or returns to a seat) and the game requests, each with a
 * correlation_id of the gateway's own, unique on this link. Proxy to gateway: exactly one answer to each
 * (its own type or `error`), and pushes without a correlation_id.
 */
import { z } from 'zod';
import { agentIdSchema, correlationIdSchema, gameIdSchema } from './envelope.js';
import { gameRequests, gameRequestTypes } from './game-requests.js';

/**
 * For people who watch: `spectate` answers a snapshot and lets the link hear the updates of that game until
 * `spectate_end`; `game_list` is about no game, and its game_id says nothing.
 */
const spectatorRequestTypes = ['spectate', 'spectate_end', 'game_list'] as const;
export type SpectatorRequestType = (typeof spectatorRequestTypes)[number];

/**
 * What is asked of the proxy itself: `tools` answers the definitions of all actions for language models, `game_map`
 * a game's map as a picture, as one seat or as an observer sees it.
 */
const proxyRequestTypes = ['tools', 'game_map'] as const;

const linkRequestTypes = [
  'llm_connect',
  ...proxyRequestTypes,
  ...spectatorRequestTypes,
  ...gameRequestTypes,
] as const;
const linkAnswerTypes = [
  'llm_connect',
  'error',
  ...proxyRequestTypes,
  ...spectatorRequestTypes,
  ...gameRequestTypes.map((type) => gameRequests[type].answer),
] as const;
export const pushTypes = [
  'turn_start',
  'turn_end',
  'game_ready',
  'game_ended',
  'event',
  'chat_message',
  'status',
  'spectator_update',
] as const;

const linkEnvelope = {
  agent_id: agentIdSchema,
  game_id: gameIdSchema,
  timestamp: z.number(),
  data: z.record(z.string(), z.unknown()),
};

export const linkRequestSchema = z.strictObject({
  ...linkEnvelope,
  type: z.enum(linkRequestTypes),
  correlation_id: correlationIdSchema,
});

export const linkAnswerSchema = z.strictObject({
  ...linkEnvelope,
  type: z.enum(linkAnswerTypes),
  correlation_id: correlationIdSchema,
});

export const linkPushSchema = z.strictObject({ ...linkEnvelope, type: z.enum(pushTypes) });

export type LinkRequest = z.infer<typeof linkRequestSchema>;
export type LinkAnswer = z.infer<typeof linkAnswerSchema>;
export type LinkPush = z.infer<typeof linkPushSchema>;
