/** An object read from JSON, with unchecked fields. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object with fields: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of JSON text; undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** The dotted path of the first key that could reach a prototype, or undefined. Call it only on bounded depth. */
export function forbiddenKey(value: unknown): string | undefined {
  return pathTo(value)?.join('.');
}

function pathTo(value: unknown): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(key)) return [key];
    // The path is built on the way back only: almost no message has one.
    const rest = typeof inner === 'object' ? pathTo(inner) : undefined;
    if (rest !== undefined) return [key, ...rest];
  }
  return undefined;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** How much structure JSON text has, or may have. */
export interface JsonShape {
  /** Arrays and objects within each other. */
  readonly depth: number;
  /** Commas and opening brackets: about one for each value. */
  readonly values: number;
  /** Bytes outside of strings: spaces, brackets, digits. */
  readonly bare: number;
}

/** The shape of JSON bytes before they are parsed: deep or many values would block. Stops after `maxBare` bare bytes. */
export function jsonShape(bytes: Uint8Array, maxBare: number): JsonShape {
  let depth = 0;
  let deepest = 0;
  let values = 0;
  let bare = 0;
  for (let at = 0; at < bytes.length && bare <= maxBare; at++) {
    const byte = bytes[at];
    bare++;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === COMMA) values++;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      values++;
      depth++;
      if (depth > deepest) deepest = depth;
    }
  }
  return { depth: deepest, values, bare };
}

/** The index of the closing quote of the string that opens at `start`, or the end of the bytes. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === BACKSLASH) at++;
    else if (byte === QUOTE) return at;
  }
  return bytes.length;
}
