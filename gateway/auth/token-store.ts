import { readFileSync, type Stats, unwatchFile, watchFile } from 'node:fs';
import { errorCode } from '#shared/core/disk/disk-error.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { readMinted } from './minted-tokens.js';
import { readRevoked, writeRevoked } from './revoked-tokens.js';
import { readTokenList, TokenList } from './token-list.js';
import type { TokenRule } from './token-rule.js';

/** Tokens that others issue: each is verified when it is first shown. */
export interface IssuedTokens {
  /** The rules of those in force. */
  readonly rules: readonly TokenRule[];
  /** Why the token of this hash was refused when it was last shown; `unavailable`: it cannot be told yet. */
  refusalOf(hash: Buffer): { readonly kind: 'wrong' | 'unavailable'; readonly reason: string } | undefined;
  /** Resolves with whether `rules` has changed. Undefined for tokens that are not such. */
  admit(token: string): Promise<boolean> | undefined;
  /** Calls `onChange` each time that tokens have gone out of force, until `stop`. */
  watch(onChange: () => void): void;
  stop(): void;
}

/** Where the tokens are configured; the syntax of an item is in `readTokenList`. */
export interface TokenSources {
  /** The items of LLM_API_TOKENS, which may change. */
  items(): readonly string[];
  /** LLM_API_TOKENS_FILE: one item a line; empty lines and lines that begin with # are skipped. */
  readonly file: string | undefined;
  /** The folder of the tokens that gateways have made; it need not be there. */
  readonly minted?: string;
  /** The folder with the hashes of tokens that the operator has revoked; it need not be there. */
  readonly revoked?: string;
  /** The JSON Web Tokens of an issuer; undefined without JWT_ISSUER. */
  readonly issued?: IssuedTokens | undefined;
}

/** What has changed in the sources: hexadecimal hashes of tokens. */
export interface TokenChange {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** How often file and folder are checked: often enough that the sockets of a revoked token are closed within a second. */
export const POLL_MS = 400;

/** The tokens in force, from the environment and from a file that may change while the gateway runs. */
export class TokenStore {
  readonly #sources: TokenSources;
  readonly #log: Logger;
  /** All tokens of the sources. */
  #read: TokenList;
  #tokens: TokenList;
  /** Hexadecimal hashes; undefined while it is not known what other gateways have revoked. */
  #revoked: ReadonlySet<string> | undefined;
  /** Hexadecimal hashes of the tokens that the operator has revoked. */
  #revokedHere: ReadonlySet<string>;
  #onChange: (change: TokenChange) => void = () => {};
  #stop = () => {};

  /**
   * Throws when the tokens cannot be read. `isShared`: other gateways may have revoked any of them, so that none is in force
   * before the first `setRevoked`.
   */
  constructor(sources: TokenSources, log: Logger, isShared = false) {
    const read = readSources(sources);
    if (!read.ok) throw new Error(read.failure);
    this.#sources = sources;
    this.#log = log;
    this.#read = read.value.tokens;
    this.#revokedHere = read.value.revoked;
    this.#revoked = isShared ? undefined : new Set();
    this.#tokens = this.#withoutRevoked();
  }

  /**
   * Whether it is not known yet if the token of this hash is in force: whether another gateway has revoked it, or what keys its
   * issuer has.
   */
  isPending(hash: Buffer): boolean {
    if (this.#sources.issued?.refusalOf(hash)?.kind === 'unavailable') return true;
    return this.#revoked === undefined && this.#all.isKnown(hash);
  }

  /** Why a token that is not in force is refused, in a sentence; undefined when there is nothing to say but that. */
  refusalOf(hash: Buffer): string | undefined {
    return this.#sources.issued?.refusalOf(hash)?.reason;
  }

  /** Must be awaited before a token is checked by its hash: it verifies a token that an issuer has signed. Undefined for other tokens. */
  admit(token: string | undefined): Promise<void> | undefined {
    return token === undefined
      ? undefined
      : this.#sources.issued?.admit(token)?.then((isNew) => {
          if (isNew) this.#tokens = this.#withoutRevoked();
        });
  }

  /** The hexadecimal hashes of all tokens of the sources, in force or not. */
  get listed(): ReadonlySet<string> {
    return this.#read.hashes;
  }

  /** The tokens of the sources that are in force. */
  get inForce(): TokenList {
    return this.#tokens;
  }

  /** What the tokens of the sources open, in a sentence for the log. */
  get summary(): string {
    return this.#read.summary;
  }

  /** Whether a single token is for everything; it may change when the file does. */
  get isSingle(): boolean {
    if (this.#sources.issued !== undefined) return false;
    return (this.#revoked === undefined ? this.#read : this.#tokens).isSingle;
  }

  /**
   * Reads the tokens again when the file changes, or another gateway makes one, until `stop`; `onChange` is called each time that
   * worked.
   */
  watch(onChange: () => void): void {
    const { file, minted, issued, revoked } = this.#sources;
    issued?.watch(() => {
      this.#tokens = this.#withoutRevoked();
      onChange();
    });
    const paths = [file, minted, revoked].filter((path) => path !== undefined);
    // By polling: a file that an editor or Kubernetes replaces is another inode.
    const check = (now: Stats, before: Stats) => {
      // What is not there is told of once, at the beginning.
      const hasChanged = now.ino !== before.ino || now.mtimeMs !== before.mtimeMs;
      if (hasChanged && this.reload()) onChange();
    };
    for (const path of paths) watchFile(path, { interval: POLL_MS }, check);
    this.#stop = () => {
      for (const path of paths) unwatchFile(path, check);
    };
  }

  /** Calls `listener` with what each later `reload` has changed. */
  onChange(listener: (change: TokenChange) => void): void {
    this.#onChange = listener;
  }

  /** Tokens that another gateway has revoked, by their hexadecimal hashes; they replace those of the last call. */
  setRevoked(hashes: ReadonlySet<string>): void {
    this.#revoked = hashes;
    this.#tokens = this.#withoutRevoked();
  }

  /** Takes a token out of force for good: it stays so after a restart. Whether that could be written down. */
  revoke(hash: Buffer): boolean {
    const { revoked } = this.#sources;
    const written =
      revoked === undefined ? fail('there is no folder') : writeRevoked(revoked, hash.toString('hex'));
    if (!written.ok) this.#log.error({ reason: written.failure }, 'a token could not be revoked');
    if (!written.ok || !this.reload()) return false;
    // One that an issuer has signed is in none of the sources.
    this.#onChange({ removed: [hash.toString('hex')], added: [] });
    return true;
  }

  /** Stops watching. */
  stop(): void {
    this.#sources.issued?.stop();
    this.#stop();
  }

  /** Reads the tokens again and returns whether that worked; if not, the tokens in force stay. */
  reload(): boolean {
    const read = readSources(this.#sources);
    if (!read.ok) {
      this.#log.error({ problem: read.failure }, 'tokens could not be read again; the old ones stay');
      return false;
    }
    const { tokens, revoked } = read.value;
    const [before, now] = [this.#read.hashes, tokens.hashes];
    this.#read = tokens;
    this.#revokedHere = revoked;
    this.#tokens = this.#withoutRevoked();
    this.#log.info({ tokens: tokens.size }, 'tokens read again');
    const removed = [...before].filter((hash) => !now.has(hash));
    this.#onChange({ removed, added: [...now].filter((hash) => !before.has(hash)) });
    return true;
  }

  /** All tokens of the sources, and those of the issuer that were shown. */
  get #all(): TokenList {
    return this.#read.with(this.#sources.issued?.rules ?? []);
  }

  #withoutRevoked(): TokenList {
    if (this.#revoked === undefined) return new TokenList([]);
    return this.#all.without(this.#revoked).without(this.#revokedHere);
  }
}

/** The tokens of the sources that the operator has not revoked, and the hexadecimal hashes of all that are revoked. */
function readSources(
  sources: TokenSources,
): Result<{ readonly tokens: TokenList; readonly revoked: ReadonlySet<string> }, string> {
  const { revoked: folder, issued } = sources;
  const revoked = folder === undefined ? ok(new Set<string>()) : readRevoked(folder);
  if (!revoked.ok) return fail(`The tokens that were revoked cannot be read: ${revoked.failure}`);
  const read = readTokens(sources, issued !== undefined);
  return read.ok ? ok({ tokens: read.value.without(revoked.value), revoked: revoked.value }) : read;
}

/** All tokens of the sources, at least one unless an issuer makes others (`mayBeEmpty`). A failure names the source and the item, never a token. */
export function readTokens(
  { items: itemsNow, file, minted }: TokenSources,
  mayBeEmpty = false,
): Result<TokenList, string> {
  const items = itemsNow();
  const fromEnvironment = readTokenList(items);
  if (!fromEnvironment.ok) return fail(`LLM_API_TOKENS: ${fromEnvironment.failure}`);
  const lines = file === undefined ? ok([]) : readLines(file);
  if (!lines.ok) return fail(`LLM_API_TOKENS_FILE: ${lines.failure}`);
  const fromFile = readTokenList(lines.value);
  if (!fromFile.ok) return fail(`LLM_API_TOKENS_FILE: ${fromFile.failure}`);
  const made = minted === undefined ? ok([]) : readMinted(minted);
  if (!made.ok) return fail(`The tokens that the gateway has made cannot be read: ${made.failure}`);
  const all = readTokenList([...items, ...lines.value], made.value);
  if (!all.ok) return all;
  if (all.value.size > 0 || mayBeEmpty) return all;
  return fail('LLM_API_TOKENS: at least one token is required (npm start makes one)');
}

function readLines(file: string): Result<readonly string[], string> {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    return ok(lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#')));
  } catch (error) {
    return fail(`cannot be read (${errorCode(error) ?? 'unknown'})`);
  }
}
