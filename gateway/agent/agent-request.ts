import { z } from 'zod';
import { failure } from '#shared/core/failure.js';
import type { JsonObject } from '#shared/core/json.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { type LlmConnectData, llmConnectDataSchema } from '#shared/protocol/agent-requests.js';
import { type ChatAnswerData, chatAnswerDataSchema } from '#shared/protocol/chat.js';
import {
  type GameRequestType,
  gameRequests,
  gameRequestTypes,
  isGameRequestType,
} from '#shared/protocol/game-requests.js';
import type { AnswerForm, MessageForms, ProtocolMessage } from '../forms/answer-form.js';
import type { LimitHit, MessageLoad } from '../limits/agent-limits.js';
import { tooManyMessages } from '../limits/rate-limit-errors.js';
import { AGENT_BOUNDS } from './agent-bounds.js';
import { type AgentFrame, type Rejection, readAgentFrame } from './frame.js';

interface Correlated {
  readonly correlationId?: string | undefined;
  /** The trace that it is part of. */
  readonly traceparent?: string | undefined;
  /** How its answer is written. */
  readonly form: AnswerForm;
}

/** The login. */
export type ConnectRequest = Correlated & { readonly kind: 'connect'; readonly data: LlmConnectData };

/** A request that is relayed to the proxy: a row of `gameRequests`. */
export type GameRequest = Correlated & {
  readonly kind: 'game';
  readonly type: GameRequestType;
  /** As the row's schema types it. */
  readonly data: JsonObject;
};

/** What the agent answers to a person; the gateway takes it itself. */
export type ChatAnswerRequest = Correlated & { readonly kind: 'chat_answer'; readonly data: ChatAnswerData };

/** A heartbeat of the agent; `echo` is sent back. */
export type PingRequest = Correlated & { readonly kind: 'ping'; readonly echo?: unknown };

/** Every message an agent may send. `pong` answers a ping of the gateway: a sign of life and nothing more. */
export type AgentRequest =
  | ConnectRequest
  | GameRequest
  | ChatAnswerRequest
  | PingRequest
  | { readonly kind: 'pong' };

/** A message that is refused; `hit` is the rate limit it exceeds. */
export interface RequestRejection extends Rejection {
  readonly hit?: LimitHit;
}

/** What decides whether a socket may make a request now. */
export interface AdmissionRules {
  readonly agentId: string;
  readonly hasLoggedIn: boolean;
  readonly maxMessageBytes: number;
  readonly forms: MessageForms;
  /** Debits the message from its agent's rate limits; the limit it exceeds, or undefined. */
  limit(load: MessageLoad): LimitHit | undefined;
}

/** Messages that no rate limit counts. */
const FREE_TYPES: ReadonlySet<string> = new Set(['ping', 'pong', 'conn_pong']);

/** Messages that need no session. */
const TYPES_BEFORE_LOGIN: ReadonlySet<string> = new Set(['llm_connect', 'ping', 'pong', 'conn_pong']);

/** All types, for the details of E103. */
const requestTypes = ({ types }: MessageForms): string[] => [
  'llm_connect',
  ...gameRequestTypes,
  ...types,
  ...['chat_answer', 'ping', 'pong', 'conn_pong'],
];

const connectSchema = z.compile(llmConnectDataSchema);
const chatAnswerSchema = z.compile(chatAnswerDataSchema);

const gameSchemas: ReadonlyMap<GameRequestType, z.ZodType<JsonObject>> = new Map(
  gameRequestTypes.map((type) => [type, z.compile<z.ZodType<JsonObject>>(gameRequests[type].data)]),
);

/**
 * The request in one message of a socket: parsed, debited from the rate limits and admitted. Beside the failures of
 * `readFrame` and `readRequest` E110: over a limit; E107: another agent's id; E120: not logged in.
 */
export function parseAndAdmit(
  bytes: Uint8Array,
  rules: AdmissionRules,
): Result<AgentRequest, RequestRejection> {
  const max = rules.hasLoggedIn ? rules.maxMessageBytes : AGENT_BOUNDS.maxBytesBeforeLogin;
  const read = readAgentFrame(bytes, { bytes: max, ...AGENT_BOUNDS.messageShape }, rules.forms);
  const hit = rules.hasLoggedIn ? rules.limit(loadOf(read, bytes.length)) : undefined;
  if (hit !== undefined) return fail(overLimit(read, hit));
  if (!read.ok) return read;
  const request = admit(read.value, rules);
  if (request.ok) return request;
  const { correlationId } = read.value;
  return fail({ reason: request.failure, correlationId });
}

function loadOf(read: Result<AgentFrame, Rejection>, bytes: number): MessageLoad {
  if (!read.ok) return { bytes, free: false, actions: 0 };
  return { bytes, free: FREE_TYPES.has(read.value.type), actions: actionsIn(read.value) };
}

/** The number of actions that a message asks for. */
export function actionsIn({ type, data }: ProtocolMessage): number {
  if (type === 'action') return 1;
  if (type !== 'action_batch') return 0;
  return Array.isArray(data.actions) ? Math.max(1, data.actions.length) : 1;
}

function overLimit(read: Result<AgentFrame, Rejection>, hit: LimitHit): RequestRejection {
  const { limitNote = '' } = read.ok ? read.value.form : {};
  const reason = tooManyMessages(hit, limitNote);
  const { correlationId } = read.ok ? read.value : read.failure;
  return { reason, hit, correlationId };
}

function admit(frame: AgentFrame, { agentId, hasLoggedIn, forms }: AdmissionRules): Result<AgentRequest> {
  if (frame.agentId !== undefined && frame.agentId !== agentId) {
    const message = `The agent_id is not the one of this connection, ${agentId}`;
    return fail(failure('E107', message, { path: 'agent_id' }));
  }
  if (!hasLoggedIn && !TYPES_BEFORE_LOGIN.has(frame.type)) {
    return fail(failure('E120', 'Not authenticated: send llm_connect first'));
  }
  return readRequest(frame, forms);
}

/** The request that a frame holds, its data checked. E103: an unknown type; E101: a field is missing; E105: a bad value. */
export function readRequest(frame: AgentFrame, forms: MessageForms): Result<AgentRequest> {
  const { type, message, data, fieldsAt: prefix, form, correlationId, traceparent } = frame;
  // Spread last: the engine of Node 20 makes a hidden class for every object that begins with a spread.
  const common = {
    form,
    correlationId,
    traceparent,
  };
  if (isGameRequestType(type)) return readGameRequest(type, common, data, prefix);
  switch (type) {
    case 'llm_connect': {
      const parsed = parseWith(connectSchema, data, prefix);
      return parsed.ok ? ok({ kind: 'connect', data: parsed.value, ...common }) : parsed;
    }
    case 'chat_answer': {
      const parsed = parseWith(chatAnswerSchema, data, prefix);
      return parsed.ok ? ok({ kind: 'chat_answer', data: parsed.value, ...common }) : parsed;
    }
    case 'ping':
      return ok({ kind: 'ping', ...common, ...echoOf(message, data) });
    case 'pong':
    case 'conn_pong':
      return ok({ kind: 'pong' });
    default: {
      const details = { known: requestTypes(forms) };
      return fail(failure('E103', `Unknown message type: ${type}`, { path: 'type', details }));
    }
  }
}

function readGameRequest(
  type: GameRequestType,
  common: Correlated,
  data: JsonObject,
  prefix: string,
): Result<GameRequest> {
  const parsed = parseWith(gameSchemas.get(type) ?? gameRequests[type].data, data, prefix);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  if (type === 'action' && (value.action_type ?? value.type ?? value.action_index) === undefined) {
    const name = common.form.tool === undefined ? 'action_type' : 'action';
    const path = prefix === '' ? name : `${prefix}.${name}`;
    return fail(failure('E101', `Missing required field: ${path}`, { path }));
  }
  return ok({ kind: 'game', type, data: value, ...common });
}

function echoOf(message: JsonObject, data: JsonObject): { echo?: unknown } {
  const echo = message.echo ?? data.echo;
  return echo === undefined ? {} : { echo };
}
