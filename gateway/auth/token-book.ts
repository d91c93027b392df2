import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Logger } from '#shared/core/log.js';
import type { Right } from './rights.js';
import { readTokenList, type TokenList, type TokenListResult } from './token-list.js';

export interface TokenSources {
  /** Items given directly, by environment. */
  readonly items: readonly string[];
  /** A file with one item a line; empty lines and those that begin with # say nothing. */
  readonly file: string | undefined;
}

/** Often enough that a revoked token's sockets are closed within a second. */
const lookEvery = 400;

/** The tokens in force, from the environment and from a file that may change while we run. */
export class TokenBook {
  readonly #sources: TokenSources;
  readonly #log: Logger;
  #tokens: TokenList;
  #stop = () => {};

  constructor(sources: TokenSources, log: Logger) {
    const read = readTokens(sources);
    if (!read.ok) throw new Error(read.problem);
    this.#sources = sources;
    this.#log = log;
    this.#tokens = read.tokens;
  }

  knows(hash: Buffer): boolean {
    return this.#tokens.knows(hash);
  }

  reaches(hash: Buffer, gameId: string): boolean {
    return this.#tokens.reaches(hash, gameId);
  }

  grants(hash: Buffer, right: Right, gameId?: string): boolean {
    return this.#tokens.grants(hash, right, gameId);
  }

  /** Whether one token is for everything; it may change when the file does. */
  get isSingle(): boolean {
    return this.#tokens.isSingle;
  }

  accepts(hash: Buffer, agentId: string, gameId?: string): boolean {
    return this.#tokens.accepts(hash, agentId, gameId);
  }

  /** Looks for changes of the file until stopped; `changed` is called after each. */
  watch(changed: () => void): void {
    const { file } = this.#sources;
    if (file === undefined) return;
    // By polling: a file that is replaced, by an editor or as a Kubernetes secret, is another inode.
    const look = () => {
      if (this.reload()) changed();
    };
    watchFile(file, { interval: lookEvery }, look);
    this.#stop = () => unwatchFile(file, look);
  }

  stop(): void {
    this.#stop();
  }

  /** Reads the tokens again; those in force stay when that fails. Whether they were read. */
  reload(): boolean {
    const read = readTokens(this.#sources);
    if (read.ok) this.#tokens = read.tokens;
    if (read.ok) this.#log.info({ tokens: read.tokens.size }, 'tokens read again');
    else this.#log.error({ problem: read.problem }, 'tokens could not be read again; the old ones stay');
    return read.ok;
  }
}

/** All tokens of the sources; a problem names the source, never a token. */
export function readTokens({ items, file }: TokenSources): TokenListResult {
  const given = readTokenList(items);
  if (!given.ok) return { ok: false, problem: `LLM_API_TOKENS: ${given.problem}` };
  const lines = file === undefined ? [] : readLines(file);
  if (typeof lines === 'string') return { ok: false, problem: `LLM_API_TOKENS_FILE: ${lines}` };
  const filed = readTokenList(lines);
  if (!filed.ok) return { ok: false, problem: `LLM_API_TOKENS_FILE: ${filed.problem}` };
  const all = readTokenList([...items, ...lines]);
  if (!all.ok || all.tokens.size > 0) return all;
  return { ok: false, problem: 'LLM_API_TOKENS: at least one token is required (npm start makes one)' };
}

function readLines(file: string): readonly string[] | string {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  } catch (error) {
    return `cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : 'unknown'})`;
  }
}
