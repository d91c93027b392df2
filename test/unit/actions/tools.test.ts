import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { mcpToolsSchema, toolNames } from '#shared/protocol/tools.js';
import { actions, actionsByAnyName } from '../../../proxy/actions/registry.js';
import { actionJsonSchema, actionTools } from '../../../proxy/actions/tools/action-tools.js';
import { inProviderForm, toolsFor } from '../../../proxy/actions/tools/provider-forms.js';
import { smallSet } from '../../../proxy/actions/tools/tool-descriptions.js';

const all = [...actions.values()];

test('no two actions answer to one name', () => {
  const names = all.flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(names).toHaveLength(new Set(names).size);
  expect(actionsByAnyName.size).toBe(names.length);
});

test.each(all.map((action) => [action.name, action] as const))(
  '%s has a name, a line and a schema that models take',
  (name, action) => {
    expect(name).toMatch(/^[a-z][a-z0-9_]{2,63}$/);
    expect(action.doc).toMatch(/^[A-Z].*\.$/);
    expect(action.doc.length).toBeLessThan(200);
    const schema = actionJsonSchema(action);
    expect(schema).toMatchObject({ type: 'object', properties: expect.anything() });
    expect(JSON.stringify(schema)).not.toMatch(/\$schema|additionalProperties|9007199254740991/);
  },
);

test('tools are in the form each kind of API takes', () => {
  const rates = actions.get('player_rates');
  if (rates === undefined) throw new Error('no player_rates');
  const percent = { type: 'integer', minimum: 0, maximum: 100 };
  const schema = {
    type: 'object',
    properties: { tax: percent, luxury: percent, science: percent },
    required: ['tax', 'luxury', 'science'],
  };
  const tools = actionTools([rates]);
  const { name, doc: description } = rates;
  const portable = {
    type: 'object',
    properties: { tax: { type: 'integer' }, luxury: { type: 'integer' }, science: { type: 'integer' } },
    required: ['tax', 'luxury', 'science'],
  };
  const inForm = (
    format: 'openai' | 'responses' | 'anthropic' | 'gemini',
    strict: 'true' | 'false' = 'false',
  ) => inProviderForm(tools, { format, strict });
  expect(inForm('openai')).toEqual([
    { type: 'function', function: { name, description, parameters: schema } },
  ]);
  expect(inForm('responses')).toEqual([
    { type: 'function', name, description, parameters: schema, strict: false },
  ]);
  expect(inForm('openai', 'true')).toEqual([
    {
      type: 'function',
      function: {
        name,
        description,
        parameters: { ...portable, additionalProperties: false },
        strict: true,
      },
    },
  ]);
  expect(inForm('anthropic')).toEqual([{ name, description, input_schema: schema }]);
  expect(inForm('gemini')).toEqual([{ functionDeclarations: [{ name, description, parameters: portable }] }]);
});

/** All schemas within a schema, itself among them. */
function schemasIn(schema: JsonObject): readonly JsonObject[] {
  const { properties, items, anyOf } = schema;
  const inner = [
    ...(isJsonObject(properties) ? Object.values(properties) : []),
    ...(Array.isArray(anyOf) ? anyOf : []),
    items,
  ];
  return [schema, ...inner.filter(isJsonObject).flatMap(schemasIn)];
}

describe.each([
  ['small', smallSet()],
  ['full', actionTools(all)],
] as const)('the %s set', (_, tools) => {
  test('every object of strict definitions is closed and requires all its fields', () => {
    for (const definition of inProviderForm(tools, { format: 'responses', strict: 'true' })) {
      const parameters = isJsonObject(definition.parameters) ? definition.parameters : {};
      for (const schema of schemasIn(parameters)) {
        expect(Object.keys(schema).filter((key) => !STRICT_KEYWORDS.has(key))).toEqual([]);
        expect(schema.type ?? schema.anyOf).toBeDefined();
        if (schema.type !== 'object') continue;
        expect(schema.additionalProperties).toBe(false);
        expect(schema.required).toEqual(Object.keys(Object(schema.properties)));
      }
    }
  });

  test('Gemini gets no keyword and no empty object that it refuses', () => {
    const [form] = inProviderForm(tools, { format: 'gemini', strict: 'false' });
    const functions = Array.isArray(form?.functionDeclarations) ? form.functionDeclarations : [];
    expect(functions).toHaveLength(tools.length);
    const parameters = functions.map((one: JsonObject) => one.parameters).filter(isJsonObject);
    for (const schema of parameters.flatMap(schemasIn)) {
      expect(Object.keys(schema).filter((key) => !PORTABLE_KEYWORDS.has(key))).toEqual([]);
      if (schema.type === 'object') expect(Object.keys(Object(schema.properties))).not.toEqual([]);
    }
  });
});

const PORTABLE_KEYWORDS = new Set([
  'type',
  'description',
  'enum',
  'items',
  'anyOf',
  'properties',
  'required',
]);
const STRICT_KEYWORDS = new Set([...PORTABLE_KEYWORDS, 'additionalProperties']);

const smallSetOfMcp = toolsFor({ set: 'small', format: 'mcp', strict: 'false' });

test('MCP clients get schemas of one type for each field, which LangChain and Gemini take as they are', () => {
  const { tools } = mcpToolsSchema.parse({ tools: smallSetOfMcp });
  for (const { inputSchema } of tools)
    for (const { type, items } of schemasIn(inputSchema)) {
      expect(['object', 'array', 'string', 'integer', 'boolean']).toContain(type);
      expect(isJsonObject(items)).toBe(type === 'array');
    }
});

test('the small set of tools is defined in these words, for which models pay tokens', async () => {
  const text = `${JSON.stringify(smallSetOfMcp, null, 1)}\n`;
  await expect(text).toMatchFileSnapshot('examples/small-set.txt');
});

test('the small set is twelve tools, defined in at most 2,000 tokens with their outputs', () => {
  const definitions = smallSetOfMcp;
  expect(definitions.map(({ name }) => name)).toEqual([...toolNames]);
  for (const { outputSchema } of mcpToolsSchema.parse({ tools: definitions }).tools)
    expect(outputSchema).toMatchObject({ type: 'object' });
  expect(encode(JSON.stringify(definitions)).length).toBeLessThanOrEqual(2000);
});

test('every action of the registry can be named in a tool of the small set', () => {
  const text = JSON.stringify(smallSet().filter(({ name }) => name !== 'do'));
  const others = all.filter(({ name }) => !/^(unit|city)_|^set_city_tiles$/.test(name));
  expect(others.filter(({ name }) => !text.includes(`"${name}"`))).toEqual([]);
});
