import { closest, distance } from 'fastest-levenshtein';
import { z } from 'zod';
import type { JsonObject } from '#shared/core/json.js';
import { type GameRequestType, gameRequests } from '#shared/protocol/game-operations.js';

/** Edits by which a misspelt field may differ from the one that is meant. */
const MAX_EDITS = 2;

/**
 * A sentence for each field of a request that nobody reads, with the field that may be meant. None for an action: only
 * the proxy knows the fields of each.
 */
export function unknownFieldWarnings(type: GameRequestType, data: JsonObject): readonly string[] {
  const schema: z.ZodType = gameRequests[type].data;
  if (type === 'action' || !(schema instanceof z.ZodObject)) return [];
  const known = Object.keys(schema.shape);
  return Object.keys(data)
    .filter((field) => !known.includes(field))
    .map((field) => {
      const near = closest(field, known);
      const hint = distance(field, near) <= MAX_EDITS ? `; did you mean ${near}?` : '';
      return `${type} has no field ${field}${hint}`;
    });
}
