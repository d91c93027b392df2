import { isJsonObject, type JsonObject } from '#shared/core/json.js';

/** Keywords that the function schemas of all providers take. */
const PORTABLE_KEYWORDS: ReadonlySet<string> = new Set([
  'type',
  'description',
  'enum',
  'items',
  'anyOf',
  'properties',
  'required',
]);

/**
 * A JSON Schema in the part of the language that all providers take: without bounds, patterns and defaults. Objects of
 * any fields cannot be said in it; undefined for one.
 */
export function portableSchema(schema: JsonObject): JsonObject | undefined {
  const { const: only, anyOf, items, properties } = schema;
  if (Array.isArray(anyOf)) return portableUnion(schema, anyOf);
  if (schema.type === 'object' && properties === undefined) return undefined;
  const kept = Object.fromEntries(Object.entries(schema).filter(([key]) => PORTABLE_KEYWORDS.has(key)));
  const item = isJsonObject(items) ? portableSchema(items) : undefined;
  if (items !== undefined && item === undefined) return undefined;
  return {
    ...kept,
    ...(only !== undefined && { enum: [only] }),
    ...(item !== undefined && { items: item }),
    ...(isJsonObject(properties) && portableFields(properties, schema.required)),
  };
}

function portableUnion({ description }: JsonObject, anyOf: readonly unknown[]): JsonObject | undefined {
  const members = anyOf.filter(isJsonObject).flatMap((member) => portableSchema(member) ?? []);
  const [first] = members;
  if (first === undefined) return undefined;
  const about = description === undefined ? {} : { description };
  return members.length === 1 ? { ...first, ...about } : { ...about, anyOf: members };
}

function portableFields(properties: JsonObject, required: unknown): JsonObject {
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const portable = isJsonObject(field) ? portableSchema(field) : undefined;
    return portable === undefined ? [] : [[name, portable] as const];
  });
  const names = new Set(fields.map(([name]) => name));
  const kept = Array.isArray(required) ? required.filter((name) => names.has(name)) : [];
  return { properties: Object.fromEntries(fields), ...(kept.length > 0 && { required: kept }) };
}

/**
 * A portable schema as OpenAI's strict mode takes it: every object is closed and requires all of its fields; a field that
 * may be absent may be null instead.
 */
export function strictSchema(schema: JsonObject): JsonObject {
  const { properties, items, anyOf, required } = schema;
  if (Array.isArray(anyOf)) return { ...schema, anyOf: anyOf.filter(isJsonObject).map(strictSchema) };
  if (isJsonObject(items)) return { ...schema, items: strictSchema(items) };
  if (!isJsonObject(properties)) return schema;
  const needed = new Set(Array.isArray(required) ? required : []);
  const fields = Object.entries(properties).map(([name, field]) => {
    const strict = strictSchema(isJsonObject(field) ? field : {});
    return [name, needed.has(name) ? strict : nullable(strict)] as const;
  });
  return {
    ...schema,
    properties: Object.fromEntries(fields),
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

function nullable({ description, ...schema }: JsonObject): JsonObject {
  const about = description === undefined ? {} : { description };
  const members = Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
  return { ...about, anyOf: [...members, { type: 'null' }] };
}
