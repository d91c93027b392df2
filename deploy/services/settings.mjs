import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../steps/folders.mjs';
import { Stop } from '../steps/stop.mjs';

/**
 * Checks the configuration with the schema of the services, so that a bad value is said once and nothing starts.
 * @param {Record<string, string | undefined>} environment
 * @returns {Promise<import('../../shared/config.js').Config>}
 */
export async function checkedConfig(environment) {
  const { readConfig } = await import(pathToFileURL(join(root, 'dist/shared/config.js')).href);
  const result = readConfig(environment);
  if (!result.ok) throw new Stop(result.problems.join('\n'));
  return result.config;
}

/**
 * What `npm start` adds to the environment: the secrets that are not set.
 * @param {Record<string, string | undefined>} environment
 */
export function withDefaults(environment) {
  const token = environment.LLM_API_TOKENS ? undefined : secret();
  return {
    /** The token made now; undefined when there are tokens already, which are nobody's to print. */
    token,
    environment: {
      ...environment,
      LLM_API_TOKENS: token ?? environment.LLM_API_TOKENS,
      PROXY_SECRET: environment.PROXY_SECRET || secret(),
    },
  };
}

function secret() {
  // Hexadecimal, so that it is one word everywhere and never looks like an option.
  return randomBytes(24).toString('hex');
}
