/**
 * What a terminal does not show but obey: control characters (C1 too, which some take for escape sequences), line breaks
 * that JSON leaves as they are, and marks that turn the direction of writing.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Text that anybody may have written, for a terminal: what it would obey stands there as an escape. Line feeds and tabs
 * stay. JSON says the same afterwards.
 */
export function terminalText(text: string): string {
  return text.replace(OBEYED, escaped);
}

/** The same for one line: line feeds and tabs are escaped too. */
export function terminalLine(text: string): string {
  return terminalText(text).replace(/[\n\t]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
