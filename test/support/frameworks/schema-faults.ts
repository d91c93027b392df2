import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import type { OfferedTool } from './framework-prompt.js';

/** Longest name of a tool that all three interfaces take, in characters. */
const MAX_NAME = 64;

/** What providers refuse of a tool's definition, one sentence each: names, and schemas as OpenAI and Anthropic take them. */
export function toolFaults({ name, schema, isStrict }: OfferedTool): readonly string[] {
  const named = /^[\w-]+$/.test(name) && name.length <= MAX_NAME ? [] : [`${name} is no name of a tool`];
  if (!isJsonObject(schema) || schema.type !== 'object') return [...named, `${name}: no object`];
  // Both refuse alternatives at the top, and OpenAI an object without its fields.
  const atTop = ['anyOf', 'oneOf', 'allOf', 'enum', 'not'].filter((word) => word in schema);
  const top = [...atTop.map((word) => `${name}: ${word} at the top`)];
  return [...named, ...top, ...schemaFaults(schema, isStrict).map((fault) => `${name}${fault}`)];
}

function schemaFaults(schema: JsonObject, isStrict: boolean): readonly string[] {
  const { type, items, properties, required, additionalProperties } = schema;
  const types = Array.isArray(type) ? type : [type];
  const faults = types.includes('array') && !isJsonObject(items) ? [': an array without items'] : [];
  const fields = isJsonObject(properties) ? Object.entries(properties) : [];
  if (isStrict && types.includes('object')) {
    if (additionalProperties !== false) faults.push(': strict, and open for other fields');
    const names = Array.isArray(required) ? required : [];
    for (const [field] of fields) if (!names.includes(field)) faults.push(`.${field}: strict, and optional`);
  }
  const below: readonly (readonly [string, unknown])[] = [
    ...fields.map(([field, value]) => [`.${field}`, value] as const),
    ...alternatives(schema).map((value) => ['', value] as const),
    ['[]', items],
  ];
  return [
    ...faults,
    ...below.flatMap(([at, value]) =>
      isJsonObject(value) ? schemaFaults(value, isStrict).map((fault) => `${at}${fault}`) : [],
    ),
  ];
}

function alternatives({ anyOf, oneOf, allOf }: JsonObject): readonly unknown[] {
  return [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? list : []));
}
