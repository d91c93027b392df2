import { z } from 'zod';
import { failure } from '#shared/core/failure.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { actionDataSchema } from '#shared/protocol/actions.js';
import {
  type LlmConnectData,
  llmConnectDataSchema,
  type StateQueryData,
  stateQueryDataSchema,
} from '#shared/protocol/agent-requests.js';
import { type GameRequestType, gameRequests, gameRequestTypes } from '#shared/protocol/game-operations.js';
import { flatActionData } from '../dialect/flat-action.js';
import { type Dialect, dialectOf, flatFields } from '../dialect/flat-request.js';
import type { LegacyRequest } from '../dialect/legacy.js';
import type { Frame } from './frame.js';
import type { JsonObject } from './json-object.js';

interface Correlated {
  readonly correlationId?: string;
  readonly dialect: Dialect;
  /** In what other form the answer is wanted. */
  readonly legacy?: LegacyRequest;
}

/** Every message an agent may send, in the specification's form whatever dialect it came in. */
export type AgentRequest = Correlated &
  (
    | { readonly type: 'llm_connect'; readonly data: LlmConnectData }
    | { readonly type: 'state_query'; readonly data: StateQueryData }
    | { readonly type: 'action'; readonly actionType: string; readonly data: JsonObject }
    | { readonly type: PlainGameRequestType; readonly data: JsonObject }
    | { readonly type: 'ping'; readonly echo?: unknown }
    /** An answer to a ping of ours: a sign of life and nothing more. */
    | { readonly type: 'pong' }
  );

/** Requests that go on to the proxy. */
export type GameRequest = Extract<AgentRequest, { type: GameRequestType }>;

/** Those without a form of their own in the flat dialect. */
type PlainGameRequestType = Exclude<GameRequestType, 'state_query' | 'action'>;

const llmConnect = z.compile(llmConnectDataSchema);
const stateQuery = z.compile(stateQueryDataSchema);
const action = z.compile(actionDataSchema);
const rulesQuery = z.compile(gameRequests.rules_query.data);
const notes = z.compile(gameRequests.notes.data);
const actionBatch = z.compile(gameRequests.action_batch.data);
const stop = z.compile(gameRequests.stop.data);
const transcript = z.compile(gameRequests.transcript.data);

const requestTypes = [
  'llm_connect',
  ...gameRequestTypes,
  ...['unit_actions_query', 'city_actions_query', 'chat', 'ping', 'pong', 'conn_pong'],
];

/** What the frame asks for, validated; E101, E103 or E105 otherwise. */
export function readRequest(frame: Frame): Result<AgentRequest> {
  const dialect = dialectOf(frame.message);
  // Spread last wherever it goes: the engine of Node 20 makes a hidden class for every object that begins with a spread.
  const common = {
    dialect,
    ...(frame.correlationId === undefined ? {} : { correlationId: frame.correlationId }),
    ...(frame.legacy === undefined ? {} : { legacy: frame.legacy }),
  };
  const data = flatFields(frame.message);
  const prefix = frame.message.data === undefined ? '' : 'data';
  switch (frame.type) {
    case 'llm_connect':
      return checked(llmConnect, data, prefix, (value) => ({ type: 'llm_connect', data: value, ...common }));
    case 'state_query':
      return checked(stateQuery, data, prefix, (value) => ({ type: 'state_query', data: value, ...common }));
    case 'action':
      return readAction(common, data, prefix);
    case 'rules_query':
      return checked(rulesQuery, data, prefix, (value) => ({ type: 'rules_query', data: value, ...common }));
    case 'action_batch':
      return checked(actionBatch, data, prefix, (value) => ({
        type: 'action_batch',
        data: value,
        ...common,
      }));
    case 'stop':
      return checked(stop, data, prefix, (value) => ({ type: 'stop', data: value, ...common }));
    case 'notes':
      return checked(notes, data, prefix, (value) => ({ type: 'notes', data: value, ...common }));
    case 'transcript':
      return checked(transcript, data, prefix, (value) => ({ type: 'transcript', data: value, ...common }));
    case 'ping':
      return ok({ type: 'ping', ...common, ...echoOf(frame.message, data) });
    case 'pong':
    case 'conn_pong':
      return ok({ type: 'pong', ...common });
    default:
      return fail(
        failure('E103', `Unknown message type: ${frame.type}`, {
          path: 'type',
          details: { known: requestTypes },
        }),
      );
  }
}

function readAction(common: Correlated, data: JsonObject, prefix: string): Result<AgentRequest> {
  const parsed = parseWith(action, data, prefix);
  if (!parsed.ok) return parsed;
  const { action_type: named, type, action_index: index } = parsed.value;
  const actionType = named ?? type ?? (index === undefined ? undefined : 'numbered_action');
  if (actionType === undefined) {
    const path = prefix === '' ? 'action_type' : `${prefix}.action_type`;
    return fail(failure('E101', `Missing required field: ${path}`, { path }));
  }
  const plain = common.dialect === 'flat' ? flatActionData(parsed.value) : parsed.value;
  return ok({ type: 'action', actionType, data: plain, ...common });
}

function checked<T>(
  schema: z.ZodType<T>,
  data: JsonObject,
  prefix: string,
  make: (value: T) => AgentRequest,
): Result<AgentRequest> {
  const parsed = parseWith(schema, data, prefix);
  return parsed.ok ? ok(make(parsed.value)) : parsed;
}

function echoOf(message: JsonObject, data: JsonObject): { echo?: unknown } {
  const echo = message.echo ?? data.echo;
  return echo === undefined ? {} : { echo };
}
