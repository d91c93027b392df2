import { z } from 'zod';
import { isJsonObject } from '../core/json.js';
import { actionBatchDataSchema, actionDataSchema } from './actions.js';
import { presenceSchema } from './agent-answers.js';
import { llmConnectDataSchema } from './agent-requests.js';
import { agentIdSchema, correlationIdSchema, gameIdSchema, pushTypes } from './envelope.js';
import { gameOperationTypes } from './game-operations.js';
import { gameRequests, gameRequestTypes } from './game-requests.js';
import { journalPlaceSchema, pushPlaceSchema } from './link-places.js';
import { deltaStateSchema } from './state/delta.js';

/**
 * What gateway and proxy say to each other on /llmsocket/8002: the envelope of the outside world, with the
 * game it is about. Authenticated once, by `authorization: Bearer <PROXY_SECRET>` on the upgrade request.
 *
 * Gateway to proxy: `llm_connect` (takes or returns to a seat) and the game requests, each with a
 * correlation_id of the gateway's own, unique on this link. Proxy to gateway: exactly one answer to each
 * (its own type or `error`), and pushes without a correlation_id.
 *
 * Pushes of a seat are numbered and kept by the proxy. A link hears those of the seats it has asked for with
 * llm_connect: from the end on, or from behind the last one it says it has `heard` over an earlier link.
 */

/**
 * For people who watch: `spectate` answers a snapshot and lets the link hear the updates of that game until
 * `spectate_end`; `recording` answers what there is of its past, `recording_state` a snapshot of it, `recording_turn`
 * what led to the next, `recording_part` some bytes of the file itself.
 */
const spectatorRequestTypes = [
  'spectate',
  'spectate_end',
  'recording',
  'recording_state',
  'recording_turn',
  'recording_part',
] as const;
/** The `type` of a request for spectators. */
export type SpectatorRequestType = (typeof spectatorRequestTypes)[number];

/**
 * What is asked of the proxy itself: `tools` answers the definitions of all actions for language models, `game_map`
 * a game's map as a picture, as one seat or as an observer sees it; `presence` tells whether an agent is there; `disk`
 * answers how the disk is; `state_patch` answers what changed in the state of a seat since a version, beside the agent's own
 * queries; `outcome` asks for the answer to a request whose idempotency key `once` names, and which an
 * earlier gateway process sent; `agent_files`, `agent_file` and `agent_forget` list, read
 * and remove what is kept of an agent in a game.
 */
const proxyRequestTypes = [
  'tools',
  'game_map',
  'presence',
  'disk',
  'state_patch',
  'outcome',
  'agent_files',
  'agent_file',
  'agent_forget',
] as const;

const linkRequestTypes = [
  'llm_connect',
  ...proxyRequestTypes,
  ...spectatorRequestTypes,
  ...gameOperationTypes,
  ...gameRequestTypes,
] as const;
const linkAnswerTypes = [
  'llm_connect',
  'error',
  ...proxyRequestTypes,
  ...spectatorRequestTypes,
  ...gameOperationTypes,
  ...gameRequestTypes.map((type) => gameRequests[type].answer),
] as const;
/** Messages that the proxy sends without being asked. */
const linkPushTypes = [...pushTypes, 'spectator_update'] as const;

/** Not a z.record: that copies the fields and leaves out `__proto__`, which the data of a state, read later, still has. */
const dataSchema = z.custom<Record<string, unknown>>(isJsonObject, 'must be a JSON object');

const linkEnvelope = {
  agent_id: agentIdSchema,
  game_id: gameIdSchema,
  timestamp: z.number(),
  data: dataSchema,
};

/** Of a request that may change the game: it is carried out once, however often and over whatever link it comes. */
const onceSchema = z.strictObject({
  /** Names it among the requests of its seat. */
  key: z.string().min(1).max(64),
  /** The numbering of pushes under which it was sent first. Under another the outcome is not known: E131. */
  outbox: z.string().min(1).max(64),
});

/** A request of the gateway to the proxy. */
export const linkRequestSchema = z.strictObject({
  ...linkEnvelope,
  type: z.enum(linkRequestTypes),
  correlation_id: correlationIdSchema,
  once: onceSchema.optional(),
  /** The admin asks, or an agent for its own seat: a game without spectators is shown, too. */
  unrestricted: z.boolean().optional(),
  /** The caller has no right to watch: a sealed game is not shown to it before the game ends. */
  public: z.boolean().optional(),
  /** Where the trace of the request goes on: a traceparent. Only of requests that are traced. */
  trace: z.string().optional(),
  /** Of a state_query of gateways of the version before: adds `data.optimized`. The next version drops it. */
  with_optimized: z.boolean().optional(),
});

/** The one answer to a request: of its own type, or `error`. */
export const linkAnswerSchema = z.strictObject({
  ...linkEnvelope,
  type: z.enum(linkAnswerTypes),
  correlation_id: correlationIdSchema,
  /** Of an answer to a request that may change the game; only for gateways that name `journal` in llm_connect. */
  journal: journalPlaceSchema.exactOptional(),
});

/** The token that asks for a new game, and what its games may take. In `data` of llm_connect, game_create and game_fork. */
export const linkCreatorSchema = z.strictObject({
  /** Names the token: the first 16 hexadecimal digits of its hash. */
  token: z.string(),
  /** Games that are not over; absent without a limit. */
  max_games: z.int().positive().optional(),
  /** Bytes on the disk of all its games; absent without a limit. */
  max_bytes: z.int().positive().optional(),
});

/** The token that asks for a new game. */
export type LinkCreator = z.infer<typeof linkCreatorSchema>;

/** `data` of llm_connect on the link: the agent's, without what is the gateway's own business. */
export const linkConnectDataSchema = llmConnectDataSchema
  .omit({
    api_token: true,
    session_id: true,
    last_seq: true,
    game_id: true,
    lessons: true,
  })
  .extend({
    /** The last push of the seat that this gateway has. */
    heard: pushPlaceSchema.optional(),
    /** The last place in the game's journal that this gateway has got with an answer for the seat; null before the first. */
    journal: journalPlaceSchema.nullable().optional(),
    /** Where the agent is: of a seat that is taken again, it may be away. */
    presence: presenceSchema.default('connected'),
    creator: linkCreatorSchema.optional(),
    /** What the agent has learned in earlier games, where it asked for that; for its first brief. */
    lessons: z.string().optional(),
  });

/** A message of the proxy that answers no request. */
export const linkPushSchema = z.strictObject({
  ...linkEnvelope,
  type: z.enum(linkPushTypes),
  /** On the pushes of seats. */
  place: pushPlaceSchema.optional(),
});

/** Stands before `data` in a message of the proxy. JSON that is written in one go has no line break: it is found at once. */
export const DATA_MARK = ',\n"data":';

/**
 * A message of the proxy as text: `data` comes last, behind the only line break. The gateway reads what is before it, and
 * passes the bytes of a state on without parsing them.
 */
export function linkText({ data, ...envelope }: LinkAnswer | LinkPush): string {
  return `${JSON.stringify(envelope).slice(0, -1)}${DATA_MARK}${JSON.stringify(data)}}`;
}

/** A request of the gateway to the proxy. */
export type LinkRequest = z.infer<typeof linkRequestSchema>;
/** The answer to a request on the link. */
export type LinkAnswer = z.infer<typeof linkAnswerSchema>;
/** A message of the proxy that answers no request. */
export type LinkPush = z.infer<typeof linkPushSchema>;
/** The key by which a request is carried out once. */
export type IdempotencyKey = z.infer<typeof onceSchema>;

/** `data` of the answer to `outcome`: the type and data of the answer that was asked for. */
export const outcomeAnswerSchema = z.strictObject({
  type: z.enum(linkAnswerTypes),
  data: dataSchema,
});

/** `data` of `outcome`: what the proxy needs to tell by the turn whether an end_turn was done, whose answer is not known. */
export const outcomeDataSchema = z.looseObject({
  action: actionDataSchema.optional(),
  batch: actionBatchDataSchema.optional(),
  /** The turn that was under way when it was sent. */
  turn: z.int().optional(),
});

/** `data` of `state_patch`: without a version only the present one is asked for. */
export const statePatchDataSchema = z.strictObject({ since_version: z.int().nonnegative().optional() });

/** `data` of the answer to `state_patch`. */
export const statePatchAnswerSchema = z.strictObject({
  version: z.int(),
  /** Null where no version was named. */
  patch: deltaStateSchema.nullable(),
});
