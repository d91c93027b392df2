import { createHash } from 'node:crypto';
import type { ArenaManifest } from './manifest.js';

/** SHA-256 of a text, in hexadecimal. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The hash of all results, in the order of their ids. */
export function resultsHash(results: ArenaManifest['results']): string {
  return sha256(JSON.stringify(Object.entries(results).toSorted(([a], [b]) => a.localeCompare(b))));
}
