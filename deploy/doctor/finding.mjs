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
