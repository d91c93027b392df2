import { z } from 'zod';
import { type ErrorCode, errorCodes } from '#shared/core/error-codes.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { missingPartSchema } from '#shared/protocol/agent-answers.js';
import { notGrantedSchema } from '#shared/protocol/agent-requests.js';
import { CHAT_CAPABILITY } from '#shared/protocol/chat.js';
import { agentIdSchema, gameIdSchema } from '#shared/protocol/envelope.js';
import { gameConfigSchema, withoutPassword } from '#shared/protocol/game-config.js';
import { type GameRequestType, gameRequests, isGameRequestType } from '#shared/protocol/game-requests.js';
import { generatedRulesetSchema } from '#shared/protocol/generated-ruleset.js';
import {
  type IdempotencyKey,
  type LinkAnswer,
  type LinkPush,
  type LinkRequest,
  outcomeAnswerSchema,
} from '#shared/protocol/link.js';
import { attachedSchema, journalPlaceSchema, pushPlaceSchema } from '#shared/protocol/link-places.js';

/**
 * Why a request has no answer. `down`: there was no link, it was not sent. `lost`: it was sent, and the link was lost
 * before the answer. `deadline`: no answer in time. `garbled`: the answer breaks the contract. `too_big`: it is larger
 * than the proxy accepts, it was not sent. `moved`: another proxy has the game, it was not begun.
 */
export type LinkFault = 'down' | 'lost' | 'deadline' | 'garbled' | 'too_big' | 'moved';

/** Whether a request may be sent again; `isOnce`: it only reads, or the proxy carries it out once. */
export function isRepeatable(fault: LinkFault, isOnce: boolean): boolean {
  return fault === 'moved' || (fault === 'lost' && isOnce);
}

/** A request that was lost once stays lost, even if it could not be sent again. */
export function firstFault(wasLost: boolean, fault: LinkFault): LinkFault {
  return wasLost && fault === 'down' ? 'lost' : fault;
}

/** The answer to a request on the link, `error` answers included, or why there is none. */
export type LinkOutcome = Result<LinkAnswer, LinkFault>;

/** A request on the link without what the link itself adds. */
export type LinkQuestion = Pick<
  LinkRequest,
  'type' | 'agent_id' | 'game_id' | 'data' | 'once' | 'public' | 'trace'
>;

/** A state query or an action for the proxy. */
export interface SeatRequest {
  readonly type: GameRequestType;
  readonly data: JsonObject;
  /** Names a request that may change the game, so that the proxy carries it out once. */
  readonly key?: string | undefined;
  /** Where its trace goes on; undefined for a request that is not traced. */
  readonly trace?: string | undefined;
  /** Is called before it is sent, and again before it is sent to another proxy than the one that was meant first. */
  onSent?(sent: Sent): void;
}

/** How a request was sent, so that the proxy carries it out once, and in which turn. */
export interface Sent {
  readonly once: IdempotencyKey | undefined;
  readonly turn: number | undefined;
}

/** Whether an agent that logged in like this wants pushes of that type, see `RemoteSeat`. */
export function wantsPush({ pushes, capabilities }: JsonObject, type: string): boolean {
  if (type === 'operator_message')
    return Array.isArray(capabilities) && capabilities.includes(CHAT_CAPABILITY);
  return !Array.isArray(pushes) || type === 'status' || pushes.includes(type);
}

/**
 * The failure that an agent gets when the link gave no answer. An action that was sent may have been carried out: then
 * `details.outcome` is `unknown`. E132: deadline; E500: garbled; E106: too big; E131: an action was lost; E123: anything else,
 * with `retry_after` in seconds.
 */
export function faultFailure(fault: LinkFault, type: LinkQuestion['type'], retryAfter: number): Failure {
  const isAction = isGameRequestType(type) && !gameRequests[type].reads;
  const unknown = isAction ? { outcome: 'unknown' } : {};
  if (fault === 'deadline') {
    return failure('E132', 'No answer within the deadline', { details: unknown });
  }
  if (fault === 'garbled') {
    return failure('E500', 'The answer of the game could not be read', { details: unknown });
  }
  if (fault === 'too_big') {
    return failure('E106', 'The message is too large for the game');
  }
  if (fault === 'lost' && isAction) {
    const message =
      'The connection to the game was lost before the verdict; ask for the state to see what happened';
    return failure('E131', message, { details: { ...unknown, retry_after: retryAfter } });
  }
  return failure('E123', 'The game is not reachable at the moment; try again', {
    details: { retry_after: retryAfter },
  });
}

/** The failure that an `error` answer of the proxy stands for. */
export function answerFailure(answer: { readonly data: JsonObject }): Failure {
  const { error_code: code, error_message: message, details } = answer.data;
  return failure(
    isErrorCode(code) ? code : 'E500',
    typeof message === 'string' ? message : 'The game reported an error',
    isJsonObject(details) ? { details } : {},
  );
}

/** Whether the answer to a request, or why there is none, says that it is unknown whether it was carried out. */
export function isOutcomeUnknown(result: Result<LinkAnswer>): boolean {
  if (!result.ok) return result.failure.details?.outcome === 'unknown';
  if (result.value.type !== 'error') return false;
  const { details } = result.value.data;
  return isJsonObject(details) && details.outcome === 'unknown';
}

/** The same answer. When it says that the outcome of an action is unknown, it also names the turn in which the action was sent. */
export function namingTurn(result: Result<LinkAnswer>, turn: number | undefined): Result<LinkAnswer> {
  if (turn === undefined || !isOutcomeUnknown(result)) return result;
  // The proxy may know better for which turn it was.
  if (!result.ok) return fail({ ...result.failure, details: { turn, ...result.failure.details } });
  const { data } = result.value;
  const details = isJsonObject(data.details) ? data.details : {};
  return ok({ ...result.value, data: { ...data, details: { turn, ...details } } });
}

/** The answer that the answer to `outcome` holds, or its failure; undefined when it cannot be read. */
export function keptAnswer({ type, data, ...envelope }: LinkAnswer): Result<LinkAnswer> | undefined {
  if (type === 'error') return fail(answerFailure({ data }));
  const kept = outcomeAnswerSchema.safeParse(data);
  return kept.success ? ok({ ...envelope, ...kept.data }) : undefined;
}

function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCodes, value);
}

/** What the proxy says of a seat in its answer to llm_connect. */
export const seatedSchema = z.looseObject({
  player_id: z.int(),
  game_id: z.string(),
  server_port: z.int().optional(),
  /** `ready` once the first turn has begun. */
  status: z.string().optional(),
  not_granted: z.array(notGrantedSchema).optional(),
  generated_ruleset: generatedRulesetSchema.optional(),
  sealed: z.literal(true).optional(),
  /** What the disk has lost of the game since the proxy started. */
  missing: z.array(missingPartSchema).optional(),
  /** The turn under way when the seat joined, and whether it had ended it. */
  turn: z.int().optional(),
  turn_done: z.boolean().optional(),
});

/** What the proxy said of a seat. */
export type Seated = z.infer<typeof seatedSchema>;

/** The whole answer to llm_connect. Without `outbox` the proxy numbers no pushes and has none to send again. */
const connectAnswerSchema = seatedSchema.extend({ outbox: attachedSchema.optional() });

/** What the answer to llm_connect says, or why there is no seat; E500 where it cannot be read. */
export function readConnectAnswer({ type, data }: LinkAnswer): Result<z.infer<typeof connectAnswerSchema>> {
  if (type === 'error') return fail(answerFailure({ data }));
  const read = connectAnswerSchema.safeParse(data);
  return read.success ? ok(read.data) : fail(failure('E500', 'The seat could not be read'));
}

/** What the next gateway process must know to rejoin a seat. A record on disk. */
export const seatSnapshotSchema = z.object({
  agentId: agentIdSchema,
  gameId: gameIdSchema,
  /** The data of its llm_connect, without the token. */
  connectData: z.record(z.string(), z.unknown()),
  seated: z.looseObject({ player_id: z.int(), game_id: z.string() }),
  /** The last push of the seat that arrived. */
  heard: pushPlaceSchema.optional(),
  /** The last place in the game's journal that an answer named. */
  journal: journalPlaceSchema.optional(),
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

/** A login as it is kept to join again, without the password of a game server of others. */
export function withoutSecret({ game_config: config, ...data }: JsonObject): JsonObject {
  const parsed = gameConfigSchema.safeParse(config);
  return {
    ...data,
    ...(config !== undefined && { game_config: parsed.success ? { ...withoutPassword(parsed.data) } : {} }),
  };
}
