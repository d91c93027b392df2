import { accessSync, constants } from 'node:fs';
import { type Config, readConfig } from '#shared/core/config.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { readHash } from './auth/token-list.js';
import { readTokens } from './auth/token-store.js';

/**
 * Reads the configuration of a gateway from environment variables. Fails with one sentence `NAME: problem` for each variable
 * that is missing or invalid.
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
): Result<Config, readonly string[]> {
  const read = readConfig(environment);
  if (!read.ok) return fail(read.failure);
  const problems = [];
  if (read.value.PROXY_SECRET === undefined) {
    problems.push('PROXY_SECRET: required (16 characters or more, the same for the proxy)');
  }
  const tokens = readTokens({ items: read.value.LLM_API_TOKENS, file: read.value.LLM_API_TOKENS_FILE });
  if (!tokens.ok) problems.push(tokens.failure);
  const { ADMIN_TOKEN: admin, TLS_CERT_FILE: cert, TLS_KEY_FILE: key } = read.value;
  const adminHash = admin === undefined ? undefined : readHash(admin);
  if (adminHash?.ok === false) problems.push(`ADMIN_TOKEN: ${adminHash.failure}`);
  if ((cert === undefined) !== (key === undefined)) {
    problems.push(
      `${cert === undefined ? 'TLS_CERT_FILE' : 'TLS_KEY_FILE'}: required with the other of the two`,
    );
  }
  if (cert !== undefined && !isReadable(cert)) problems.push('TLS_CERT_FILE: cannot be read');
  if (key !== undefined && !isReadable(key)) problems.push('TLS_KEY_FILE: cannot be read');
  return problems.length === 0 ? ok(read.value) : fail(problems);
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
