import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  gameServers,
  howToInstall,
  isUsable,
  supportedSeries,
  unsupportedSentence,
} from '../steps/game-server.mjs';
import { atLeast, leastNode, packagesInstalled } from '../steps/prepare.mjs';
import { importBuilt, root } from '../steps/run.mjs';
import { broken, fine, note, reasonOf } from './finding.mjs';

/** @typedef {import('./finding.mjs').Finding} Finding */

/** @returns {Finding} */
export function node() {
  const own = process.versions.node;
  const least = leastNode();
  if (atLeast(own, least)) return fine('Node', own);
  return broken(
    'Node',
    `${own}, and ${least} or later is needed`,
    'https://nodejs.org, or nvm install --lts',
  );
}

/** @returns {Finding} */
export function packages() {
  if (packagesInstalled()) return fine('npm packages', 'as package-lock.json has them');
  return note('npm packages', 'not those of package-lock.json', 'npm start installs them; or now: npm ci');
}

const subject = 'freeciv-server';

/**
 * @param {import('./finding.mjs').Environment} environment
 * @returns {Promise<import('./finding.mjs').Finding>}
 */
export async function gameServer(environment) {
  const spoken = supportedSeries();
  const found = await gameServers(environment);
  const [first] = found;
  if (first === undefined) {
    const { FREECIV_SERVER } = environment;
    return FREECIV_SERVER
      ? broken(
          subject,
          `there is no program at ${FREECIV_SERVER}`,
          'set FREECIV_SERVER to the program, or unset it',
        )
      : broken(subject, `${spoken.join(' or ')} is missing`, howToInstall);
  }
  const said = found.filter(({ version }) => version !== undefined);
  if (said.length === 0)
    return broken(
      subject,
      `${first.path} does not say its version`,
      'set FREECIV_SERVER to a freeciv-server',
    );
  const usable = said.filter(isUsable).map(({ path, version }) => `${version} at ${path}`);
  return usable.length > 0
    ? fine(subject, usable.join(', '))
    : broken(subject, unsupportedSentence(first.path, first.version ?? 'unknown'), howToInstall);
}

/**
 * The environment against the schema of the services, which is there once they were built.
 * @param {import('./finding.mjs').Environment} environment
 * @returns {Promise<import('./finding.mjs').Finding>}
 */
export async function settings(environment) {
  const built = 'dist/shared/core/config.js';
  const later = 'npm start builds first, then checks them';
  if (!existsSync(join(root, built))) return note('settings', 'not checked yet', later);
  try {
    const { readConfig } = await importBuilt(built);
    const { withSettingsFile } = await importBuilt('dist/shared/core/settings-file.js');
    const merged = withSettingsFile(environment);
    if (!merged.ok) return broken('settings', merged.failure, 'set SETTINGS_FILE to a file that can be read');
    const read = readConfig(merged.value);
    const { unreadSentence, unreadSettings } = await importBuilt('dist/shared/core/unread-settings.js');
    const unread = unreadSettings(merged.value).map(unreadSentence);
    if (read.ok && unread.length > 0)
      return note('settings', unread.join('; '), 'docs/configuration.md lists all settings');
    if (read.ok) return fine('settings', 'can all be used');
    return broken(
      'settings',
      read.failure.join('; '),
      'set them as docs/configuration.md says, or unset them',
    );
  } catch (error) {
    return note('settings', `not checked: ${reasonOf(error)}`, later);
  }
}
