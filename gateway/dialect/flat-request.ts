import { isJsonObject, type JsonObject } from '#shared/core/json.js';

/** `spec`: the specification's envelope. `flat`: fields at the top level, as clients of an earlier gateway write. */
export type Dialect = 'spec' | 'flat';

const envelopeKeys: ReadonlySet<string> = new Set(['type', 'agent_id', 'timestamp', 'correlation_id']);

/**
 * A request without `data` is flat; so is an action whose data names it by `type` (an offer of ours sent back as
 * it is does too, and loses nothing: the answer to a flat action has the specification's fields and more).
 */
export function dialectOf(message: JsonObject): Dialect {
  if (message.data === undefined) return 'flat';
  if (message.type !== 'action' || !isJsonObject(message.data)) return 'spec';
  const { type, action_type: actionType } = message.data;
  return typeof type === 'string' && actionType === undefined ? 'flat' : 'spec';
}

/** The fields of a request, wherever its dialect keeps them. */
export function flatFields(message: JsonObject): JsonObject {
  if (isJsonObject(message.data)) return message.data;
  if (message.type === 'action' && isJsonObject(message.action)) return message.action;
  return Object.fromEntries(Object.entries(message).filter(([key]) => !envelopeKeys.has(key)));
}

/** A flat action in the specification's form: action_type, actor_id, target. What it says beyond that stays. */
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
