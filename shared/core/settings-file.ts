import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { parseEnv } from 'node:util';
import { errorCode } from './disk/disk-error.js';
import { fail, ok, type Result } from './result.js';

/** Variables by name, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How often the file is checked, in milliseconds. */
const POLL_MS = 400;

/**
 * The environment with the lines `NAME=value` of the file that its SETTINGS_FILE names. What the environment sets goes before the
 * file. Fails with a sentence that has the code of the system's error, never what the file contains.
 */
export function withSettingsFile(environment: Environment): Result<Environment, string> {
  const { SETTINGS_FILE: path } = environment;
  if (path === undefined || path === '') return ok(environment);
  try {
    const ofFile = parseEnv(readFileSync(path, 'utf8'));
    const set = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '');
    return ok({ ...ofFile, ...Object.fromEntries(set) });
  } catch (error) {
    return fail(`SETTINGS_FILE: cannot be read (${errorCode(error) ?? 'unknown'})`);
  }
}

/** Calls `reload` on SIGHUP, and when SETTINGS_FILE changes. */
export function watchSettings({ SETTINGS_FILE: path }: Environment, reload: () => void): () => void {
  process.on('SIGHUP', reload);
  // By polling: a file that an editor or Kubernetes replaces is another inode.
  if (path !== undefined && path !== '') watchFile(path, { interval: POLL_MS }, reload);
  return () => {
    process.off('SIGHUP', reload);
    if (path !== undefined && path !== '') unwatchFile(path, reload);
  };
}
