import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { gameServers, isUsable } from '../steps/game-server.mjs';
import { atLeast } from '../steps/prepare.mjs';
import { fine, note } from './finding.mjs';

/** Compressed blocks within compressed blocks, before any login, overflow the stack of the server. */
const CVE = 'CVE-2026-33250';
/** The first release of freeciv with the fix. */
const FIXED_SINCE = '3.2.4';
/** Where a package says what was fixed in it: beside /usr/games, and beside the servers that npm start has unpacked. */
const changelogs = ['../share/doc', 'root/usr/share/doc'].map((folder) =>
  join(folder, 'freeciv-server/changelog.Debian.gz'),
);

/**
 * Whether a game server is known to have the fix: by its version, or by the change log of its Debian or Ubuntu package, which
 * fixes older versions (3.0.6-1+deb12u1).
 * @param {import('../steps/game-server.mjs').FoundServer} server
 */
export function isFixed({ path, version }) {
  if (version !== undefined && atLeast(version, FIXED_SINCE)) return true;
  return changelogs
    .map((file) => join(dirname(path), file))
    .some((file) => existsSync(file) && gunzipSync(readFileSync(file)).includes(CVE));
}

/**
 * Whether the game servers that games are played on have the fix.
 * @param {import('./finding.mjs').Environment} environment
 * @returns {Promise<import('./finding.mjs').Finding>}
 */
export async function serverSecurity(environment) {
  const used = (await gameServers(environment)).filter(
    (server) => server.version !== undefined && isUsable(server),
  );
  const without = used.filter((server) => !isFixed(server));
  if (without.length === 0)
    return fine(CVE, used.length === 0 ? 'no game server to look at' : 'the game servers have the fix');
  const named = without.map(({ path, version }) => `${version} at ${path}`).join(', ');
  return note(
    CVE,
    `no fix is known for ${named}: whoever reaches the port can end the game's server without a login`,
    `freeciv-server ${FIXED_SINCE} or later, or a package that names ${CVE} in its change log (Debian 12: 3.0.6-1+deb12u1). ` +
      'Servers listen on 127.0.0.1, so that this concerns who has a user account on this machine',
  );
}
