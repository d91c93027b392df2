import { z } from 'zod';

/** Bytes that the game server takes, its closing NUL aside. */
export const MAX_CITY_NAME_BYTES = 79;
/** The same for the name of a new city, which travels in unit_do_action. */
export const MAX_FOUNDED_CITY_NAME_BYTES = 47;
/** With the longest addressee in front it still fits into a packet. */
export const MAX_CHAT_BYTES = 1400;

/** A control character other than white space: NUL ends a string for the server, an escape sequence reaches its console. */
const CONTROL = /(?!\s)\p{Cc}/u;

/** A line of text for the game server: of so many bytes in UTF-8 at most, white space as single spaces. */
export function gameText(maxBytes: number) {
  return z
    .string()
    .min(1)
    .max(maxBytes)
    .refine((text) => !CONTROL.test(text), 'expected text without control characters')
    .refine(
      (text) => Buffer.byteLength(text) <= maxBytes,
      `expected at most ${maxBytes} bytes in UTF-8 (letters beyond a-z take two to four)`,
    );
}

/** The text on one line. */
export function singleSpaced(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
