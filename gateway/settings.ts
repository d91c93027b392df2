import { accessSync, constants } from 'node:fs';
import { type Config, readConfig } from '#shared/core/config.js';
import { readTokens } from './auth/token-book.js';
import { readHash } from './auth/token-list.js';

export type SettingsResult =
  | { readonly ok: true; readonly config: Config }
  /** `NAME: problem`, one for each bad variable. */
  | { readonly ok: false; readonly problems: readonly string[] };

/** The configuration with what the gateway itself cannot do without. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): SettingsResult {
  const read = readConfig(environment);
  if (!read.ok) return read;
  const problems = [];
  if (read.config.PROXY_SECRET === undefined) {
    problems.push('PROXY_SECRET: required (16 characters or more, the same for the proxy)');
  }
  const tokens = readTokens({ items: read.config.LLM_API_TOKENS, file: read.config.LLM_API_TOKENS_FILE });
  if (!tokens.ok) problems.push(tokens.problem);
  const { ADMIN_TOKEN: admin, TLS_CERT_FILE: cert, TLS_KEY_FILE: key } = read.config;
  const adminHash = admin === undefined ? undefined : readHash(admin);
  if (typeof adminHash === 'string') problems.push(`ADMIN_TOKEN: ${adminHash}`);
  if ((cert === undefined) !== (key === undefined)) {
    problems.push(
      `${cert === undefined ? 'TLS_CERT_FILE' : 'TLS_KEY_FILE'}: required with the other of the two`,
    );
  }
  if (cert !== undefined && !isReadable(cert)) problems.push('TLS_CERT_FILE: cannot be read');
  if (key !== undefined && !isReadable(key)) problems.push('TLS_KEY_FILE: cannot be read');
  return problems.length === 0 ? read : { ok: false, problems };
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
