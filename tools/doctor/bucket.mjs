import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { importBuilt, root } from '../steps/run.mjs';
import { broken, fine, note, reasonOf } from './finding.mjs';

const subject = 'bucket';
const later = 'npm start builds first; then run npm run doctor again';
const built = 'dist/shared/store/s3/open-bucket.js';

/**
 * Whether what STORAGE_URL names can be reached, written, listed, read and cleared. Asked once the services were built.
 * @param {import('./finding.mjs').Environment} environment
 * @returns {Promise<import('./finding.mjs').Finding>}
 */
export async function bucket({ STORAGE_URL, REDIS_URL }) {
  if (!STORAGE_URL) return fine(subject, 'none: games are in the data folder');
  if (!existsSync(join(root, built))) return note(subject, 'not checked yet', later);
  try {
    const { openBucket, bucketProblem } = await importBuilt(built);
    const opened = await openBucket(STORAGE_URL);
    if (!opened.ok) return broken(subject, opened.failure, 'set STORAGE_URL as docs/configuration.md says');
    const { store, shown } = opened.value;
    const problem = await bucketProblem(store);
    store.close();
    if (problem !== undefined) return broken(subject, `${shown}: ${problem}`, howToFix);
    if (REDIS_URL) return fine(subject, `${shown} can be written`);
    return note(subject, `${shown} can be written`, 'proxies on several machines need REDIS_URL as well');
  } catch (error) {
    return note(subject, `not checked: ${reasonOf(error)}`, later);
  }
}

const howToFix =
  'see that its endpoint answers, and that the account may list the bucket and get, put and delete objects (docs/operations.md)';
