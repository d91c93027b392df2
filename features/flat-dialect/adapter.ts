import { z } from 'zod';
import { type Failure, failure } from '#shared/core/failure.js';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { actionDataSchema } from '#shared/protocol/actions.js';
import { chatSchema, cityActionsQuerySchema, unitActionsQuerySchema } from '#shared/protocol/legacy.js';
import { ordinaryForm, type ProtocolMessage } from '../../gateway/forms/answer-form.js';
import { parseCanonicalAction, RENAMED_ACTIONS } from './canonical-action.js';
import type { EntityKind } from './entity-actions.js';
import { chatForm, entityForm, flatForm, flatStateForm } from './flat-forms.js';

/** Types of messages that only clients of the earlier gateway send. */
export const LEGACY_TYPES = ['unit_actions_query', 'city_actions_query', 'chat'] as const;

const ENVELOPE_KEYS: ReadonlySet<string> = new Set(['type', 'agent_id', 'timestamp', 'correlation_id']);

/**
 * A message of an agent as the protocol has it: the fields of a flat one in `data`, and messages of the earlier gateway's
 * clients as the request that they stand for. Its form writes the answer as its client reads it. Errors: E130 for an action
 * written as a string that cannot be read, E101 and E105 for a message of the earlier gateway.
 */
export function adaptMessage(type: string, message: JsonObject): Result<ProtocolMessage> {
  switch (type) {
    case 'unit_actions_query':
      return entityQuery(message, 'unit');
    case 'city_actions_query':
      return entityQuery(message, 'city');
    case 'chat':
      return chat(message);
    case 'action':
      return action(message);
    default:
      return ok(asWritten(type, message));
  }
}

/** A message that is named as in the protocol. One without `data` is flat: its fields stand at the top level. */
function asWritten(type: string, message: JsonObject): ProtocolMessage {
  const data = fieldsOf(message);
  if (message.data !== undefined) return { type, data, fieldsAt: 'data', form: ordinaryForm };
  return { type, data, fieldsAt: '', form: type === 'state_query' ? flatStateForm : flatForm };
}

function fieldsOf(message: JsonObject): JsonObject {
  if (isJsonObject(message.data)) return message.data;
  if (message.type === 'action' && isJsonObject(message.action)) return message.action;
  return Object.fromEntries(Object.entries(message).filter(([key]) => !ENVELOPE_KEYS.has(key)));
}

/** An action may be a string, or flat: also when its data names it by `type`. An offer sent back looks flat and loses nothing. */
function action(message: JsonObject): Result<ProtocolMessage> {
  const { data, action: named } = message;
  const text = data === undefined ? named : data;
  if (typeof text === 'string') {
    const parsed = parseCanonicalAction(text);
    return parsed.ok ? ok(flatAction(currentAction(parsed.value), 'data')) : parsed;
  }
  if (!isJsonObject(data)) return ok(flatAction(fieldsOf(message), data === undefined ? '' : 'data'));
  const current = currentAction(data);
  const isFlat = typeof current.type === 'string' && current.action_type === undefined;
  return ok(
    isFlat
      ? flatAction(current, 'data')
      : { type: 'action', data: current, fieldsAt: 'data', form: ordinaryForm },
  );
}

const actionSchema = z.compile(actionDataSchema);

/** A flat action; one that the schema refuses stays as it is, so that the refusal names the client's own fields. */
function flatAction(fields: JsonObject, fieldsAt: '' | 'data'): ProtocolMessage {
  const isValid = actionSchema.safeParse(fields).success;
  return { type: 'action', data: isValid ? flatActionData(fields) : fields, fieldsAt, form: flatForm };
}

/** A flat action in the specification's form: action_type, actor_id, target. Its other fields stay. */
function flatActionData(data: JsonObject): JsonObject {
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

/** A query for units or cities and their legal actions becomes a full state with these sections only. */
function entityQuery(message: JsonObject, of: EntityKind): Result<ProtocolMessage> {
  const fields = fieldsOf(message);
  const ids = readIds(fields, of);
  if (!ids.ok) return ids;
  const isBatch = fields[`${of}_ids`] !== undefined;
  const sections = [of === 'unit' ? 'units' : 'cities', 'legal_actions'];
  const data = { format: 'full', include_legal_actions: true, sections };
  const query = { kind: 'entity_actions', of, ids: ids.value, isBatch } as const;
  return ok({
    type: 'state_query',
    data,
    fieldsAt: 'data',
    form: entityForm(query, message.data === undefined),
  });
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

/** A chat message becomes the action that says it. */
function chat(message: JsonObject): Result<ProtocolMessage> {
  const read = parseWith(chatSchema, fieldsOf(message));
  if (!read.ok) return read;
  const { message: said, text = said, target: named, recipient, player_id: playerId } = read.value;
  if (text === undefined) return fail(missing('message'));
  const target = named ?? recipient ?? playerId;
  const data = { action_type: 'diplomacy_message', text, ...(target === undefined ? {} : { target }) };
  return ok({ type: 'action', data: currentAction(data), fieldsAt: 'data', form: chatForm });
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
