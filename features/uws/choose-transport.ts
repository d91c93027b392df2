import { createRequire } from 'node:module';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { Transport } from '../../gateway/transport/transport.js';
import { wsTransport } from '../../gateway/transport/ws-transport.js';
import type { UwsLibrary } from './library.js';
import { uwsTransport } from './uws-transport.js';

/** The transport of TRANSPORT; `auto` is uWebSockets.js where it is installed. Fails with a sentence for a missing `uws`. */
export function chooseTransport(
  wanted: 'ws' | 'uws' | 'auto',
  load: typeof loadUws = loadUws,
): Result<Transport, string> {
  if (wanted === 'ws') return ok(wsTransport);
  const loaded = load();
  if (loaded.ok) return ok(uwsTransport(loaded.value));
  if (wanted === 'auto') return ok(wsTransport);
  return fail(`TRANSPORT: ${loaded.failure}: npm install --no-save ${UWS_PACKAGE}, or set TRANSPORT=ws`);
}

/** The release that the tests run with. */
const VERSION = '20.51.4';

/** Node's major version by the version of its binary interface. */
const NODE_BY_ABI: Readonly<Record<string, string>> = { 115: '20', 127: '22', 131: '23' };

/** A republication in the npm registry for linux x64 with glibc, Node 20, 22 and 23; so package.json does not name it. */
const PLATFORM_PACKAGE = `@uwsjs/${process.platform}-${process.arch}-${NODE_BY_ABI[process.versions.modules] ?? 'unknown'}`;

/**
 * What `npm install` is given to install uWebSockets.js for this platform and Node.
 * @public `npm test` installs it, too.
 */
export const UWS_PACKAGE = `${PLATFORM_PACKAGE}@${VERSION}`;

/** The library under its own name, which is not in the npm registry, then as it was republished there. */
const PACKAGE_NAMES = ['uWebSockets.js', '@uwsjs/core', PLATFORM_PACKAGE];

const require = createRequire(import.meta.url);

/** Loads uWebSockets.js from node_modules or NODE_PATH. The failure says that it is missing or built for another platform. */
export function loadUws(names: readonly string[] = PACKAGE_NAMES): Result<UwsLibrary, string> {
  const reasons: string[] = [];
  for (const name of names) {
    try {
      const loaded: UwsLibrary = require(name);
      return ok(loaded);
    } catch (error) {
      const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
      reasons.push(reason);
    }
  }
  return fail(`uWebSockets.js is not installed for this Node and platform (${reasons.join('; ')})`);
}
