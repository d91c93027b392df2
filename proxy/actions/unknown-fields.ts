import { closest, distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { type ActionData, actionDataSchema } from '#shared/protocol/actions.js';
import type { Action } from './action.js';
import { ALIASED_FIELDS } from './action-fields.js';

/** Edits by which a misspelt field may differ from the one that is meant. */
const MAX_EDITS = 2;

/** A sentence for each field that neither the action nor any other reads. None for an offer that was sent back as it is. */
export function unknownFieldWarnings(data: ActionData, action: Action): readonly string[] {
  const { schema, name } = action;
  if (!(schema instanceof z.ZodObject) || 'label' in data) return [];
  const own = Object.keys(schema.shape);
  const known = new Set([...own, ...Object.keys(actionDataSchema.shape), ...ALIASED_FIELDS]);
  return Object.keys({ ...data.parameters, ...data })
    .filter((field) => !known.has(field))
    .map((field) => {
      const near = closest(field, [...known]);
      const hint = distance(field, near) <= MAX_EDITS ? `; did you mean ${near}?` : '';
      return `${name} has no field ${field}${hint}`;
    });
}
