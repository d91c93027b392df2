/** As in shared/core/terminal-text.ts, which is not built yet when the first lines are written. */

const obeyed = /\r(?!\n)|(?![\r\n\t])\p{Cc}|[\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * Text that anybody may have written, for a terminal: what it would obey stands there as an escape. Line breaks and tabs
 * stay. JSON says the same afterwards.
 * @param {string} text
 */
export function terminalText(text) {
  return text.replace(obeyed, unicodeEscape);
}

/** The same for one line: line breaks and tabs are escaped too. @param {string} text */
export function terminalLine(text) {
  return terminalText(text).replace(/[\r\n\t]/g, unicodeEscape);
}

/** @param {string} character */
function unicodeEscape(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

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

const quietMs = 2000;
const everyMs = 10_000;

/**
 * Does the work, silent when it is quick; after two seconds it says what is going on, then now and again.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @param {(line: string) => void} [say]
 * @returns {Promise<T>}
 */
export async function progress(title, work, say = (line) => process.stderr.write(`${line}\n`)) {
  const begin = performance.now();
  const seconds = () => `${Math.round((performance.now() - begin) / 1000)} s`;
  let told = false;
  const tell = () => {
    say(told ? `${title} … ${seconds()}` : `${title} …`);
    told = true;
    timer = setTimeout(tell, everyMs);
  };
  let timer = setTimeout(tell, quietMs);
  try {
    const result = await work();
    if (told) say(`${title}: done in ${seconds()}`);
    return result;
  } finally {
    clearTimeout(timer);
  }
}
