import type { JsonObject } from '../input/json-object.js';

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
