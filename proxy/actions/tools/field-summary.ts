import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import type { Action } from '../action.js';
import { actionJsonSchema } from './action-tools.js';

/** Descriptions of more characters are left to the full set. */
const MAX_DESCRIPTION_CHARS = 32;

const TILE: JsonObject = {
  type: 'object',
  properties: { x: { type: 'integer' }, y: { type: 'integer' } },
  required: ['x', 'y'],
};

/** The fields of several actions by name, in few words. Actions take a bare name for `{value}`, a number for `{id}`. */
export function summarizeFields(actions: readonly Action[], left: ReadonlySet<string>): JsonObject {
  const byName = new Map<string, JsonObject[]>();
  for (const action of actions) {
    const { properties } = actionJsonSchema(action);
    for (const [name, field] of Object.entries(isJsonObject(properties) ? properties : {}))
      if (isJsonObject(field) && !left.has(name)) byName.set(name, [...(byName.get(name) ?? []), field]);
  }
  return Object.fromEntries([...byName].map(([name, fields]) => [name, summarizeField(fields)]));
}

function summarizeField(fields: readonly JsonObject[]): JsonObject {
  const members = uniqueSchemas(fields.flatMap(fieldForms));
  const [first = {}] = members;
  const descriptions = new Set(fields.map(({ description }) => description));
  const [description] = descriptions;
  const isShort = typeof description === 'string' && description.length <= MAX_DESCRIPTION_CHARS;
  // What a target is, its forms say.
  const isTarget = String(description).startsWith('{');
  const about = descriptions.size === 1 && isShort && !isTarget ? { description } : {};
  return members.length === 1 ? { ...first, ...about } : { anyOf: members };
}

/** The short forms of a field; one that takes the name or the number of the same thing takes the name. */
function fieldForms(field: JsonObject): readonly JsonObject[] {
  const forms = bareForms(field);
  const isNameOrNumber =
    Array.isArray(field.anyOf) && forms.every(({ type, enum: values }) => PLAIN.has(type) && !values);
  return isNameOrNumber ? [nameOrSelf(forms)] : forms;
}

const PLAIN: ReadonlySet<unknown> = new Set(['string', 'integer']);

/** The short forms in which a field can be written. */
function bareForms(field: JsonObject): readonly JsonObject[] {
  const { type, anyOf, properties, items, enum: values, const: only } = field;
  if (Array.isArray(anyOf)) return anyOf.filter(isJsonObject).flatMap(bareForms);
  if (isJsonObject(properties)) return objectForms(properties);
  if (type === 'object') return [];
  if (only !== undefined) return [{ type, enum: [only] }];
  if (isJsonObject(items)) return [{ type, items: nameOrSelf(uniqueSchemas(bareForms(items))) }];
  return [values === undefined ? { type } : { type, enum: values }];
}

function objectForms(properties: JsonObject): readonly JsonObject[] {
  const { x, id, value, ...others } = properties;
  if (x !== undefined) return [TILE];
  if (Object.keys(others).length > 0) return [partsOf(properties)];
  const ids = isJsonObject(id) ? bareForms(id) : [];
  // A name says what a number would.
  const names = isJsonObject(value) ? [nameOrSelf(bareForms(value))] : [];
  return [...ids, ...names];
}

/** An object that is no name of a thing, such as a clause of a treaty. */
function partsOf(properties: JsonObject): JsonObject {
  const parts = Object.entries(properties).flatMap(([name, field]) =>
    isJsonObject(field) ? [[name, nameOrSelf(bareForms(field))] as const] : [],
  );
  return { type: 'object', properties: Object.fromEntries(parts) };
}

/** One schema for the items of a list; what has a name and a number is named. */
function nameOrSelf(forms: readonly JsonObject[]): JsonObject {
  const named = forms.filter(({ type }) => type !== 'integer');
  const [first = {}, ...others] = named.length > 0 ? named : forms;
  return others.length === 0 ? first : { anyOf: [first, ...others] };
}

/** Each schema once; a string of any kind goes before the same string with choices. */
function uniqueSchemas(schemas: readonly JsonObject[]): readonly JsonObject[] {
  const all = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const isAnyText = all.some((schema) => schema.type === 'string' && schema.enum === undefined);
  return all.filter((schema) => !(isAnyText && schema.type === 'string' && schema.enum !== undefined));
}
