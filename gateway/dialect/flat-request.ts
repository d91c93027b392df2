import { type Failure, failure } from '#shared/core/failure.js';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { chatSchema, cityActionsQuerySchema, unitActionsQuerySchema } from '#shared/protocol/legacy.js';
import type { ToolName } from '#shared/protocol/tools.js';
import { parseCanonicalAction, RENAMED_ACTIONS } from './canonical-action.js';
import { toolRequest } from './tool-call.js';

/** `spec`: the specification's envelope with `data`. `flat`: the fields at the top level, as clients of an earlier gateway write. */
export type Dialect = 'spec' | 'flat';

const ENVELOPE_KEYS: ReadonlySet<string> = new Set(['type', 'agent_id', 'timestamp', 'correlation_id']);

/**
 * The dialect of a message. A request without `data` is flat; so is an action whose data names it by `type`. An offer that
 * is sent back unchanged looks flat too and loses nothing: the answer to a flat action has the specification's fields too.
 */
export function dialectOf(message: JsonObject): Dialect {
  if (message.data === undefined) return 'flat';
  if (message.type !== 'action' || !isJsonObject(message.data)) return 'spec';
  const { type, action_type: actionType } = message.data;
  return typeof type === 'string' && actionType === undefined ? 'flat' : 'spec';
}

/** The fields of a request, from the place where its dialect has them. */
export function flatFields(message: JsonObject): JsonObject {
  if (isJsonObject(message.data)) return message.data;
  if (message.type === 'action' && isJsonObject(message.action)) return message.action;
  return Object.fromEntries(Object.entries(message).filter(([key]) => !ENVELOPE_KEYS.has(key)));
}

/** A flat action in the specification's form: action_type, actor_id, target. Its other fields stay. */
export function flatActionData(data: JsonObject): JsonObject {
  const { type, unit_id, city_id, dest_x, dest_y, tech_name, production_type, ...rest } = data;
  const actor = rest.actor_id ?? unit_id ?? city_id;
  const place =
    typeof dest_x === 'number' && typeof dest_y === 'number' ? { x: dest_x, y: dest_y } : undefined;
  const name = tech_name ?? production_type;
  const target = rest.target ?? place ?? (name === undefined ? undefined : { value: name });
  return {
    ...rest,
    action_type: rest.action_type ?? type,
    ...(actor === undefined ? {} : { actor_id: actor }),
    ...(target === undefined ? {} : { target }),
  };
}

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
  /** Set when the message was translated from a tool_call. */
  readonly tool?: ToolName;
}

/**
 * A message that stands for a request of the protocol as that request: a tool_call, and the messages of the earlier
 * gateway's clients. Of these `unit_actions_query` and `city_actions_query` become a state_query, `chat` and actions
 * written as a string an action. All others stay as they are.
 */
export function translateLegacy<M extends TypedMessage>(read: M): Result<M> {
  switch (read.type) {
    case 'unit_actions_query':
      return entityQuery(read, 'unit');
    case 'city_actions_query':
      return entityQuery(read, 'city');
    case 'chat':
      return chat(read);
    case 'tool_call':
      return toolCall(read);
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

function toolCall<M extends TypedMessage>(frame: M): Result<M> {
  const request = toolRequest(flatFields(frame.message));
  if (!request.ok) return request;
  const { tool, type, data } = request.value;
  return ok({ ...replaced(frame, type, { data }), tool });
}

function missing(path: string): Failure {
  return failure('E101', `Missing required field: ${path}`, { path });
}

/** Keys of a target that hold the id of a player, a unit or a city. */
const ID_KEYS = ['player_id', 'unit_id', 'city_id', 'target_unit_id', 'target_city_id', 'target_player_id'];

/** An action with the names of this gateway; the same object when there is nothing to change. */
function currentAction(action: JsonObject): JsonObject {
  const { action_type: named, type, target, sub_target: part } = action;
  const changes = {
    ...renaming('action_type', named),
    ...renaming('type', type),
    ...(hasId(target) ? { target: withId(target) } : {}),
    ...(isJsonObject(part) && typeof part.name === 'string' ? { sub_target: part.name } : {}),
  };
  return Object.keys(changes).length === 0 ? action : { ...action, ...changes };
}

function renaming(key: string, name: unknown): JsonObject {
  const current =
    typeof name === 'string' && Object.hasOwn(RENAMED_ACTIONS, name) ? RENAMED_ACTIONS[name] : undefined;
  return current === undefined ? {} : { [key]: current };
}

function hasId(target: unknown): target is JsonObject {
  return isJsonObject(target) && target.id === undefined && ID_KEYS.some((key) => Object.hasOwn(target, key));
}

function withId(target: JsonObject): JsonObject {
  const key = ID_KEYS.find((name) => target[name] !== undefined);
  const rest = Object.fromEntries(Object.entries(target).filter(([name]) => !ID_KEYS.includes(name)));
  return key === undefined ? rest : { ...rest, id: target[key] };
}
