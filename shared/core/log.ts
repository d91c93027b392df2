import { type Logger, pino } from 'pino';
import { terminalText } from './terminal-text.js';

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
