const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** The dotted path of the first key that could reach a prototype, or undefined. Call only on bounded depth. */
export function forbiddenKey(value: unknown, path = ''): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const here = path === '' ? key : `${path}.${key}`;
    if (forbidden.has(key)) return here;
    const found = forbiddenKey(inner, here);
    if (found !== undefined) return found;
  }
  return undefined;
}
