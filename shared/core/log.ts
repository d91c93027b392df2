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

/** The level of a log that may change: that of loggers made from it earlier changes, too. */
export class LogLevel {
  value: string;

  constructor(value: string) {
    this.value = value;
  }

  /** Whether lines of this level, a number of pino, are written. */
  admits(level: number): boolean {
    return level >= (pino.levels.values[this.value] ?? 0);
  }
}

/** Structured logs on standard error. What may hold a secret is cut out wherever it stands. */
export function createLogger(name: string, level: string | LogLevel): Logger {
  const current = typeof level === 'string' ? new LogLevel(level) : level;
  return pino(
    {
      name,
      // A child keeps the level that its parent had when it was made, so all have the lowest one and a hook decides.
      level: typeof level === 'string' ? level : 'debug',
      redact: {
        paths: ['api_token', '*.api_token', 'token', '*.token', 'authorization', '*.authorization'],
        censor: '…',
      },
      formatters: { level: (label) => ({ level: label.toUpperCase() }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      // Agents choose some of the values, and JSON leaves some of what a terminal obeys as it is.
      hooks: {
        streamWrite: terminalText,
        logMethod(args, method, lineLevel) {
          if (current.admits(lineLevel)) method.apply(this, args);
        },
      },
    },
    pino.destination({ fd: 2, sync: false }),
  );
}
