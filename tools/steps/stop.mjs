import { terminalText } from './terminal-text.mjs';

/** An expected end of a command: one line for the person at the terminal, no stack. */
export class Stop extends Error {
  /** @param {string} line @param {number} [code] */
  constructor(line, code = 1) {
    super(line);
    this.code = code;
  }
}

/**
 * Runs a whole command and sets the exit code: a Stop is its line, anything else is a bug and shows its stack.
 * @param {() => Promise<void>} command
 */
export async function main(command) {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    if (error.message !== '') process.stderr.write(`${terminalText(error.message)}\n`);
    process.exitCode = error.code;
  }
}
