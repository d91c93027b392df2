import type { Action } from '../action.js';
import { actionJsonSchema, type JsonSchema } from './json-schema.js';

/** A tool as APIs of the OpenAI kind take it. */
export interface OpenAiTool {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: JsonSchema };
}

/** A tool as Anthropic's API takes it. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonSchema;
}

export function openAiTools(actions: Iterable<Action>): OpenAiTool[] {
  return [...actions].map((action) => ({
    type: 'function',
    function: { name: action.name, description: action.doc, parameters: actionJsonSchema(action) },
  }));
}

export function anthropicTools(actions: Iterable<Action>): AnthropicTool[] {
  return [...actions].map((action) => ({
    name: action.name,
    description: action.doc,
    input_schema: actionJsonSchema(action),
  }));
}
