import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import type { ToolsQuery } from '#shared/protocol/tools.js';
import { actions } from '../registry.js';
import { actionTools, type ToolDefinition } from './action-tools.js';
import { smallSet } from './tool-descriptions.js';

/** The tools that a query asks for, in the form of a provider: the field `tools` of a request to it. */
export function toolsFor(query: ToolsQuery): readonly JsonObject[] {
  if (query.set === 'full') return inProviderForm(actionTools(actions.values()), query);
  const tools = smallSet();
  if (query.format !== 'mcp') return inProviderForm(tools, query);
  return inProviderForm(
    tools.map((tool) => ({ ...tool, input: withoutUnions(tool.input) })),
    query,
  );
}

/** Tools in the form of a provider. */
export function inProviderForm(
  tools: readonly ToolDefinition[],
  { format, strict }: Pick<ToolsQuery, 'format' | 'strict'>,
): readonly JsonObject[] {
  const isStrict = strict === 'true';
  switch (format) {
    case 'openai':
      return tools.map((tool) => ({
        type: 'function',
        function: { ...openAiFunction(tool, isStrict), ...(isStrict && { strict: true }) },
      }));
    case 'responses':
      // Without the field the Responses API would be strict.
      return tools.map((tool) => ({ type: 'function', ...openAiFunction(tool, isStrict), strict: isStrict }));
    case 'anthropic':
      return tools.map(({ name, description, input }) => ({ name, description, input_schema: input }));
    case 'gemini':
      return [{ functionDeclarations: tools.map(geminiFunction) }];
    case 'mcp':
      return tools.map(mcpTool);
  }
}

function openAiFunction({ name, description, input }: ToolDefinition, isStrict: boolean) {
  return { name, description, parameters: isStrict ? strictSchema(portableInput(input)) : input };
}

function geminiFunction({ name, description, input }: ToolDefinition) {
  const parameters = portableInput(input);
  const isEmpty = Object.keys(Object(parameters.properties)).length === 0;
  // Gemini refuses an object without fields.
  return { name, description, ...(!isEmpty && { parameters }) };
}

function portableInput(input: JsonObject): JsonObject {
  return portableSchema({ properties: {}, ...input }) ?? { type: 'object', properties: {} };
}

function mcpTool({ name, description, input, output, isRead }: ToolDefinition): JsonObject {
  return {
    name,
    description,
    inputSchema: input,
    ...(output !== undefined && { outputSchema: output }),
    ...(isRead && { annotations: { readOnlyHint: true } }),
  };
}

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

/** A JSON Schema without bounds, patterns and defaults, as all providers take it; undefined for objects of any fields. */
function portableSchema(schema: JsonObject): JsonObject | undefined {
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

/** A portable schema for OpenAI's strict mode: closed objects with all fields required; an optional one may be null. */
function strictSchema(schema: JsonObject): JsonObject {
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

/**
 * A schema in which each union is a text, which the gateway reads as what it stands for. MCP clients hand schemas to any provider
 * and check calls against what is left of them: LangChain keeps only the objects of a union, and Gemini takes no list of types.
 */
function withoutUnions(schema: JsonObject): JsonObject {
  const { anyOf, items, properties } = schema;
  if (Array.isArray(anyOf))
    return { type: 'string', description: anyOf.filter(isJsonObject).map(memberWords).join(', ') };
  const fields = isJsonObject(properties) ? Object.entries(properties) : [];
  return {
    ...schema,
    ...(isJsonObject(items) && { items: withoutUnions(items) }),
    ...(isJsonObject(properties) && {
      properties: Object.fromEntries(
        fields.map(([name, field]) => [name, isJsonObject(field) ? withoutUnions(field) : field]),
      ),
    }),
  };
}

/** What a member of a union is, as a text. */
function memberWords({ type, enum: values }: JsonObject): string {
  if (Array.isArray(values)) return values.join(', ');
  if (type === 'object') return 'tile "x,y"';
  return type === 'integer' ? 'number' : 'name';
}
