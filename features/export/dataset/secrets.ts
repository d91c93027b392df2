/** Put where a secret was. */
const REMOVED = '[removed]';
/** Shorter values of settings are words that stand in any text. */
const MIN_SECRET_CHARS = 12;

/** What looks like a secret wherever it stands: keys of providers, bearer tokens, JSON Web Tokens, tokens that a gateway made. */
const SHAPES = [
  /\bsk-[A-Za-z0-9_-]{16,}/g,
  /\bAIza[A-Za-z0-9_-]{30,}/g,
  /\bAKIA[A-Z0-9]{16}\b/g,
  /\b(?:gh[pousr]|hf)_[A-Za-z0-9]{20,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g,
  /(?<=\bBearer\s+)[A-Za-z0-9._~+/=-]{16,}/g,
  /\b[0-9a-f]{48}\b/g,
];

/** Removes secrets from texts, and counts them. Halves of surrogate pairs become U+FFFD. */
export class SecretFilter {
  readonly #known: readonly string[];
  #removed = 0;

  /** `known`: secrets by their value, whatever they look like. */
  constructor(known: readonly string[] = []) {
    this.#known = known.toSorted((a, b) => b.length - a.length);
  }

  get removed(): number {
    return this.#removed;
  }

  /** The value with each of its texts, names of fields among them, without secrets. */
  clean<T>(value: T): T;
  clean(value: unknown): unknown {
    if (typeof value === 'string') return this.#cleanText(value);
    if (Array.isArray(value)) return value.map((item: unknown) => this.clean(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [this.#cleanText(key), this.clean(inner)]),
    );
  }

  #cleanText(text: string): string {
    // Half of a pair is no character: JSON Lines could hold it, Parquet could not.
    let cleaned = text.replace(/\p{Surrogate}/gu, '\ufffd');
    for (const secret of this.#known) {
      const parts = cleaned.split(secret);
      this.#removed += parts.length - 1;
      cleaned = parts.join(REMOVED);
    }
    for (const shape of SHAPES)
      cleaned = cleaned.replace(shape, () => {
        this.#removed += 1;
        return REMOVED;
      });
    return cleaned;
  }
}

/** The secrets among environment variables: values of those that are called a token, key, secret or password. */
export function secretsIn(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const values = Object.entries(environment).flatMap(([name, value = '']) =>
    /(?:TOKENS?|KEYS?|SECRETS?|PASSWORDS?)$/.test(name) ? value.split(/[,=\s]/) : [],
  );
  return [...new Set(values.filter((value) => value.length >= MIN_SECRET_CHARS))];
}
