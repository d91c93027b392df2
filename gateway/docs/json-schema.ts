import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema of what may be sent, or of what is answered. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

/** An object of any members. */
export const anyObject: JsonSchema = { type: 'object' };
