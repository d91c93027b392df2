import { z } from 'zod';
import type { JsonObject } from '#shared/core/json.js';
import type { Action } from './action.js';

/** A tool as APIs of the OpenAI kind take it. */
export interface OpenAiTool {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: JsonObject };
}

/** A tool as Anthropic's API takes it. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonObject;
}

/** The actions as tools in the form of OpenAI's API. */
export function openAiTools(actions: Iterable<Action>): OpenAiTool[] {
  return [...actions].map((action) => ({
    type: 'function',
    function: { name: action.name, description: action.doc, parameters: actionJsonSchema(action) },
  }));
}

/** The actions as tools in the form of Anthropic's API. */
export function anthropicTools(actions: Iterable<Action>): AnthropicTool[] {
  return [...actions].map((action) => ({
    name: action.name,
    description: action.doc,
    input_schema: actionJsonSchema(action),
  }));
}

/** The fields of an action as JSON Schema: what agents may send, without what only zod needs to say. */
export function actionJsonSchema({ schema }: Action): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return plain(rest);
}

/** Objects take unknown fields anyway, and the bounds of whole numbers as such tell nobody anything. */
function plain(schema: object): JsonObject {
  const entries = Object.entries(schema).filter(
    ([key, value]) => key !== 'additionalProperties' && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER,
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, plainValue(value)]));
}

function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  return typeof value === 'object' && value !== null ? plain(value) : value;
}
