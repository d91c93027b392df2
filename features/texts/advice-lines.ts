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
 * Advice as lines: the action, its `actor_id` or `actor_ids`, its `target`, its other fields and the reason, as in
 * `city_production [126, 131] granary: soon pays`. Without an actor the target is named. Names and values are those that the tool `do`
 * takes. Advice that differs only in the actor is one line.
 */
export function adviceLines(advice: readonly Advice[]): readonly string[] {
  const groups = new Map<string, AdviceGroup>();
  for (const { do: action, why } of advice) {
    const { action_type: name, actor, rest } = actionParts(action);
    const group = { action: name, actors: [], fields: fieldsText(rest, actor !== undefined), why };
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
  const fields = fieldsText(rest, false);
  if (actor === undefined) return fields === '' ? name : `${name} ${fields}`;
  return [`${name} actor_id ${actor}`, ...(fields === '' ? [] : [fields])].join(', ');
}

/** `target granary, max_cost 34`; without the word `target` where `isTargetPlain`. */
function fieldsText(fields: JsonObject, isTargetPlain: boolean): string {
  return Object.entries(fields)
    .map(([field, value]) => `${isTargetPlain && field === 'target' ? '' : `${field} `}${valueText(value)}`)
    .join(', ');
}

function groupText({ action, actors, fields, why }: AdviceGroup): string {
  const [only] = actors;
  const who = actors.length > 1 ? `[${actors.join(', ')}]` : only;
  const parts = [action, who, fields].filter((part) => part !== undefined && part !== '');
  return `${parts.join(' ')}: ${why}`;
}

/** The actor of an action, which different actions name differently, and the other fields. `x` and `y` become a target. */
function actionParts(action: JsonObject) {
  const { action_type: type, actor_id: id, unit_id: unit, city_id: city, x, y, ...others } = action;
  const actor = [id, unit, city].find((one) => typeof one === 'number');
  const place = x === undefined || y === undefined ? {} : { target: { x, y } };
  const given = Object.entries({ ...place, ...others }).filter(([, value]) => value !== undefined);
  return { action_type: String(type), actor, rest: Object.fromEntries(given) };
}

/** A tile as `19,2`, an object with an id or a name as that, clauses as `[me advance currency, them gold 33]`, other objects as JSON. */
function valueText(value: unknown): string {
  if (Array.isArray(value) && value.every(isClause)) return `[${value.map(clauseText).join(', ')}]`;
  if (!isJsonObject(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value);
  const { x, y, id, value: name } = value;
  if (x !== undefined && y !== undefined) return `${String(x)},${String(y)}`;
  return String(id ?? name ?? JSON.stringify(value));
}

function isClause(value: unknown): value is JsonObject {
  return isJsonObject(value) && typeof value.clause === 'string' && typeof value.giver === 'string';
}

function clauseText({ giver, clause, value }: JsonObject): string {
  return [giver, clause, value].filter((part) => part !== undefined).join(' ');
}
