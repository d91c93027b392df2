/** As in shared/core/terminal-text.ts, which is not built yet when the first lines are written. */

const obeyed = /\r(?!\n)|(?![\r\n\t])\p{Cc}|[\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * Text that anybody may have written, for a terminal: what it would obey stands there as an escape. Line breaks and tabs
 * stay. JSON says the same afterwards.
 * @param {string} text
 */
export function terminalText(text) {
  return text.replace(obeyed, escaped);
}

/** The same for one line: line breaks and tabs are escaped too. @param {string} text */
export function terminalLine(text) {
  return terminalText(text).replace(/[\r\n\t]/g, escaped);
}

/** @param {string} character */
function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
