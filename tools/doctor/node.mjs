import { atLeast, leastNode } from '../steps/node-version.mjs';
import { packagesInstalled } from '../steps/npm-packages.mjs';
import { broken, fine, note } from './finding.mjs';

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
