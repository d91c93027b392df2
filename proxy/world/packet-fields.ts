/** Whether two packets of one kind are the same in all fields but these. */
export function differOnlyIn<T extends object>(
  before: T,
  after: T,
  fields: ReadonlySet<string> = new Set(),
): boolean {
  for (const name in after) if (before[name] !== after[name] && !fields.has(name)) return false;
  return true;
}
