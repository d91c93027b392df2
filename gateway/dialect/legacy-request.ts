import { type Failure, failure } from '#shared/core/failure.js';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { chatSchema, cityActionsQuerySchema, unitActionsQuerySchema } from '#shared/protocol/legacy.js';
import { parseCanonicalAction } from './canonical-action.js';
import { flatFields } from './flat-request.js';
import { currentAction } from './legacy-action.js';

/**
 * What a request of the earlier gateway's clients asks for beyond the protocol. It is not sent to the proxy: the gateway
 * shapes the answer by it.
 */
export type LegacyRequest =
  /** `unit_actions_query`, `city_actions_query`. */
  | {
      readonly kind: 'entity_actions';
      readonly of: EntityKind;
      readonly ids: readonly number[];
      /** It holds a list of ids: the answer is keyed by id. */
      readonly isBatch: boolean;
    }
  | { readonly kind: 'chat' };

/** What an entity query is about. */
export type EntityKind = 'unit' | 'city';

/** A message whose envelope is in order. */
export interface TypedMessage {
  readonly type: string;
  /** The whole message. */
  readonly message: JsonObject;
  /** Set when the message was translated from one of the earlier gateway's. */
  readonly legacy?: LegacyRequest;
}

/**
 * A message of the earlier gateway's clients as a request of the protocol: `unit_actions_query` and `city_actions_query`
 * become a state_query, `chat` and actions written as a string an action. All others stay as they are.
 */
export function translateLegacy<M extends TypedMessage>(read: M): Result<M> {
  switch (read.type) {
    case 'unit_actions_query':
      return entityQuery(read, 'unit');
    case 'city_actions_query':
      return entityQuery(read, 'city');
    case 'chat':
      return chat(read);
    case 'action':
      return action(read);
    default:
      return ok(read);
  }
}

/** A query for units or cities and their legal actions becomes a full state with these sections only. */
function entityQuery<M extends TypedMessage>(frame: M, of: EntityKind): Result<M> {
  const fields = flatFields(frame.message);
  const ids = readIds(fields, of);
  if (!ids.ok) return ids;
  const isBatch = fields[`${of}_ids`] !== undefined;
  const sections = [of === 'unit' ? 'units' : 'cities', 'legal_actions'];
  const query = { format: 'full', include_legal_actions: true, sections };
  const legacy = { kind: 'entity_actions', of, ids: ids.value, isBatch } as const;
  const message = frame.message.data === undefined ? query : { data: query };
  return ok(replaced(frame, 'state_query', message, legacy));
}

function readIds(fields: JsonObject, of: EntityKind): Result<readonly number[]> {
  if (of === 'unit') {
    const read = parseWith(unitActionsQuerySchema, fields);
    return read.ok ? idsOf(of, read.value.unit_ids, read.value.unit_id) : read;
  }
  const read = parseWith(cityActionsQuerySchema, fields);
  return read.ok ? idsOf(of, read.value.city_ids, read.value.city_id) : read;
}

function idsOf(
  of: EntityKind,
  many: readonly number[] | undefined,
  one: number | undefined,
): Result<readonly number[]> {
  const ids = many ?? (one === undefined ? undefined : [one]);
  return ids === undefined ? fail(missing(`${of}_ids`)) : ok(ids);
}

function chat<M extends TypedMessage>(frame: M): Result<M> {
  const read = parseWith(chatSchema, flatFields(frame.message));
  if (!read.ok) return read;
  const { message, text = message, target: named, recipient, player_id: playerId } = read.value;
  if (text === undefined) return fail(missing('message'));
  const target = named ?? recipient ?? playerId;
  const data = { type: 'diplomacy_message', text, ...(target === undefined ? {} : { target }) };
  return ok(replaced(frame, 'action', { data: currentAction(data) }, { kind: 'chat' }));
}

function action<M extends TypedMessage>(frame: M): Result<M> {
  const { data, action: named } = frame.message;
  const text =
    typeof data === 'string' ? data : data === undefined && typeof named === 'string' ? named : undefined;
  if (text !== undefined) {
    const parsed = parseCanonicalAction(text);
    return parsed.ok ? ok(replaced(frame, 'action', { data: currentAction(parsed.value) })) : parsed;
  }
  if (isJsonObject(data)) {
    const current = currentAction(data);
    return ok(current === data ? frame : { ...frame, message: { ...frame.message, data: current } });
  }
  return ok(frame);
}

/** The same message with other contents. */
function replaced<M extends TypedMessage>(
  frame: M,
  type: string,
  contents: JsonObject,
  legacy?: LegacyRequest,
): M {
  const { agent_id, timestamp, correlation_id } = frame.message;
  const message = { type, agent_id, timestamp, correlation_id, ...contents };
  return { ...frame, type, message, ...(legacy === undefined ? {} : { legacy }) };
}

function missing(path: string): Failure {
  return failure('E101', `Missing required field: ${path}`, { path });
}
