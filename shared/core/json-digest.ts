import { hash } from 'node:crypto';

/** Characters of a digest: 96 bits, so that two values do not meet by chance. */
const DIGEST_CHARS = 16;

/** A digest of the JSON of a value: a short key, however large the value is. */
export function jsonDigest(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url').slice(0, DIGEST_CHARS);
}
