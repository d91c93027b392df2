import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import type { Advice } from '#shared/protocol/state/brief.js';

/** One action for one actor or several, for one reason. */
interface AdviceGroup {
  readonly action: string;
  readonly actors: number[];
  readonly fields: string;
  readonly why: string;
}

/**
 * Advice as lines: `city_production actor_ids [126, 131], target granary: soon pays`. Names and values are those that the tool `do`
 * takes. Advice that differs only in the actor is one line.
 */
export function adviceLines(advice: readonly Advice[]): readonly string[] {
  const groups = new Map<string, AdviceGroup>();
  for (const { do: action, why } of advice) {
    const { action_type: name, actor, rest } = actionParts(action);
    const fields = Object.entries(rest).map(([field, value]) => `${field} ${valueText(value)}`);
    const group = { action: name, actors: [], fields: fields.join(', '), why };
    // An action without an actor is not grouped.
    const key = JSON.stringify(actor === undefined ? [groups.size] : [name, group.fields, why]);
    const known = groups.get(key) ?? group;
    if (actor !== undefined) known.actors.push(actor);
    groups.set(key, known);
  }
  return [...groups.values()].map(groupText);
}

/** An action in words, as the tool `do` takes it: `city_buy actor_id 126, max_cost 34`. */
export function actionWords(action: JsonObject): string {
  const { action_type: name, actor, rest } = actionParts(action);
  const fields = Object.entries(rest).map(([field, value]) => `${field} ${valueText(value)}`);
  return wordsOf(name, actor === undefined ? [] : [actor], fields.join(', '));
}

function groupText({ action, actors, fields, why }: AdviceGroup): string {
  return `${wordsOf(action, actors, fields)}: ${why}`;
}

function wordsOf(action: string, actors: readonly number[], fields: string): string {
  const [only] = actors;
  const who =
    only === undefined ? [] : [actors.length === 1 ? `actor_id ${only}` : `actor_ids [${actors.join(', ')}]`];
  const parts = [...who, ...(fields === '' ? [] : [fields])];
  return parts.length === 0 ? action : `${action} ${parts.join(', ')}`;
}

/** The actor of an action, which different actions name differently, and the other fields. `x` and `y` become a target. */
function actionParts(action: JsonObject) {
  const { action_type: type, actor_id: id, unit_id: unit, city_id: city, x, y, ...others } = action;
  const actor = [id, unit, city].find((one) => typeof one === 'number');
  const place = x === undefined || y === undefined ? {} : { target: { x, y } };
  const given = Object.entries({ ...place, ...others }).filter(([, value]) => value !== undefined);
  return { action_type: String(type), actor, rest: Object.fromEntries(given) };
}

/** A tile as `19,2`, an object with an id or a name as that, other objects as JSON. */
function valueText(value: unknown): string {
  if (!isJsonObject(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value);
  const { x, y, id, value: name } = value;
  if (x !== undefined && y !== undefined) return `${String(x)},${String(y)}`;
  return String(id ?? name ?? JSON.stringify(value));
}
