import { type Config, readConfig } from '#shared/config.js';
import { readTokens } from './auth/token-book.js';

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
  return problems.length === 0 ? read : { ok: false, problems };
}
