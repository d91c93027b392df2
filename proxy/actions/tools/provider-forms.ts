import type { JsonObject } from '#shared/core/json.js';
import type { ToolsQuery } from '#shared/protocol/tools.js';
import { actions } from '../registry.js';
import { actionTools, type ToolDefinition } from './action-tools.js';
import { portableSchema, strictSchema } from './portable-schema.js';
import { smallSet } from './tool-descriptions.js';

/** The tools that a query asks for, in the form of a provider: the field `tools` of a request to it. */
export function toolsFor(query: ToolsQuery): readonly JsonObject[] {
  return inProviderForm(query.set === 'small' ? smallSet() : actionTools(actions.values()), query);
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
