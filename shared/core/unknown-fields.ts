import { closest, distance } from 'fastest-levenshtein';

/** Edits by which a misspelt name may differ from the one that is meant. */
const MAX_EDITS = 2;

/** The known name that a misspelt one probably stands for; undefined when none is near, and for names too short to tell. */
export function nearName(name: string, known: readonly string[]): string | undefined {
  const near = closest(name, known);
  return name.length > MAX_EDITS && distance(name, near) <= MAX_EDITS ? near : undefined;
}

/** A sentence for each of these fields that is not known, with the known field that may be meant. `owner`: what has the fields. */
export function unknownFields(
  owner: string,
  fields: readonly string[],
  known: readonly string[],
): readonly string[] {
  return fields
    .filter((field) => !known.includes(field))
    .map((field) => {
      const near = nearName(field, known);
      return `${owner} has no field ${field}${near === undefined ? '' : `; did you mean ${near}?`}`;
    });
}
