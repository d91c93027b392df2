import { readFileSync } from 'node:fs';
import { z } from 'zod';

const packageSchema = z.object({ version: z.string() });

/** The version in the package.json above this file, built or not. */
export function ownVersion(): string {
  for (const above of ['../../../package.json', '../../../../package.json']) {
    try {
      return packageSchema.parse(JSON.parse(readFileSync(new URL(above, import.meta.url), 'utf8'))).version;
    } catch {
      // One folder further up, when this is the built file.
    }
  }
  return 'unknown';
}
