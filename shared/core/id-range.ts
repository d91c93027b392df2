/** Whole numbers from `first` to `last`, both included. */
export interface IdRange {
  readonly first: number;
  readonly last: number;
}

/** Higher ones mean "no id" to the system. */
const MAX_ID = 0xffff_fffe;

/** Reads "first-last". Undefined when that is no range, or one with root in it. */
export function parseIdRange(text: string): IdRange | undefined {
  const [, first, last] = (/^(\d+)-(\d+)$/.exec(text) ?? []).map(Number);
  if (first === undefined || last === undefined) return undefined;
  return first > 0 && first <= last && last <= MAX_ID ? { first, last } : undefined;
}
