import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { sharedName } from './protocol-documents.js';

/** Values of fields that many messages have. */
const usual: Readonly<Record<string, unknown>> = {
  agent_id: 'my-agent',
  game_id: 'first-game',
  api_token: 'TOKEN',
  correlation_id: 'request-1',
  timestamp: 1_790_000_000,
  action_type: 'end_turn',
  actions: [{ action_type: 'end_turn' }],
  unit_id: 102,
};

/** Fields that an example has although they are not required. */
const SHOWN: readonly string[] = ['agent_id', 'correlation_id', 'data', 'action_type', 'actions', 'format'];

/** Objects inside one another are shown so deep; below they are empty. */
const MAX_DEPTH = 6;

/** Makes examples of messages. Shared schemas are those by their names. */
export class Examples {
  readonly #types: Readonly<Record<string, JsonObject>>;

  constructor(types: Readonly<Record<string, JsonObject>>) {
    this.#types = types;
  }

  /** A message that fits the schema: the fields that it needs, and of several forms of a value the first. */
  of(message: JsonObject): unknown {
    return this.#fields(message, 0);
  }

  #value(schema: JsonObject, depth: number): unknown {
    const [given] = givenValues(schema);
    if (given !== undefined) return given;
    const inner = this.#inner(schema);
    if (inner !== undefined) return this.#value(inner, depth);
    switch (typeOf(schema)) {
      case 'object':
        return depth >= MAX_DEPTH ? {} : this.#fields(schema, depth);
      case 'array':
        return this.#items(schema, depth);
      case 'integer':
      case 'number':
        return typeof schema.minimum === 'number' ? Math.max(schema.minimum, 0) : 1;
      case 'boolean':
        return true;
      case 'string':
        return 'text';
      default:
        return null;
    }
  }

  /** The shared schema that it refers to, or the first of its forms. */
  #inner(schema: JsonObject): JsonObject | undefined {
    const { $ref, allOf, anyOf, oneOf, properties } = schema;
    if (typeof $ref === 'string') return this.#types[sharedName($ref) ?? ''];
    if (properties !== undefined) return undefined;
    return [allOf, anyOf, oneOf].filter(Array.isArray).flat().find(isJsonObject);
  }

  #fields({ properties, required }: JsonObject, depth: number): JsonObject {
    const names = [...(depth < 2 ? SHOWN : []), ...(Array.isArray(required) ? required : [])];
    const fields = Object.entries(isJsonObject(properties) ? properties : {});
    return Object.fromEntries(
      fields
        .filter(([name]) => names.includes(name))
        .map(([name, field]) => [
          name,
          usualValue(name, asSchema(field)) ?? this.#value(asSchema(field), depth + 1),
        ]),
    );
  }

  #items({ items, prefixItems, minItems }: JsonObject, depth: number): readonly unknown[] {
    const each = Array.isArray(prefixItems) ? prefixItems : minItems === undefined ? [] : [items];
    return depth >= MAX_DEPTH ? [] : each.map((item) => this.#value(asSchema(item), depth + 1));
  }
}

/** Of the field with that name; a list that may be empty is. */
function usualValue(name: string, { type, minItems }: JsonObject): unknown {
  return type === 'array' && minItems === undefined ? undefined : usual[name];
}

/** The values that the schema names itself. */
function givenValues({ const: constant, examples, default: ordinary, enum: choices }: JsonObject) {
  const lists = [examples, choices].filter(Array.isArray).flat();
  return [constant, ordinary, ...lists].filter((value) => value !== undefined);
}

function typeOf({ type, properties }: JsonObject): unknown {
  return (Array.isArray(type) ? type[0] : type) ?? (properties === undefined ? undefined : 'object');
}

function asSchema(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
