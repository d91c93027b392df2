import { type Logger, pino } from 'pino';

/** What a terminal obeys: control characters (C1 too), line breaks of JSON strings, marks of the writing direction. */
const OBEYED = /\r(?!\n)|(?![\r\n\t])\p{Cc}|[\p{Bidi_Control}\u2028\u2029]/gu;

/** Text of anybody for a terminal: what it would obey is escaped. Line breaks and tabs stay, JSON means the same. */
export function terminalText(text: string): string {
  return text.replace(OBEYED, unicodeEscape);
}

/** The same for one line: line breaks and tabs are escaped too. */
export function terminalLine(text: string): string {
  return terminalText(text).replace(/[\r\n\t]/g, unicodeEscape);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

export type { Logger };

/** Structured logs on standard error. What may hold a secret is cut out wherever it stands. */
export function createLogger(name: string, level: string): Logger {
  return pino(
    {
      name,
      level,
      redact: {
        paths: ['api_token', '*.api_token', 'token', '*.token', 'authorization', '*.authorization'],
        censor: '…',
      },
      formatters: { level: (label) => ({ level: label.toUpperCase() }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      // Agents choose some of the values, and JSON leaves some of what a terminal obeys as it is.
      hooks: { streamWrite: terminalText },
    },
    pino.destination({ fd: 2, sync: false }),
  );
}
