const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** The dotted path of the first key that could reach a prototype, or undefined. Call only on bounded depth. */
export function forbiddenKey(value: unknown): string | undefined {
  return pathTo(value)?.join('.');
}

function pathTo(value: unknown): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (forbidden.has(key)) return [key];
    // The path is put together on the way back only: hardly any message has one.
    const rest = typeof inner === 'object' ? pathTo(inner) : undefined;
    if (rest !== undefined) return [key, ...rest];
  }
  return undefined;
}
