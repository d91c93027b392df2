import { z } from 'zod';
import type { JsonObject } from '#shared/core/json.js';
import type { Action } from '../action.js';

/** A tool for language models, before it has the form of a provider. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments: an object. */
  readonly input: JsonObject;
  /** JSON Schema of its result; undefined when it is a verdict in full. */
  readonly output?: JsonObject;
  /** Whether it changes nothing in the game. */
  readonly isRead: boolean;
}

/** The full set: one tool for each action. */
export function actionTools(actions: Iterable<Action>): ToolDefinition[] {
  return [...actions].map((action) => ({
    name: action.name,
    description: action.doc,
    input: actionJsonSchema(action),
    isRead: false,
  }));
}

/** The fields of an action as JSON Schema: what agents may send, without what only zod needs to say. */
export function actionJsonSchema({ schema }: Action): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return plain(rest);
}

/** Objects take unknown fields anyway, and the bounds of whole numbers as such say nothing. */
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
