import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { sharedName } from './protocol-documents.js';

/** A field of a message as it is shown to people. */
export interface FieldRow {
  /** From the top of the data, for example `units[].moves_left`; `*` stands for any key. */
  readonly path: string;
  /** Its type in words, for example `integer or null`, or the name of a shared schema. */
  readonly type: string;
  readonly isOptional: boolean;
  readonly description: string;
}

/** Every field that a JSON Schema describes, each before the fields inside it. */
export function fieldRows(schema: JsonObject, path = ''): readonly FieldRow[] {
  const inner = objectOf(schema.additionalProperties) ?? {};
  return [
    ...propertyRows(schema, path),
    ...(Object.keys(inner).length === 0 ? [] : valueRows(inner, join(path, '*'), false)),
    ...schemasOf(schema.prefixItems).flatMap((part, at) => valueRows(part, `${path}[${at}]`, false)),
    ...itemRows(schema, path),
    ...variantRows(schema, path),
  ];
}

function propertyRows(schema: JsonObject, path: string): readonly FieldRow[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(objectOf(schema.properties) ?? {}).flatMap(([name, value]) => {
    const field = objectOf(value);
    return field === undefined ? [] : valueRows(field, join(path, name), !required.includes(name));
  });
}

/** Several forms that an object may have are told apart by a row in front of each. */
function variantRows(schema: JsonObject, path: string): readonly FieldRow[] {
  const all = variants(schema);
  const objects = all.filter(({ properties }) => properties !== undefined);
  if (objects.length < 2) return all.flatMap((variant) => fieldRows(variant, path));
  return all.flatMap((variant, at) => [
    { path, type: `form ${at + 1}`, isOptional: false, description: formWords(variant) },
    ...fieldRows(variant, path),
  ]);
}

/** What a form is told by: its own description, or its constant fields. */
function formWords({ description, properties, required }: JsonObject): string {
  if (typeof description === 'string') return description;
  const constants = Object.entries(objectOf(properties) ?? {}).flatMap(([name, value]) => {
    const field = objectOf(value);
    const isAlways = Array.isArray(required) && required.includes(name);
    return isAlways && field !== undefined && 'const' in field
      ? [`${name}: ${JSON.stringify(field.const)}`]
      : [];
  });
  return constants.join(', ');
}

/** Lists of plain values are told by their own row. */
function itemRows(schema: JsonObject, path: string): readonly FieldRow[] {
  const items = objectOf(schema.items);
  return items === undefined ? [] : fieldRows(items, `${path}[]`);
}

function valueRows(field: JsonObject, path: string, isOptional: boolean): readonly FieldRow[] {
  const { description } = field;
  const row = { path, type: typeWords(field), isOptional, description: String(description ?? '') };
  return [row, ...fieldRows(field, path)];
}

/** The type of a value in words, for example `list of integer`. */
function typeWords(schema: JsonObject): string {
  if (typeof schema.$ref === 'string') return sharedName(schema.$ref) ?? schema.$ref;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  const choices = variants(schema).map(typeWords);
  if (choices.length > 0) return [...new Set(choices)].join(' or ');
  const items = objectOf(schema.items);
  if (items !== undefined && schema.prefixItems === undefined) return `list of ${typeWords(items)}`;
  return Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'any');
}

function variants(schema: JsonObject): readonly JsonObject[] {
  return [...schemasOf(schema.anyOf), ...schemasOf(schema.oneOf), ...schemasOf(schema.allOf)];
}

function schemasOf(value: unknown): readonly JsonObject[] {
  if (!Array.isArray(value)) return [];
  return value.map(objectOf).filter((one) => one !== undefined);
}

function objectOf(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
