const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** How much structure JSON text has, or may have. */
export interface JsonShape {
  /** Arrays and objects within each other. */
  readonly depth: number;
  /** Commas and opening brackets, which stand for the values they begin. */
  readonly values: number;
  /** Bytes outside of strings: spaces, brackets, digits. */
  readonly bare: number;
}

/**
 * The shape as the bytes tell it, because what it keeps away is dear to parse: 8 KB of brackets overflow the stack of
 * whoever walks them, and 1 MB of `1,1,1` keeps schemas busy for a tenth of a second. Looks no further than `enough`
 * bare bytes and one.
 */
export function shapeOf(bytes: Uint8Array, enough: number): JsonShape {
  let depth = 0;
  let deepest = 0;
  let values = 0;
  let bare = 0;
  for (let at = 0; at < bytes.length && bare <= enough; at++) {
    const byte = bytes[at];
    bare++;
    if (byte === quote) at = endOfString(bytes, at);
    else if (byte === comma) values++;
    else if (byte === closeBrace || byte === closeBracket) depth--;
    else if (byte === openBrace || byte === openBracket) {
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
    if (byte === backslash) at++;
    else if (byte === quote) return at;
  }
  return bytes.length;
}
