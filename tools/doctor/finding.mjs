import { terminalLine } from '../steps/terminal-text.mjs';

/**
 * What a check found. A note is worth knowing and hinders nothing.
 * @typedef {object} Finding
 * @property {'fine' | 'note' | 'broken'} state
 * @property {string} subject
 * @property {string} found
 * @property {string} [mend] how to mend it
 */

/** @typedef {Record<string, string | undefined>} Environment */

/** @param {string} subject @param {string} found @returns {Finding} */
export function fine(subject, found) {
  return { state: 'fine', subject, found };
}

/** @param {string} subject @param {string} found @param {string} mend @returns {Finding} */
export function note(subject, found, mend) {
  return { state: 'note', subject, found, mend };
}

/** @param {string} subject @param {string} found @param {string} mend @returns {Finding} */
export function broken(subject, found, mend) {
  return { state: 'broken', subject, found, mend };
}

/** @param {unknown} error */
export function reasonOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * A finding for the terminal. What was found may be the words of another program.
 * @param {Finding} finding
 */
export function linesOf({ state, subject, found, mend }) {
  const mark = { fine: 'ok  ', note: 'note', broken: 'MEND' }[state];
  const how = mend === undefined ? '' : `     → ${terminalLine(mend)}\n`;
  return `${mark} ${subject}: ${terminalLine(found)}\n${how}`;
}
