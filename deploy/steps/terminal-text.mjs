/** As in shared/terminal-text.ts, which is not built yet when the first lines are written. */
const obeyed =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Text that anybody may have written, for a terminal: what it would obey stands there as an escape. Line feeds and tabs
 * stay. JSON says the same afterwards.
 * @param {string} text
 */
export function terminalText(text) {
  return text.replace(obeyed, escaped);
}

/** The same for one line: line feeds and tabs are escaped too. @param {string} text */
export function terminalLine(text) {
  return terminalText(text).replace(/[\n\t]/g, escaped);
}

/** @param {string} character */
function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
