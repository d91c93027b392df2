type Defined = NonNullable<unknown> | null;

/**
 * A function that makes a value once for each key, a thing that is replaced and never changed, and keeps it as long as that.
 * `context` is what `make` needs beside the key: with the same key it leads to the same value.
 */
export function memo<K extends object, V extends Defined, C = void>(
  make: (key: K, context: C) => V,
): (key: K, context: C) => V {
  const kept = new WeakMap<K, V>();
  return (key, context) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const value = make(key, context);
    kept.set(key, value);
    return value;
  };
}

/** The same for a value that depends on one thing more: the last one of a key is kept while `input` is the same. */
export function memoByInput<K extends object, I, V, C = void>(
  make: (key: K, input: I, context: C) => V,
): (key: K, input: I, context: C) => V {
  const kept = new WeakMap<K, { readonly input: I; readonly value: V }>();
  return (key, input, context) => {
    const known = kept.get(key);
    if (known !== undefined && known.input === input) return known.value;
    const value = make(key, input, context);
    kept.set(key, { input, value });
    return value;
  };
}
