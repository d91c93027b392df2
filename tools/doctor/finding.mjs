import { terminalLine } from '../steps/terminal.mjs';

/**
 * What a check found. A note is worth knowing and hinders nothing.
 * @typedef {object} Finding
 * @property {'fine' | 'note' | 'broken'} state
 * @property {string} subject
 * @property {string} found
 * @property {string} [fix] how to fix it
 */

/** @typedef {Record<string, string | undefined>} Environment */

/** @param {string} subject @param {string} found @returns {Finding} */
export function fine(subject, found) {
  return { state: 'fine', subject, found };
}

/** @param {string} subject @param {string} found @param {string} fix @returns {Finding} */
export function note(subject, found, fix) {
  return { state: 'note', subject, found, fix };
}

/** @param {string} subject @param {string} found @param {string} fix @returns {Finding} */
export function broken(subject, found, fix) {
  return { state: 'broken', subject, found, fix };
}

/** @param {unknown} error */
export function reasonOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * A finding for the terminal. What was found may be the words of another program.
 * @param {Finding} finding
 */
export function linesOf({ state, subject, found, fix }) {
  const mark = { fine: 'ok  ', note: 'note', broken: 'FIX ' }[state];
  const how = fix === undefined ? '' : `     → ${terminalLine(fix)}\n`;
  return `${mark} ${subject}: ${terminalLine(found)}\n${how}`;
}
