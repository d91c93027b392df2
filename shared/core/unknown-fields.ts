import { closest, distance } from 'fastest-levenshtein';

/** Edits by which a misspelt name may differ from the one that is meant. */
const MAX_EDITS = 2;

/** A sentence for each of these fields that is not known, with the known field that may be meant. `owner`: what has the fields. */
export function unknownFields(
  owner: string,
  fields: readonly string[],
  known: readonly string[],
): readonly string[] {
  return fields
    .filter((field) => !known.includes(field))
    .map((field) => {
      const near = closest(field, known);
      const hint = distance(field, near) <= MAX_EDITS ? `; did you mean ${near}?` : '';
      return `${owner} has no field ${field}${hint}`;
    });
}
