import { isJsonObject, type JsonObject } from '#shared/core/json.js';

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
