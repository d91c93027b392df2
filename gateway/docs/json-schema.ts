import { z } from 'zod';

/** A JSON Schema object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema of what may be sent (`input`), or of what is answered (`output`). */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: node }) => withoutNoise(node),
  });
  return rest;
}

/** Removes what says nothing to a reader: the range of safe integers, and that names of fields are strings. */
function withoutNoise(node: z.core.JSONSchema.BaseSchema): void {
  if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
  if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
  const { propertyNames: names } = node;
  if (typeof names === 'object' && Object.keys(names).join() === 'type') delete node.propertyNames;
}
