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

/** The list of logs is cleaned at this length, then each time it has doubled. */
const MIN_LOGS = 64;

/** The level of a log and of all logs made from it, which may change. */
export class LogLevel {
  #value: string;
  #logs: WeakRef<Logger>[] = [];
  #tidyAt = MIN_LOGS;

  constructor(value: string) {
    this.#value = value;
  }

  get value(): string {
    return this.#value;
  }

  set value(value: string) {
    this.#value = value;
    this.#tidy();
    for (const one of this.#logs) {
      const log = one.deref();
      if (log !== undefined) log.level = value;
    }
  }

  /** Gives a log this level from now on. The log is referenced weakly. */
  add(log: Logger): void {
    this.#logs.push(new WeakRef(log));
    if (this.#logs.length >= this.#tidyAt) this.#tidy();
  }

  #tidy(): void {
    this.#logs = this.#logs.filter((one) => one.deref() !== undefined);
    this.#tidyAt = Math.max(MIN_LOGS, this.#logs.length * 2);
  }
}

/** Structured logs on standard error. What may hold a secret is cut out wherever it stands. */
export function createLogger(name: string, level: string | LogLevel): Logger {
  const current = typeof level === 'string' ? undefined : level;
  const log = pino(
    {
      name,
      level: typeof level === 'string' ? level : level.value,
      redact: {
        paths: ['api_token', '*.api_token', 'token', '*.token', 'authorization', '*.authorization'],
        censor: '…',
      },
      formatters: { level: (label) => ({ level: label.toUpperCase() }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      // Agents choose some of the values, and JSON leaves some of what a terminal obeys as it is.
      hooks: { streamWrite: terminalText },
      // A child has the level of this moment, and keeps it.
      onChild: (child) => current?.add(child),
    },
    pino.destination({ fd: 2, sync: false }),
  );
  current?.add(log);
  return log;
}
