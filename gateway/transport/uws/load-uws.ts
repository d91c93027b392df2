import { fail, ok, type Result } from '#shared/core/result.js';
import type { UwsLibrary } from './library.js';

/** Node's major version by the number of its binaries' interface. */
const nodes: Readonly<Record<string, string>> = { 115: '20', 127: '22', 131: '23' };

/**
 * The library under its own name, which is not in the npm registry; then a republication that is there, as a whole and as
 * the binary for one platform, which package.json names where it was found.
 */
const packages = [
  'uWebSockets.js',
  '@uwsjs/core',
  `@uwsjs/${process.platform}-${process.arch}-${nodes[process.versions.modules] ?? 'unknown'}`,
];

/** uWebSockets.js, if it is installed and has been built for this platform and Node; else the reasons in a sentence. */
export async function loadUws(names: readonly string[] = packages): Promise<Result<UwsLibrary, string>> {
  const reasons: string[] = [];
  for (const name of names) {
    try {
      const loaded: { readonly default: UwsLibrary } = await import(name);
      return ok(loaded.default);
    } catch (error) {
      const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
      reasons.push(reason);
    }
  }
  return fail(`uWebSockets.js is not installed for this Node and platform (${reasons.join('; ')})`);
}
