import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../steps/folders.mjs';
import { broken, fine, note, reasonOf } from './finding.mjs';

/**
 * The environment against the schema of the services, which is there once they were built.
 * @param {import('./finding.mjs').Environment} environment
 * @returns {Promise<import('./finding.mjs').Finding>}
 */
export async function settings(environment) {
  const built = join(root, 'dist/shared/core/config.js');
  const later = 'npm start builds first, then checks them';
  if (!existsSync(built)) return note('settings', 'not checked yet', later);
  try {
    const { readConfig } = await import(pathToFileURL(built).href);
    const read = readConfig(environment);
    if (read.ok) return fine('settings', 'can all be used');
    return broken(
      'settings',
      read.problems.join('; '),
      'set them as the table in README.md says, or unset them',
    );
  } catch (error) {
    return note('settings', `not checked: ${reasonOf(error)}`, later);
  }
}
