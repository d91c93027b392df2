import {
  findGameServer,
  gameServerVersion,
  howToInstall,
  isSpoken,
  spokenVersions,
  unsupportedSentence,
} from '../steps/game-server.mjs';
import { broken, fine } from './finding.mjs';

const subject = 'freeciv-server';

/**
 * @param {import('./finding.mjs').Environment} environment
 * @returns {Promise<import('./finding.mjs').Finding>}
 */
export async function gameServer(environment) {
  const spoken = spokenVersions();
  const binary = findGameServer(environment);
  if (binary === undefined) {
    const { FREECIV_SERVER } = environment;
    return FREECIV_SERVER
      ? broken(
          subject,
          `there is no program at ${FREECIV_SERVER}`,
          'set FREECIV_SERVER to the program, or unset it',
        )
      : broken(subject, `${spoken.join(' or ')} is missing`, howToInstall);
  }
  const version = await gameServerVersion(binary);
  if (version === undefined)
    return broken(subject, `${binary} does not say its version`, 'set FREECIV_SERVER to a freeciv-server');
  return isSpoken(version)
    ? fine(subject, `${version} at ${binary}`)
    : broken(subject, unsupportedSentence(binary, version), howToInstall);
}
